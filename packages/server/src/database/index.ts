export { id, integer, nullableInteger, nullableText, text } from './columns.js';
export type { Database, Decided, Settle, Tx, Work } from './database.js';
