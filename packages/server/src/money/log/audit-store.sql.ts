import type { Database, Insertion, SettledTables, Tx } from '../../platform/database/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { ENTRY_COLUMNS, type AuditStore, type PartName, type RecordsPart, type Seal } from './audit-store.js';
import type { LogEntry, NewEntry } from './entry.js';

/** Number of part names read at once. */
const NAMES_AT_ONCE = 1_000;

/** Arguments of each engine's `insertionInto`: the database numbers the entries. */
export const NEW_ENTRIES = [
  'audit_entries',
  [...(['chain', 'at', 'actor', 'kind', 'reference', 'cents', 'details'] as const)],
] as const;

/** The log's part of a settlement. */
export const auditTablesOf = (
  insertion: Insertion<NewEntry>,
): Pick<SettledTables<never, never, readonly NewEntry[]>, 'statements' | 'rows'> => ({
  statements: [insertion.sql],
  rows: (added) => [insertion.rows(added)],
});

/** The log in SQL that works on both SQLite and PostgreSQL. */
export class SqlAuditStore implements AuditStore {
  constructor(
    private readonly database: Database,
    private readonly dialect: Pick<AuditStore, 'write' | 'settledUntil'>,
  ) {}

  write(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
    return this.dialect.write(tx, entries);
  }

  settledUntil(): Promise<number | null> {
    return this.dialect.settledUntil();
  }

  log(after: number, limit: number): Promise<LogEntry[]> {
    return this.database.read.query(`${ENTRIES} WHERE number > $1 ORDER BY number LIMIT $2`, [after, limit]);
  }

  entries(chain: string, after: number, limit: number): Promise<LogEntry[]> {
    return this.database.read.query(`${ENTRIES} WHERE chain = $1 AND number > $2 ORDER BY number LIMIT $3`, [
      chain,
      after,
      limit,
    ]);
  }

  async count(): Promise<number> {
    const [[first], last] = await Promise.all([this.seals(Number.MIN_SAFE_INTEGER, 1), this.lastSeal()]);
    const sealed = (last?.to.entries ?? 0) - (first?.from.entries ?? 0);
    const rows = await this.database.read.query<{ entries: number }[]>(
      'SELECT COUNT(*) AS entries FROM audit_entries WHERE number > $1',
      [last?.to.number ?? 0],
    );
    return sealed + itemAt(rows, 0).entries;
  }

  async writePart({ chain, reference, part, content }: RecordsPart): Promise<void> {
    await this.database.write((tx) =>
      tx.query(
        `INSERT INTO audit_records (chain, reference, part, content) VALUES ($1, $2, $3, $4)
         ON CONFLICT (chain, reference, part) DO UPDATE SET content = excluded.content`,
        [chain, reference, part, content],
      ),
    );
  }

  async readPart({ chain, reference, part }: PartName): Promise<Buffer | null> {
    const [found] = await this.database.read.query<{ content: Buffer }[]>(
      'SELECT content FROM audit_records WHERE chain = $1 AND reference = $2 AND part = $3',
      [chain, reference, part],
    );
    return found?.content ?? null;
  }

  async *partNames(): AsyncGenerator<readonly PartName[]> {
    let last: PartName = { chain: '', reference: '', part: 0 };
    for (;;) {
      const names = await this.database.read.query<PartName[]>(
        `SELECT chain, reference, part FROM audit_records
          WHERE (chain, reference, part) > ($1, $2, $3) ORDER BY chain, reference, part LIMIT ${NAMES_AT_ONCE}`,
        [last.chain, last.reference, last.part],
      );
      if (names.length > 0) yield names;
      const end = names.at(-1);
      if (end === undefined || names.length < NAMES_AT_ONCE) return;
      last = end;
    }
  }

  async seals(after: number, limit: number): Promise<Seal[]> {
    const rows = await this.database.read.query<StoredSeal[]>(
      `${SEALS} WHERE number > $1 ORDER BY number LIMIT $2`,
      [after, limit],
    );
    return rows.map(sealOf);
  }

  async lastSeal(): Promise<Seal | null> {
    const [row] = await this.database.read.query<StoredSeal[]>(`${SEALS} ORDER BY number DESC LIMIT 1`);
    return row === undefined ? null : sealOf(row);
  }

  seal({ number, at, previous, from, to, cut, hash, key, signature }: Seal): Promise<boolean> {
    return this.database.write(async (tx) => {
      const content = JSON.stringify({ previous, from, to, cut });
      const added = await tx.query<unknown[]>(
        `INSERT INTO audit_seals (number, at, content, hash, public_key, signature)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (number) DO NOTHING RETURNING number`,
        [number, at, content, hash, key, signature],
      );
      return added.length > 0;
    });
  }

  async deleteThrough({ number, to }: Seal): Promise<void> {
    await this.database.write(async (tx) => {
      await tx.query(
        `DELETE FROM audit_records WHERE (chain, reference) IN (
           SELECT chain, reference FROM audit_entries WHERE number <= $1 AND kind = 'job.result')`,
        [to.number],
      );
      await tx.query('DELETE FROM audit_entries WHERE number <= $1', [to.number]);
      await tx.query('DELETE FROM audit_seals WHERE number <= $1', [number]);
    });
  }
}

const ENTRIES = `SELECT ${ENTRY_COLUMNS.join(', ')} FROM audit_entries`;

const SEALS = 'SELECT number, at, content, hash, public_key AS key, signature FROM audit_seals';

type StoredSeal = Pick<Seal, 'number' | 'at' | 'hash' | 'key' | 'signature'> & { content: string };

const sealOf = ({ content, ...seal }: StoredSeal): Seal => ({
  ...seal,
  ...(JSON.parse(content) as Pick<Seal, 'previous' | 'from' | 'to' | 'cut'>),
});
