import {
  question,
  type Ask,
  type Database,
  type Insertion,
  type SettledTables,
  type Tx,
} from '../database/index.js';
import { itemAt } from '../lib/item-at.js';
import type { Entry, Head, Heads, Point } from './entry.js';
import type { AuditStore, Cuts, PartName, RecordsPart, Seal, SealedPoint, Span } from './audit-store.js';

/** Most rows deleted in one statement, so that other writes get their turn. */
const ROWS_PER_STEP = 5_000;
/** Number of part names read at once. */
const NAMES_AT_ONCE = 1_000;

const HEADS = question<Head>({ seq: 'h.seq', hash: 'h.hash' }, 'audit_heads h ON h.chain = wanted.value');

const ENTRY_COLUMNS = [
  'chain',
  'seq',
  'at',
  'actor',
  'kind',
  'reference',
  'cents',
  'details',
  'hash',
] as const;

/** Arguments of each engine's `insertionInto`. */
export const ENTRIES = ['audit_entries', ENTRY_COLUMNS] as const;
export const MOVED_HEADS = [
  'audit_heads',
  ['chain', 'seq', 'hash'],
  'ON CONFLICT (chain) DO UPDATE SET seq = excluded.seq, hash = excluded.hash',
] as const;

type AuditTables = SettledTables<readonly string[], Heads, readonly Entry[]>;

/** The log's part of a settlement. */
export const auditTablesOf = (entries: Insertion<Entry>, heads: Insertion<Point>): AuditTables => ({
  read: (ask: Ask, chains) => ask(HEADS, chains),
  statements: [entries.sql, heads.sql],
  rows: (added) => [entries.rows(added), heads.rows(headsOf(added))],
});

/** The last of these entries in each chain. */
function headsOf(entries: readonly Entry[]): Point[] {
  const heads = new Map(entries.map(({ chain, seq, hash }) => [chain, { chain, seq, hash }]));
  return [...heads.values()];
}

/** SQL that differs between the engines. */
interface Dialect extends Pick<AuditStore, 'read' | 'write'> {
  /** A FROM item `wanted` with a column `value`: the elements of the JSON array in the first parameter. */
  each: string;
}

/** The log in SQL that works on both SQLite and PostgreSQL. */
export class SqlAuditStore implements AuditStore {
  constructor(
    private readonly database: Database,
    private readonly dialect: Dialect,
  ) {}

  read(tx: Tx, chains: readonly string[]): Promise<Heads> {
    return this.dialect.read(tx, chains);
  }

  write(tx: Tx, entries: readonly Entry[]): Promise<void> {
    return this.dialect.write(tx, entries);
  }

  heads(): Promise<Point[]> {
    return this.database.read.query('SELECT chain, seq, hash FROM audit_heads ORDER BY chain');
  }

  entries(chain: string, afterSeq: number, limit: number): Promise<Entry[]> {
    return this.database.read.query(
      `SELECT ${ENTRY_COLUMNS.join(', ')} FROM audit_entries
        WHERE chain = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
      [chain, afterSeq, limit],
    );
  }

  spans(): Promise<Span[]> {
    return this.database.read.query(
      'SELECT chain, MIN(seq) AS first, MAX(seq) AS last FROM audit_entries GROUP BY chain ORDER BY chain',
    );
  }

  async hashesAt(points: readonly Pick<Point, 'chain' | 'seq'>[]): Promise<(string | null)[]> {
    const rows = await this.database.read.query<{ hash: string | null }[]>(
      `SELECT (SELECT e.hash FROM audit_entries e
                WHERE e.chain = wanted.value ->> 0 AND e.seq = CAST(wanted.value ->> 1 AS BIGINT)) AS hash
         FROM ${this.dialect.each} ORDER BY CAST(wanted.value ->> 2 AS BIGINT)`,
      [JSON.stringify(points.map(({ chain, seq }, at) => [chain, seq, at]))],
    );
    return rows.map(({ hash }) => hash);
  }

  async count(): Promise<number> {
    const rows = await this.database.read.query<{ entries: number }[]>(
      // Numbers have no gaps, so a chain's last number is its number of entries ever, and the number in a cut
      // is how many were deleted.
      'SELECT COALESCE(SUM(seq), 0) AS entries FROM audit_heads',
    );
    const cut = await this.lastCut();
    const gone = cut?.cuts?.chains.reduce((sum, [, seq]) => sum + seq, 0) ?? 0;
    return itemAt(rows, 0).entries - gone;
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

  async seals(afterNumber: number, limit: number): Promise<Seal[]> {
    const rows = await this.database.read.query<StoredSeal[]>(
      `${SEALS} WHERE number > $1 ORDER BY number LIMIT $2`,
      [afterNumber, limit],
    );
    return rows.map(sealOf);
  }

  lastSeal(): Promise<Seal | null> {
    return lastSealIn(this.database.read);
  }

  async sealed(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.read.query<{ chain: string; seq: number }[]>(
      'SELECT chain, seq FROM audit_sealed',
    );
    return new Map(rows.map(({ chain, seq }) => [chain, seq]));
  }

  seal(seal: Seal): Promise<boolean> {
    return this.database.write(async (tx) => {
      const last = await lastSealIn(tx);
      if ((last?.number ?? 0) !== seal.number - 1) return false;
      // On PostgreSQL a seal made at the same time fails here as a conflict that is tried again, and the second try returns false.
      await tx.query(
        `INSERT INTO audit_seals (number, at, heads, cuts, hash, public_key, signature)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (number) DO NOTHING`,
        [
          ...[seal.number, seal.at, JSON.stringify(seal.heads)],
          ...[seal.cuts === null ? null : JSON.stringify(seal.cuts), seal.hash, seal.key, seal.signature],
        ],
      );
      await tx.query(
        `INSERT INTO audit_sealed (chain, seq)
         SELECT wanted.value ->> 0, CAST(wanted.value ->> 1 AS BIGINT) FROM ${this.dialect.each} WHERE true
         ON CONFLICT (chain) DO UPDATE SET seq = excluded.seq`,
        [JSON.stringify(seal.heads)],
      );
      return true;
    });
  }

  async lastCut(): Promise<Seal | null> {
    const rows = await this.database.read.query<StoredSeal[]>(
      `${SEALS} WHERE cuts IS NOT NULL ORDER BY number DESC LIMIT 1`,
    );
    return rows.map(sealOf)[0] ?? null;
  }

  async deleteBelow({ chains, seal }: Cuts): Promise<number> {
    let deleted = 0;
    for (const [chain, seq] of chains) {
      for (;;) {
        const some = await this.#deleteSome(chain, seq);
        deleted += some;
        if (some < ROWS_PER_STEP) break;
      }
    }
    await this.database.write((tx) => tx.query('DELETE FROM audit_seals WHERE number <= $1', [seal.number]));
    return deleted;
  }

  #deleteSome(chain: string, seq: number): Promise<number> {
    return this.database.write(async (tx) => {
      const rows = await tx.query<{ seq: number; kind: string; reference: string | null }[]>(
        `SELECT seq, kind, reference FROM audit_entries
          WHERE chain = $1 AND seq <= $2 ORDER BY seq LIMIT ${ROWS_PER_STEP}`,
        [chain, seq],
      );
      const last = rows.at(-1);
      if (last === undefined) return 0;
      for (const { kind, reference } of rows)
        if (kind === 'job.result')
          await tx.query('DELETE FROM audit_records WHERE chain = $1 AND reference = $2', [chain, reference]);
      await tx.query('DELETE FROM audit_entries WHERE chain = $1 AND seq <= $2', [chain, last.seq]);
      return rows.length;
    });
  }
}

interface StoredSeal extends Omit<Seal, 'heads' | 'cuts' | 'key'> {
  heads: string;
  cuts: string | null;
  publicKey: string;
}

const SEALS = 'SELECT number, at, heads, cuts, hash, public_key AS "publicKey", signature FROM audit_seals';

const sealOf = ({ heads, cuts, publicKey, ...seal }: StoredSeal): Seal => ({
  ...seal,
  heads: JSON.parse(heads) as SealedPoint[],
  cuts: cuts === null ? null : (JSON.parse(cuts) as Cuts),
  key: publicKey,
});

async function lastSealIn(from: Tx): Promise<Seal | null> {
  const rows = await from.query<StoredSeal[]>(`${SEALS} ORDER BY number DESC LIMIT 1`);
  return rows.map(sealOf)[0] ?? null;
}
