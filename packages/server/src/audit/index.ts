export { findActions, type Action, type ActionSearch } from './actions.js';
export { Audit } from './audit.js';
export type { AuditBook, Heads } from './audit-book.js';
export type { AuditStore } from './audit-store.js';
export { disclosuresOf, entriesOf, type Disclosure } from './disclosures.js';
export {
  actorOf,
  BY_SERVICE,
  commandActor,
  operatorActor,
  SERVICE_CHAIN,
  type Entry,
  type Fact,
  type Kind,
} from './entry.js';
export { countPacked, digestOfPart, markOf, Packing, type Disclosed, type ResultDetails } from './records.js';
export { SealKey, type SignedHead } from './seal.js';
export { Sealing } from './sealing.js';
export { lastSealAt, newestFaults, verify, type Verified } from './verify.js';
