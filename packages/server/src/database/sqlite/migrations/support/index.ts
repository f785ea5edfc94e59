import { Messages } from './0001-messages.js';

/** In order; a landed migration is never edited, a later one mends it. */
export const supportMigrations = [Messages];
