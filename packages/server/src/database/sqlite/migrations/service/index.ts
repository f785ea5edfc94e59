import { ServiceSchema } from './0001-service.js';

/** In order; a landed migration is never edited, a later one mends it. */
export const serviceMigrations = [ServiceSchema];
