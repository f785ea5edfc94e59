export { OwnerDirectory } from './directory.js';
export { ownerEntities } from './entities.js';
export { ageInDays, dncFindings, MAX_DNC_AGE_DAYS } from './dnc/dnc-age.js';
export type { DncKind, DncList } from './dnc/dnc-store.js';
export { DncImportError, importDnc, type DncFile, type DncSummary } from './dnc/import-dnc.js';
export { eraseInSteps, type EraseStore } from './erase/erase-store.js';
export { OwnerImportError, UnknownSourceError } from './errors.js';
export type { FirstOwners } from './import/first-owners.js';
export { importOwners, type ImportOptions, type ImportProgress } from './import/import-owners.js';
export { typedContact, type TypedOwner, type TypedPhone } from './import/typed-owner.js';
export { setPhoneTypeDefault } from './import/phone-type-setting.js';
export type { ImportSummary } from './import/import-summary.js';
export * from './intake/index.js';
export type { NameOrder } from './import/name-order.js';
export { setPriority } from './join/rejoin.js';
export { sameOwner } from './join/same-owner.js';
export type { Explanation } from './match/explain.js';
export { recordsAt } from './match/match-leads.js';
export type { Lead, MatchResult, Screen, ScreenView } from './match/match-leads.js';
export { ownerName, samePerson } from './names.js';
export { propertyDigests } from './property.js';
export type { BuildingUnit } from './match/units.js';
export { personDetails } from './record.js';
export type {
  OwnerContact,
  OwnerMatch,
  OwnerPhone,
  OwnerRecord,
  PersonDetails,
  PhoneType,
  UntypedPhone,
} from './record.js';
export type { HeldImport, Holding, HoldingStore } from './holdings/holding-store.js';
export { deleteSource } from './retire/delete-source.js';
export { loadSandbox, unloadSandbox } from './sandbox.js';
export { SANDBOX_OWNERS } from './sandbox-owners.js';
export { SandboxDirectory } from './sandbox-directory.js';
export type { OwnerStores } from './stores.js';
export type { DirectoryStats, SourceStats } from './stats.js';
