import { randomInt } from 'node:crypto';
import { question, type Ask, type Database, type Reader, type Tx } from '../../platform/database/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import type { Correction } from './corrected-owners.js';
import type {
  DropService,
  Erasure,
  KeptAddress,
  KeyPair,
  Lift,
  ListChange,
  ListState,
  NewSuppression,
  ListedEntry,
  SuppressionKey,
  SuppressionStore,
} from './suppression-store.js';

/** A FROM item `wanted` with a column `value`: the elements of the JSON array that is the parameter at `place`. */
export type Each = (place: number) => string;

const STATE = question<ListState>(
  {
    version: 'l.version',
    keys: 'l.key_count + l.drop_count',
    drops: 'l.drop_count',
    secret: 'l.secret',
    corrections: 'l.corrections',
  },
  'suppression_list l ON l.name = wanted.value',
);
const LIST = 'all';

type CorrectionRow = Omit<Correction, 'address' | 'names' | 'contact'> &
  Record<'address' | 'names' | 'contact', string>;

/** The list in SQL that works on SQLite and PostgreSQL. */
export class SqlSuppressionStore implements SuppressionStore {
  readonly #reader: Reader;

  constructor(
    private readonly database: Database & { readonly ask: Ask },
    private readonly each: Each,
  ) {
    this.#reader = { query: (sql, parameters) => database.read.query(sql, parameters) };
  }

  async state(): Promise<ListState> {
    const state = (await this.database.ask(STATE, [LIST])).get(LIST);
    if (state === undefined) throw new Error('there is no suppression list');
    return state;
  }

  async *marks(): AsyncGenerator<number[]> {
    yield* marksIn(this.#reader, 'key', 'suppression_keys', 'true', []);
    yield* dropMarks(this.#reader, 'production');
  }

  async changes(after: number): Promise<ListChange[]> {
    const rows = await this.#reader.query<(Omit<ListChange, 'marks'> & { marks: string })[]>(
      'SELECT version, previous, marks FROM suppression_changes WHERE version > $1 ORDER BY version',
      [after],
    );
    return rows.map(({ version, previous, marks }) => ({
      version: Number(version),
      previous: Number(previous),
      marks: marks === '' ? [] : marks.split(',').map(Number),
    }));
  }

  async held(keys: readonly string[]): Promise<string[]> {
    const rows = await this.#reader.query<{ key: string }[]>(
      // COUNT makes PostgreSQL look up each key; a join may scan the table.
      `SELECT wanted.value ->> 0 AS key FROM ${this.each(1)}
        WHERE 0 < (SELECT COUNT(*) FROM suppression_keys k WHERE k.key = wanted.value ->> 0)
                + (SELECT COUNT(*) FROM drop_items i
                    WHERE i.key = wanted.value ->> 0 AND i.service = 'production' AND i.in_force = 1)`,
      [JSON.stringify(keys.map((key) => [key]))],
    );
    return rows.map(({ key }) => key);
  }

  addresses(asked: readonly KeyPair[]): Promise<KeptAddress[]> {
    return this.#reader.query(
      `SELECT wanted.value ->> 0 AS near, wanted.value ->> 1 AS name, s.address AS address
         FROM ${this.each(1)}
         JOIN suppression_keys k ON k.key = wanted.value ->> 0
         JOIN suppressions s ON s.id = k.suppression_id
        WHERE s.address IS NOT NULL
          AND CASE WHEN wanted.value ->> 1 IS NULL THEN s.kind = 'property'
                   ELSE s.kind = 'person' AND EXISTS (
                     SELECT 1 FROM suppression_keys n
                      WHERE n.key = wanted.value ->> 1 AND n.suppression_id = s.id) END`,
      [JSON.stringify(asked)],
    );
  }

  async corrections(): Promise<Correction[]> {
    const rows = await this.#reader.query<CorrectionRow[]>(
      `SELECT id, property, address, names, contact, reason, corrected_by AS "correctedBy",
              corrected_at AS "correctedAt" FROM owner_corrections ORDER BY corrected_at DESC, id DESC`,
      [],
    );
    return rows.map(({ address, names, contact, correctedAt, ...row }) => ({
      ...row,
      address: JSON.parse(address) as Correction['address'],
      names: JSON.parse(names) as string[],
      contact: JSON.parse(contact) as Correction['contact'],
      correctedAt: Number(correctedAt),
    }));
  }

  async add(tx: Tx, entries: readonly NewSuppression[]): Promise<string[]> {
    const rows = entries.map((entry) => ENTERED.map((name) => entry[name] ?? null));
    const added = await tx.query<{ id: string }[]>(
      `INSERT INTO suppressions (id, kind, identity, reason, source, entered_by, created_at, address)
       SELECT ${ENTERED.map((name, at) => (name === 'createdAt' ? `CAST(wanted.value ->> ${at} AS BIGINT)` : `wanted.value ->> ${at}`)).join(', ')}
         FROM ${this.each(1)} WHERE true ON CONFLICT DO NOTHING RETURNING id`,
      [JSON.stringify(rows)],
    );
    const ids = new Set(added.map(({ id }) => id));
    const known = entries.filter(({ id }) => !ids.has(id));
    if (known.length > 0) await this.#complete(tx, known);
    const fresh = entries.filter(({ id }) => ids.has(id));
    if (fresh.length > 0) await this.#addKeys(tx, fresh, 'true');
    return [...ids];
  }

  /** Gives entries in force what they lack. */
  async #complete(tx: Tx, entries: readonly NewSuppression[]): Promise<void> {
    await tx.query(
      `UPDATE suppressions SET address = (
         SELECT wanted.value ->> 1 FROM ${this.each(1)} WHERE wanted.value ->> 0 = suppressions.id)
        WHERE address IS NULL AND lifted_at IS NULL AND id IN (SELECT wanted.value ->> 0 FROM ${this.each(1)})`,
      [JSON.stringify(entries.map(({ id, address = null }) => [id, address]))],
    );
    await this.#addKeys(
      tx,
      entries,
      'EXISTS (SELECT 1 FROM suppressions s WHERE s.id = wanted.value ->> 1 AND s.lifted_at IS NULL)',
    );
  }

  /** @param isMeant condition on the entry, in SQL */
  async #addKeys(tx: Tx, entries: readonly NewSuppression[], isMeant: string): Promise<void> {
    const keys = entries.flatMap(({ id, keys }) => keys.map(({ key, mark }) => [key, id, mark]));
    const added = await tx.query<{ mark: number }[]>(
      `INSERT INTO suppression_keys (key, suppression_id, mark)
       SELECT wanted.value ->> 0, wanted.value ->> 1, CAST(wanted.value ->> 2 AS BIGINT)
         FROM ${this.each(1)} WHERE ${isMeant} ORDER BY 1 ON CONFLICT DO NOTHING RETURNING mark`,
      [JSON.stringify(keys)],
    );
    if (added.length === 0) return;
    await changed(
      tx,
      added.length,
      added.map(({ mark }) => mark),
    );
  }

  async incomplete(entries: readonly NewSuppression[]): Promise<NewSuppression[]> {
    const wanted = entries.flatMap(({ id, keys, address = null }) =>
      keys.map(({ key }) => [id, key, address]),
    );
    const rows = await this.#reader.query<{ id: string }[]>(
      `SELECT DISTINCT s.id AS id FROM ${this.each(1)} JOIN suppressions s ON s.id = wanted.value ->> 0
        WHERE s.lifted_at IS NULL
          AND ((s.address IS NULL AND wanted.value ->> 2 IS NOT NULL) OR NOT EXISTS (
            SELECT 1 FROM suppression_keys k WHERE k.key = wanted.value ->> 1 AND k.suppression_id = s.id))`,
      [JSON.stringify(wanted)],
    );
    const ids = new Set(rows.map(({ id }) => id));
    return entries.filter(({ id }) => ids.has(id));
  }

  async lift(tx: Tx, lifts: readonly Lift[]): Promise<string[]> {
    const lifted: string[] = [];
    const marks: number[] = [];
    // One by one: lifts are rare.
    for (const { id, at, by, reason } of lifts) {
      const rows = await tx.query<unknown[]>(
        `UPDATE suppressions SET lifted_at = $1, lifted_by = $2, lift_reason = $3, address = NULL
          WHERE id = $4 AND lifted_at IS NULL RETURNING id`,
        [at, by, reason, id],
      );
      if (rows.length === 0) continue;
      lifted.push(id);
      const gone = await tx.query<{ mark: number }[]>(
        'DELETE FROM suppression_keys WHERE suppression_id = $1 RETURNING mark',
        [id],
      );
      marks.push(...gone.map(({ mark }) => mark));
    }
    if (lifted.length > 0) await changed(tx, -marks.length, marks);
    return lifted;
  }

  async markErased(tx: Tx, { identities, at, by }: Erasure): Promise<void> {
    await tx.query(
      `UPDATE suppressions SET erased_at = $1, erased_by = $2
        WHERE lifted_at IS NULL AND erased_at IS NULL
          AND identity IN (SELECT wanted.value ->> 0 FROM ${this.each(3)})`,
      [at, by, JSON.stringify(identities.map((identity) => [identity]))],
    );
  }

  async erased(): Promise<ListedEntry[]> {
    const rows = await this.#reader.query<
      (Pick<ListedEntry, 'kind' | 'address'> & SuppressionKey & { id: string })[]
    >(
      `SELECT s.id AS id, s.kind AS kind, s.address AS address, k.key AS key, k.mark AS mark
         FROM suppressions s JOIN suppression_keys k ON k.suppression_id = s.id
        WHERE s.erased_at IS NOT NULL AND s.lifted_at IS NULL`,
      [],
    );
    const entries = new Map<string, ListedEntry & { keys: SuppressionKey[] }>();
    for (const { id, kind, address, key, mark } of rows) {
      const entry = entries.get(id) ?? { kind, address, keys: [] };
      entry.keys.push({ key, mark: Number(mark) });
      entries.set(id, entry);
    }
    return [...entries.values()];
  }

  inForce(identities: readonly string[]): Promise<{ id: string; identity: string }[]> {
    return this.#reader.query(
      `SELECT s.id AS id, s.identity AS identity FROM ${this.each(1)} JOIN suppressions s ON s.identity = wanted.value ->> 0
        WHERE s.lifted_at IS NULL`,
      [JSON.stringify(identities.map((identity) => [identity]))],
    );
  }

  async adoptSecret(tx: Tx, secret: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `UPDATE suppression_list SET secret = $1
        WHERE secret = $2 OR NOT EXISTS (SELECT 1 FROM suppressions) RETURNING name`,
      [secret, secret],
    );
    return rows.length > 0;
  }
}

/** Marks that are read at once. */
const MARKS_PER_STEP = 10_000;

/** Marks of the DROP rows in force. */
export const dropMarks = (reader: Reader, service: DropService): AsyncGenerator<number[]> =>
  marksIn(reader, 'work_id', 'drop_items', 'in_force = 1 AND service = $1', [service]);

/**
 * Many marks come as one text, because one row per mark takes ten times as long. Equal keys have equal marks.
 */
async function* marksIn(
  reader: Reader,
  key: string,
  table: string,
  counts: string,
  parameters: unknown[],
): AsyncGenerator<number[]> {
  for (let after = ''; ;) {
    const found = await reader.query<{ last: string | null; marks: string | null }[]>(
      `SELECT MAX(${key}) AS last, string_agg(CASE WHEN ${counts} THEN CAST(mark AS TEXT) END, ',') AS marks
         FROM (SELECT * FROM ${table} WHERE ${key} > $${parameters.length + 1} ORDER BY ${key} LIMIT ${MARKS_PER_STEP}) AS page`,
      [...parameters, after],
    );
    const { last, marks } = itemAt(found, 0);
    if (last === null) return;
    yield marks === null ? [] : marks.split(',').map(Number);
    after = last;
  }
}

const ENTERED = [
  ...(['id', 'kind', 'identity', 'reason', 'source', 'enteredBy', 'createdAt', 'address'] as const),
];

/** Changes that are kept for servers which read the list before them. */
const CHANGES_KEPT = 64;

/** Versions are in the order of their commits: each change waits for the one before it at this row. */
async function changed(tx: Tx, keys: number, marks: readonly number[]): Promise<void> {
  const step = versionStep();
  const rows = await tx.query<{ version: number }[]>(
    'UPDATE suppression_list SET version = version + $1, key_count = key_count + $2 RETURNING version',
    [step, keys],
  );
  const version = Number(itemAt(rows, 0).version);
  await tx.query('INSERT INTO suppression_changes (version, previous, marks) VALUES ($1, $2, $3)', [
    ...[version, version - step, marks.join()],
  ]);
  await tx.query(
    `DELETE FROM suppression_changes WHERE version < (
       SELECT MIN(version) FROM (
         SELECT version FROM suppression_changes ORDER BY version DESC LIMIT ${CHANGES_KEPT}) AS newest)`,
    [],
  );
}

/** Added to a version by a change. The largest version stays a number that JavaScript holds exactly. */
export const versionStep = (): number => randomInt(1, 2 ** 30);
