export type { PaidBook } from './paid-book.js';
export { HASH_BYTES, PaidPropertyEntity, propertyHash, slotOf, type PaidProperty } from './paid-property.js';
export type { PaidProperties, PaidStore } from './paid-store.js';
export { Repeats } from './repeats.js';
