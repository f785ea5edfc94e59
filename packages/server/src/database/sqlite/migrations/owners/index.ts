import { Directory } from './0001-directory.js';
import { Streets } from './0003-streets.js';
import { UntypedPhones } from './0004-untyped-phones.js';
import { DoNotCall } from './0005-do-not-call.js';

/** In order; a landed migration is never edited, a later one mends it. */
export const ownersMigrations = [Directory, Streets, UntypedPhones, DoNotCall];
