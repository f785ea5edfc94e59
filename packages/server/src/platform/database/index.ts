export { question, type Ask, type Question, type Reader } from './ask.js';
export { columnName, columnsOf, id, integer, nullableInteger, nullableText, text } from './columns.js';
export {
  AccountsBlockedError,
  CommitUnknownError,
  DatabaseUnavailableError,
  type Database,
  type Decided,
  type Insertion,
  type Settle,
  type SettledTables,
  type Tx,
  type Work,
} from './database.js';
