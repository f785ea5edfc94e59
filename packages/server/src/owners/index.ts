export { OwnerDirectory } from './directory.js';
export { ownerEntities } from './entities.js';
export { OwnerImportError, SandboxFaultError, UnknownSourceError } from './errors.js';
export {
  importOwners,
  type ImportOptions,
  type ImportProgress,
  type ImportSummary,
} from './import/import-owners.js';
export * from './intake/index.js';
export type { NameOrder } from './import/name-order.js';
export { setPriority } from './join/rejoin.js';
export type { Explanation } from './match/explain.js';
export type { Lead, MatchResult } from './match/match-leads.js';
export type { OwnerContact, OwnerPhone, OwnerRecord } from './record.js';
export { deleteSource } from './retire/delete-source.js';
export { loadSandbox, unloadSandbox } from './sandbox.js';
export { SandboxDirectory } from './sandbox-directory.js';
export type { OwnerStores } from './stores.js';
export type { DirectoryStats, SourceStats } from './stats.js';
