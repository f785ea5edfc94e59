export type { PaidBook } from './paid-book.js';
export {
  joinedHashes,
  JoinedProperties,
  PaidPropertyEntity,
  propertyHashes,
  slotOf,
  type PaidProperty,
  type PropertyHashes,
} from './paid-property.js';
export type { PaidProperties, PaidStore } from './paid-store.js';
export { Repeats } from './repeats.js';
