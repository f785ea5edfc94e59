import type { Clock } from '../clock.js';
import type { Database, Tx } from '../database/index.js';
import { AuditBook, SERVICE_CHAIN, type Entry, type Fact, type Heads, type Kind } from './entry.js';
import type { AuditStore, RecordsPart } from './audit-store.js';
import { pageOf, readCursor, type Page } from '../lib/cursor.js';

export interface AuditNeeds {
  database: Database;
  store: AuditStore;
  clock: Clock;
}

/** Writes audit entries for disclosures and actions, in the same transaction: an entry exists exactly if it happened. */
export class Audit {
  constructor(private readonly needs: AuditNeeds) {}

  /** For settlements, which read and write the log together with other data; transactions use `note`. */
  open(heads: Heads): AuditBook {
    return new AuditBook(heads, this.needs.clock.now());
  }

  /**
   * Adds facts to one chain. If it is an account's chain, `tx` is the transaction of that account's own work
   * (`Database.writeFor`).
   */
  async note(tx: Tx, ...facts: readonly Fact[]): Promise<void> {
    const { store } = this.needs;
    const book = this.open(await store.read(tx, [...new Set(facts.map(({ chain }) => chain))]));
    for (const fact of facts) book.note(fact);
    await store.write(tx, book.changes());
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
export type Action = Omit<Entry, 'hash'>;

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
    ...(cursor === undefined ? [] : [`(at, chain, seq) < (${positionOf(cursor).map(parameter).join(', ')})`]),
  ];
  const found = await read.query<Action[]>(
    `SELECT chain, seq, at, actor, kind, reference, cents, details FROM audit_entries
      WHERE ${conditions.join(' AND ')} ORDER BY at DESC, chain DESC, seq DESC LIMIT ${parameter(limit + 1)}`,
    parameters,
  );
  return pageOf(found, limit, ({ at, chain: of, seq }) => ({ at, id: `${seq}-${of}` }));
}

/** Time, chain and number of the last entry of the previous page. @throws InvalidCursorError */
function positionOf(cursor: string): [at: number, chain: string, seq: number] {
  const { at, id } = readCursor(cursor);
  const [seq = '', ...chain] = id.split('-');
  return [at, chain.join('-'), Number.parseInt(seq, 10) || 0];
}
