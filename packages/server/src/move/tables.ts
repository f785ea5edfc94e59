/** A row as both engines tell it: the values of the columns in their order. Booleans are 0 and 1. */
export type Cells = readonly (string | number | null)[];

export interface MovedTable {
  name: string;
  /** Its primary key: the order in which both sides are read and compared. */
  key: readonly string[];
}

/**
 * What a service keeps, in an order in which every row finds what it refers to. Tasks are queued anew, and rate windows,
 * which last for minutes, begin anew.
 */
export const SERVICE_TABLES: readonly MovedTable[] = [
  { name: 'accounts', key: ['id'] },
  { name: 'api_keys', key: ['id'] },
  { name: 'ledger_records', key: ['account_id', 'sequence'] },
  { name: 'reservations', key: ['id'] },
  { name: 'daily_lookups', key: ['account_id', 'day'] },
  { name: 'replays', key: ['account_id', 'operation', 'idempotency_key'] },
  { name: 'jobs', key: ['sequence'] },
];

export const SUPPORT_TABLES: readonly MovedTable[] = [{ name: 'support_messages', key: ['id'] }];

/** Something that tables are read from, in the order of their keys. */
export interface TableSource {
  /** The names of a table's columns, sorted. */
  columns(table: string): Promise<string[]>;
  /** All rows, some at a time. */
  rows(table: MovedTable, columns: readonly string[]): AsyncIterable<readonly Cells[]>;
}
