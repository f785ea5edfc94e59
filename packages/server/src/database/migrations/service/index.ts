import { AccountsAndLedger } from './0001-accounts-and-ledger.js';

/** In order; a landed migration is never edited, a later one mends it. */
export const serviceMigrations = [AccountsAndLedger];
