import { ServiceSchema } from './0001-service.js';
import { OwnerIntake } from './0002-owner-intake.js';

/** In order; a landed migration is never edited, a later one mends it. */
export const serviceMigrations = [ServiceSchema, OwnerIntake];
