import { Directory } from './0001-directory.js';
import { AddressSeals } from './0002-address-seals.js';
import { ExactKeys } from './0003-exact-keys.js';
import { KeyBlocks } from './0004-key-blocks.js';
import { PrioritiesAndJoins } from './0005-priorities-and-joins.js';
import { JoinsByRecord } from './0006-joins-by-record.js';

/** In order; a landed migration is never edited, a later one mends it. */
export const ownersMigrations = [
  Directory,
  AddressSeals,
  ExactKeys,
  KeyBlocks,
  PrioritiesAndJoins,
  JoinsByRecord,
];
