/** A row as both engines tell it: the values of the columns in their order. Booleans are 0 and 1. */
export type Cells = readonly (string | number | null)[];

export interface MovedTable {
  name: string;
  /** Its primary key: the order in which both sides are read and compared. */
  key: readonly string[];
}

/**
 * Tables of a service, in an order in which every row finds the rows it refers to. Tasks are queued again,
 * and rate windows, which last for minutes, start over.
 */
export const SERVICE_TABLES: readonly MovedTable[] = [
  { name: 'accounts', key: ['id'] },
  { name: 'api_keys', key: ['id'] },
  { name: 'terms_acceptances', key: ['account_id', 'version'] },
  { name: 'ledger_records', key: ['account_id', 'sequence'] },
  { name: 'reservations', key: ['id'] },
  { name: 'daily_lookups', key: ['account_id', 'day'] },
  { name: 'replays', key: ['account_id', 'operation', 'idempotency_key'] },
  { name: 'paid_properties', key: ['account_id', 'property'] },
  { name: 'paid_claims', key: ['account_id', 'reference'] },
  { name: 'jobs', key: ['sequence'] },
  { name: 'saved_lookups', key: ['account_id', 'created_at', 'id'] },
  { name: 'column_choices', key: ['account_id', 'headers'] },
  { name: 'doctor_checks', key: ['checked_at'] },
  { name: 'webhook_endpoints', key: ['id'] },
  { name: 'webhook_events', key: ['id'] },
  { name: 'webhook_deliveries', key: ['id'] },
  { name: 'suppressions', key: ['id'] },
  { name: 'suppression_keys', key: ['key', 'suppression_id'] },
  { name: 'suppression_list', key: ['name'] },
  { name: 'owner_corrections', key: ['id'] },
  { name: 'drop_batches', key: ['id'] },
  { name: 'drop_lists', key: ['id'] },
  { name: 'drop_items', key: ['work_id', 'service'] },
  { name: 'drop_people', key: ['key', 'identity'] },
  { name: 'drop_reports', key: ['list_id', 'name'] },
  { name: 'audit_entries', key: ['number'] },
  { name: 'audit_records', key: ['chain', 'reference', 'part'] },
  { name: 'audit_seals', key: ['number'] },
];

export const SUPPORT_TABLES: readonly MovedTable[] = [
  { name: 'support_messages', key: ['id'] },
  { name: 'person_requests', key: ['id'] },
];

/**
 * Tables of the owners. An import that was loading when its process ended is left behind, as a purge would leave it. What is moved
 * goes into the tables that small imports share, with the ids it has: receipts and jobs refer to them.
 */
export const OWNER_TABLES: readonly MovedTable[] = [
  { name: 'imports', key: ['sequence'] },
  { name: 'owner_records', key: ['id'] },
  { name: 'owner_keys', key: ['address_key', 'import_sequence', 'record_id'] },
  { name: 'owner_streets', key: ['street_key', 'import_sequence', 'street'] },
  { name: 'owner_joins', key: ['record_id', 'joined_id'] },
  { name: 'owner_originals', key: ['record_id'] },
  { name: 'owner_doubts', key: ['record_id'] },
  { name: 'dnc_lists', key: ['kind', 'area_code'] },
  { name: 'dnc_blocks', key: ['prefix', 'kind'] },
];

/** Something that tables are read from, in the order of their keys. */
export interface TableSource {
  /** The names of a table's columns, sorted. */
  columns(table: MovedTable): Promise<string[]>;
  /** All rows, some at a time. */
  rows(table: MovedTable, columns: readonly string[]): AsyncIterable<readonly Cells[]>;
}

/** Rows at a time. */
export const BATCH = 1_000;

/**
 * All rows of a table in the order of its key, a batch at a time.
 * @param read the next batch: the first one, or the one behind a row's key
 */
export async function* inBatches(
  { key }: MovedTable,
  read: (after: readonly unknown[] | null) => Promise<Record<string, unknown>[]>,
): AsyncGenerator<Record<string, unknown>[]> {
  let after: readonly unknown[] | null = null;
  for (;;) {
    const found: Record<string, unknown>[] = await read(after);
    if (found.length > 0) yield found;
    const end = found.at(-1);
    if (end === undefined || found.length < BATCH) return;
    after = key.map((column) => end[column]);
  }
}
