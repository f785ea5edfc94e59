export { OwnerRunEntity, OwnerUploadEntity, type OwnerRun } from './entities.js';
export { MAX_OWNER_FILE_BYTES, OwnerIntake, type IntakeOptions } from './intake.js';
