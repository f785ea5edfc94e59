export { Audit, findActions, type Action, type ActionSearch } from './audit.js';
export {
  actorOf,
  BY_SERVICE,
  commandActor,
  operatorActor,
  ACTION_KINDS,
  SERVICE_CHAIN,
  type LogEntry,
  type Fact,
  type Kind,
  type NewEntry,
} from './entry.js';
export type { AuditStore } from './audit-store.js';
export {
  countPacked,
  digestOfPart,
  disclosuresOf,
  hashedEntries,
  marksOf,
  Packing,
  type Disclosed,
  type Disclosure,
  type ResultDetails,
} from './disclosures.js';
export { Sealing, SealKey, type SignedHead } from './seal.js';
export { isOfOtherKey, lastSealAt, newestFaults, verify, type Verified } from './verify.js';
