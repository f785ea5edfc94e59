export { OwnerRunEntity, OwnerUploadEntity, type IntakeOptions, type OwnerRun } from './entities.js';
export { OwnerIntake } from './intake.js';
export { isIntakeFolder, type OwnerUploads } from './uploads.js';
