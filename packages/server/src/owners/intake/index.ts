export { OwnerRunEntity, OwnerUploadEntity, type OwnerRun } from './entities.js';
export { isIntakeFolder, OwnerIntake, type IntakeOptions } from './intake.js';
