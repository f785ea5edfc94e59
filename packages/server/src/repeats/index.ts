export {
  PaidPropertyEntity,
  slotOf,
  type PaidProperties,
  type PaidProperty,
  type PaidStore,
} from './paid-store.js';
export { joinedHashes, JoinedProperties, propertyHashes, type PropertyHashes } from './properties.js';
export { Repeats, type PaidBook } from './repeats.js';
