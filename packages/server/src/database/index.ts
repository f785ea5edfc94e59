export { Batches } from '../batches.js';
export { id, integer, nullableInteger, nullableText, text } from './columns.js';
export type { EntityManager as Tx } from 'typeorm';
export {
  asking,
  asSet,
  EACH,
  fileLocks,
  insertionInto,
  integrityFindings,
  outcomeOf,
  ownersMigrations,
  question,
  restrictToOwner,
  serviceMigrations,
  snapshot,
  SqliteDatabase as Database,
  supportMigrations,
  together,
  writeAll,
  type Ask,
  type OpenReader,
  type Reader,
  type Write,
} from './sqlite/index.js';
