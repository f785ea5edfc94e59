export { Audit } from './audit.js';
export type { AuditBook, Heads } from './audit-book.js';
export type { AuditStore } from './audit-store.js';
export { actorOf, BY_SERVICE, KINDS, SERVICE_CHAIN, type Entry, type Fact, type Kind } from './entry.js';
export {
  digestOfPart,
  packed,
  recordDetails,
  shortProperty,
  unpacked,
  type Disclosed,
  type ResultDetails,
} from './records.js';
export { SealKey, type SignedHead } from './seal.js';
export { Sealing } from './sealing.js';
export { verify, type Verified } from './verify.js';
