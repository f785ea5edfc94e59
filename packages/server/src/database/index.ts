export { question, type Ask, type Question, type Reader } from './ask.js';
export { columnName, id, integer, nullableInteger, nullableText, text } from './columns.js';
export type { Database, Decided, Settle, Tx, Work } from './database.js';
export type { SettledTables } from './settled-tables.js';
export { AccountsBlockedError, CommitUnknownError, DatabaseUnavailableError } from './faults.js';
