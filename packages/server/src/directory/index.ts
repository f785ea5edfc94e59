export { OwnerDirectory } from './directory.js';
export { ageInDays, dncFindings, MAX_DNC_AGE_DAYS } from './dnc/import-dnc.js';
export type { DncKind, DncList } from './dnc/dnc-store.js';
export { DncImportError } from './dnc/dnc-file.js';
export { importDnc, receiveDnc, type DncFile, type DncSummary } from './dnc/import-dnc.js';
export { eraseInSteps, type EraseStore } from './erase/erase-store.js';
export { OwnerImportError, type OwnerImportErrorCode } from './errors.js';
export type { FirstOwners } from './intake/peek.js';
export { importOwners, type ImportOptions, type ImportProgress } from './import/import-owners.js';
export { typedContact, type TypedOwner, type TypedPhone } from './import/typed-owner.js';
export { setPhoneTypeDefault } from './import/sources.js';
export type { ImportSummary } from './import/import-summary.js';
export { OwnerRunEntity, OwnerUploadEntity, type IntakeOptions, type OwnerRun } from './intake/entities.js';
export { OwnerIntake } from './intake/intake.js';
export type { RejectedRows, RowCorrection } from './intake/rejected-rows.js';
export type { RunSearch } from './intake/run-log.js';
export { isIntakeFolder, type OwnerUploads } from './intake/uploads.js';
export type { NameOrder } from './import/name-order.js';
export { setPriority } from './import/sources.js';
export { sameOwner } from './names.js';
export type { Explanation } from './match/explain.js';
export { recordsAt } from './match/match-leads.js';
export type { CoOwner, Lead, MatchResult } from './match/match-leads.js';
export { ownerName, samePerson } from './names.js';
export { propertyDigests } from './property.js';
export { personDetails } from './record.js';
export { isErased } from './stored-contact.js';
export type { Judged, NewRecords, ScreenedAt, Screening, Shown, ShownStore } from './shown/shown-store.js';
export { DoNotCall, withDncStatus } from './match/do-not-call.js';
export type {
  OwnerContact,
  OwnerMatch,
  OwnerPhone,
  OwnerRecord,
  PersonDetails,
  PhoneType,
  UntypedPhone,
} from './record.js';
export type { HeldImport, Holding, HoldingStore } from './erase/erase-store.js';
export { deleteSource } from './import/sources.js';
export { loadSandbox, unloadSandbox } from './sandbox.js';
export { SANDBOX_OWNERS } from './sandbox-directory.js';
export { SandboxDirectory } from './sandbox-directory.js';
export type { OwnerStores } from './stores.js';
export type { DirectoryStats, SourceStats } from './directory.js';
