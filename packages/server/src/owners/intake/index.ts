export { OwnerRunEntity, OwnerUploadEntity, type IntakeOptions, type OwnerRun } from './entities.js';
export { OwnerIntake } from './intake.js';
export type { Correction, RejectedRows } from './rejected-rows.js';
export type { RunSearch } from './run-log.js';
export { isIntakeFolder, type OwnerUploads } from './uploads.js';
