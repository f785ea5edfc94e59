import { createHash } from 'node:crypto';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { isIntakeFolder } from '../../../directory/index.js';
import type { Tx } from '../../../platform/database/index.js';
import { openPool } from '../../../platform/database/postgres/index.js';
import { coded } from '../../../platform/lib/coded.js';
import type { NewTask } from '../../../platform/queue/index.js';
import type { FileStore } from '../../../platform/storage/index.js';
import { holdFile, type HeldFile } from './source.sqlite.js';
import { OWNER_TABLES, SERVICE_TABLES, SUPPORT_TABLES, type Cells, type MovedTable } from './tables.js';
import { addRows, continueNumbers, isEmpty, tablesOf } from './target.postgres.js';

/** Result for a table, or the files, on one side. */
interface Count {
  rows: number;
  /** SHA-256 over all of them in their order, hex. */
  digest: string;
}

/** One line of the comparison that is printed. */
interface Compared {
  what: string;
  source: Count;
  target: Count;
}

const isEqual = ({ source, target }: Compared): boolean =>
  source.rows === target.rows && source.digest === target.digest;

/** Counts rows as they pass. */
class Counting {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(row: Cells): void {
    this.#rows += 1;
    this.#hash.update(JSON.stringify(row)).update('\n');
  }

  result(): Count {
    return { rows: this.#rows, digest: this.#hash.digest('hex') };
  }
}

async function countOf(batches: AsyncIterable<readonly Cells[]>): Promise<Count> {
  const counting = new Counting();
  for await (const rows of batches) for (const row of rows) counting.add(row);
  return counting.result();
}

/** The move is impossible or failed; the message says why, and that nothing was changed where customers are served. */
class MoveError extends coded('move') {}

/** Target of the move. */
export interface MoveTarget {
  /** The service's data, in one transaction. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  ownersUrl: string;
  enqueue(tx: Tx, task: NewTask): Promise<void>;
  /** Null keeps the files where they are. */
  files: FileStore | null;
  /** Null where the operator gave the secret to all servers. */
  signingSecret: Buffer | null;
  /** Called when all is written and compared; the commit follows. */
  beforeCommit(): Promise<void>;
  /** Throws when the lock was lost meanwhile, so that a server may have written to the target. */
  requireAlone(): void;
}

export interface MoveSource {
  dataDir: string;
  files: FileStore;
}

/** Called with the current step, for a person who waits. */
export type OnProgress = (step: string) => void;

/**
 * Moves a data directory that no process writes to. Files first, then the owners, then accounts and money in one transaction that
 * is compared before it commits: until then the database serves no request, and everything done before is found done when the
 * move is run again.
 * @returns the comparison of both sides, table by table
 * @throws MoveError
 */
export async function moveDataDirectory(
  source: MoveSource,
  target: MoveTarget,
  onProgress: OnProgress,
): Promise<Compared[]> {
  const held: HeldFile[] = [];
  const hold = async (name: string) => {
    const file = await holdFile(path.join(source.dataDir, name));
    held.push(file);
    return file;
  };
  try {
    const [service, owners, support] = [
      await hold('service.sqlite'),
      await hold('owners.sqlite'),
      await hold('support.sqlite'),
    ];
    const compared: Compared[] = [];
    if (target.files !== null) {
      onProgress('files');
      compared.push(await moveFiles(source.files, target.files));
    }
    onProgress('owners');
    compared.push(...(await moveOwners(owners, target.ownersUrl)));
    onProgress('accounts, money and jobs');
    compared.push(...(await moveService(service, support, target)));
    return compared;
  } finally {
    for (const file of held) await file.close();
  }
}

async function moveService(service: HeldFile, support: HeldFile, target: MoveTarget): Promise<Compared[]> {
  const moved = [
    ...SERVICE_TABLES.map((table) => ({ from: service, table })),
    ...SUPPORT_TABLES.map((table) => ({ from: support, table })),
  ];
  return target.write(async (tx) => {
    const there = tablesOf(tx);
    const isNew = await isEmpty(tx, 'accounts');
    const compared: Compared[] = [];
    // The database was given a list of its own, which is empty.
    if (isNew) await tx.query('DELETE FROM suppression_list');
    // Entries of the new database itself don't belong to the log that is moved.
    if (isNew) for (const name of ['entries', 'seals']) await tx.query(`DELETE FROM audit_${name}`);
    for (const { from, table } of moved) {
      const columns = await sameColumns(from, there, table);
      const counting = new Counting();
      for await (const rows of from.rows(table, columns)) {
        for (const row of rows) counting.add(row);
        if (isNew) await addRows(tx, table, columns, rows);
      }
      const result = {
        what: table.name,
        source: counting.result(),
        target: await countOf(there.rows(table, columns)),
      };
      if (!isEqual(result)) throw new MoveError(differs(result, isNew));
      compared.push(result);
    }
    target.requireAlone();
    if (!isNew) return compared;
    await continueNumbers(tx, 'jobs', 'sequence', await service.lastNumber('jobs'));
    const [log] = await tx.query<{ last: number }[]>('SELECT MAX(number) AS last FROM audit_entries');
    await continueNumbers(tx, 'audit_entries', 'number', log?.last ?? 0);
    // Not compared, because each server that starts writes its own. Until one has started, commands use these.
    await tx.query('DELETE FROM service_notes');
    const notes = await service.query<{ name: string; at: number; content: string }>(
      'SELECT name, at, content FROM service_notes',
    );
    const cells = notes.map(({ name, at, content }) => [name, at, content]);
    await addRows(tx, { name: 'service_notes' }, ['name', 'at', 'content'], cells);
    const tasks = await service.query<NewTask>(
      'SELECT kind, subject, account_id AS accountId, weight FROM tasks ORDER BY created_at',
    );
    for (const task of tasks) await target.enqueue(tx, task);
    if (target.signingSecret !== null) {
      await tx.query(
        'INSERT INTO signing_secrets (secret) VALUES ($1) ON CONFLICT (singleton) DO UPDATE SET secret = excluded.secret',
        [target.signingSecret],
      );
    }
    await target.beforeCommit();
    return compared;
  });
}

const differs = ({ what, source, target }: Compared, isNew: boolean): string =>
  isNew
    ? `${what} would not be the same on both sides (${source.rows} and ${target.rows} rows): nothing was moved. ` +
      'Run "skiptrace-server doctor" on the data directory.'
    : `The database holds other data than the data directory (${what}: ${target.rows} rows there, ${source.rows} here). ` +
      'Nothing was changed. Name an empty database.';

/** @throws MoveError when the sides were made by different versions */
async function sameColumns(
  from: HeldFile,
  there: ReturnType<typeof tablesOf>,
  table: MovedTable,
): Promise<string[]> {
  const sides = await Promise.all([from.columns(table), there.columns(table)]);
  const [ours, theirs] = sides;
  if (ours.join() !== theirs.join()) {
    throw new MoveError(
      `${table.name} is not of this version's form on both sides. Start this version once on the data directory, then move.`,
    );
  }
  return ours;
}

const LOADING = "SELECT sequence FROM imports WHERE state = 'loading'";

/** All owners in one transaction of their own cluster, or none. */
async function moveOwners(owners: HeldFile, url: string): Promise<Compared[]> {
  const loading = await owners.query<{ sequence: number }>(LOADING);
  const left = new Set(loading.map(({ sequence }) => sequence));
  const pool = openPool(url, { name: 'skiptrace-move', max: 1 });
  const client = await pool.connect();
  const tx = {
    query: async <T>(sql: string, values?: unknown[]) => (await client.query(sql, values)).rows as T,
  };
  try {
    await tx.query('BEGIN');
    // A long transaction of one connection that computes between its statements.
    await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const there = tablesOf(tx);
    const isNew = await isEmpty(tx, 'imports');
    const compared: Compared[] = [];
    for (const table of OWNER_TABLES) {
      const columns = await sameColumns(owners, there, table);
      const counting = new Counting();
      const rows = withoutImports(owners.rows(table, columns), columns, left, counting);
      if (isNew) await copyIn(client, table, columns, rows);
      else for await (const _ of rows);
      const result = {
        what: table.name,
        source: counting.result(),
        target: await countOf(there.rows(table, columns)),
      };
      if (!isEqual(result)) throw new MoveError(differs(result, isNew));
      compared.push(result);
    }
    if (isNew) {
      // Counts deleted owners and those left behind, too: an id that an old receipt names must never be given to another person.
      await tx.query('UPDATE owner_record_ids SET next = GREATEST(next, $1::bigint + 1)', [
        await owners.lastNumber('owner_records'),
      ]);
      await tx.query('UPDATE owner_directory SET version = version + 1');
      await continueNumbers(tx, 'imports', 'sequence', await owners.lastNumber('imports'));
    }
    await tx.query('COMMIT');
    await tx.query('ANALYZE owner_records, owner_keys');
    return compared;
  } finally {
    client.release(true);
    await pool.end();
  }
}

/** Drops the rows of imports that are left behind, and joins with their owners; counts the others. */
async function* withoutImports(
  batches: AsyncIterable<readonly Cells[]>,
  columns: readonly string[],
  left: ReadonlySet<number>,
  counting: Counting,
): AsyncGenerator<readonly Cells[]> {
  const importsOf = importsIn(columns);
  for await (const rows of batches) {
    const kept = rows.filter((row) => !importsOf(row).some((sequence) => left.has(sequence)));
    for (const row of kept) counting.add(row);
    yield kept;
  }
}

/** For a table with these columns: a function that tells which imports a row belongs to, by their sequences. A join belongs to several. */
function importsIn(columns: readonly string[]): (row: Cells) => readonly number[] {
  const parents = columns.indexOf('parents');
  if (parents >= 0) {
    return (row) => (JSON.parse(String(row[parents])) as [number, number][]).map(([, sequence]) => sequence);
  }
  const at = ['import_sequence', 'sequence'].map((name) => columns.indexOf(name)).find((index) => index >= 0);
  return (row) => (at === undefined ? [] : [Number(row[at])]);
}

/** COPY in its text format (PostgreSQL's manual, COPY). */
async function copyIn(
  client: pg.PoolClient,
  { name }: MovedTable,
  columns: readonly string[],
  batches: AsyncIterable<readonly Cells[]>,
): Promise<void> {
  async function* lines() {
    for await (const rows of batches) yield rows.map((row) => `${row.map(escaped).join('\t')}\n`).join('');
  }
  await pipeline(lines, client.query(copyFrom(`COPY ${name} (${columns.join(', ')}) FROM STDIN`)));
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (cell: string | number | null): string =>
  cell === null ? '\\N' : String(cell).replace(/[\\\t\n\r]/g, (letter) => ESCAPES[letter] ?? letter);

/**
 * Copies what is not there yet, and reads it back. Files of owners that wait to be imported stay behind: what is known of them
 * is not moved.
 * @throws MoveError
 */
async function moveFiles(from: FileStore, to: FileStore): Promise<Compared> {
  const counts = { source: new Counting(), target: new Counting() };
  const folders = (await from.folders()).filter((folder) => !isIntakeFolder(folder)).sort();
  for (const folder of folders) {
    for (const { name } of (await from.list(folder)).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const bytes = await from.size(name);
      const digest = await digestOf(from, name);
      counts.source.add([name, digest]);
      const isThere = (await to.size(name)) === bytes && (await digestOf(to, name)) === digest;
      if (!isThere) await to.write(name, await from.read(name), { maxBytes: Number.MAX_SAFE_INTEGER });
      const digestThere = isThere ? digest : await digestOf(to, name);
      if (digestThere !== digest) {
        throw new MoveError(
          `The file ${name} is not the same on both sides. The database is as it was; files that were copied are found there ` +
            'when you run the move again.',
        );
      }
      counts.target.add([name, digestThere]);
    }
  }
  return { what: 'files', source: counts.source.result(), target: counts.target.result() };
}

async function digestOf(store: FileStore, name: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await store.read(name)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
