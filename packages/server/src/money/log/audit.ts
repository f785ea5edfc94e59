import type { Clock } from '../../platform/clock.js';
import type { Database, Tx } from '../../platform/database/index.js';
import { pageOf, readCursor, type Page } from '../../platform/lib/cursor.js';
import { ENTRY_COLUMNS, type AuditStore, type RecordsPart } from './audit-store.js';
import { SERVICE_CHAIN, type LogEntry, type Fact, type Kind, type NewEntry } from './entry.js';

export interface AuditNeeds {
  database: Database;
  store: AuditStore;
  clock: Clock;
}

/** Appends entries for disclosures and actions, in the same transaction: an entry exists exactly if it happened. */
export class Audit {
  constructor(private readonly needs: AuditNeeds) {}

  /** For settlements, which append to the log together with other writes; transactions use `note`. */
  entry(fact: Fact): NewEntry {
    return { ...fact, at: this.needs.clock.now() };
  }

  async note(tx: Tx, ...facts: readonly Fact[]): Promise<void> {
    await this.needs.store.write(
      tx,
      facts.map((fact) => this.entry(fact)),
    );
  }

  /** Adds a fact that belongs to no account and to no other write. */
  async noteAlone(fact: Omit<Fact, 'chain'>): Promise<void> {
    await this.needs.database.write((tx) => this.note(tx, { ...fact, chain: SERVICE_CHAIN }));
  }

  /** Writes packed records before the entry that names them by their digests. */
  writePart(part: RecordsPart): Promise<void> {
    return this.needs.store.writePart(part);
  }
}

/** An entry other than a lookup: what people and operators did, and what happened to jobs and money. */
export type Action = LogEntry;

export interface ActionSearch {
  /** An account's id, or `SERVICE_CHAIN`; default: all. */
  chain?: string | undefined;
  /** Default: all but lookups. */
  kinds?: readonly Kind[] | undefined;
  /** Id of a job, key or ledger record. */
  reference?: string | undefined;
  /** From this time, inclusive, to that, exclusive; milliseconds since the epoch. */
  from?: number | undefined;
  to?: number | undefined;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
  limit: number;
}

/** Entries of the log other than lookups, newest first. @throws InvalidCursorError */
export async function findActions(
  { read }: Database,
  { chain, kinds = [], reference, from, to, cursor, limit }: ActionSearch,
): Promise<Page<Action>> {
  const parameters: (string | number)[] = [];
  // SQLite numbers parameters by first appearance, so each is added at the place it is used.
  const parameter = (value: string | number): string => `$${parameters.push(value)}`;
  const conditions = [
    // The same condition as in the partial indexes `audit_actions_by_…`, so that they are used.
    `kind NOT IN ('lookup', 'bulk')`,
    ...(chain === undefined ? [] : [`chain = ${parameter(chain)}`]),
    ...(kinds.length === 0 ? [] : [`kind IN (${kinds.map(parameter).join(', ')})`]),
    ...(reference === undefined ? [] : [`reference = ${parameter(reference)}`]),
    ...(from === undefined ? [] : [`at >= ${parameter(from)}`]),
    ...(to === undefined ? [] : [`at < ${parameter(to)}`]),
    ...(cursor === undefined ? [] : [`(at, number) < (${positionOf(cursor).map(parameter).join(', ')})`]),
  ];
  const found = await read.query<Action[]>(
    `SELECT ${ENTRY_COLUMNS.join(', ')} FROM audit_entries
      WHERE ${conditions.join(' AND ')} ORDER BY at DESC, number DESC LIMIT ${parameter(limit + 1)}`,
    parameters,
  );
  return pageOf(found, limit, ({ at, number }) => ({ at, id: String(number) }));
}

/** Time and number of the last entry of the previous page. @throws InvalidCursorError */
function positionOf(cursor: string): [at: number, number: number] {
  const { at, id } = readCursor(cursor);
  return [at, Number.parseInt(id, 10) || 0];
}
