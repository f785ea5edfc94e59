import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, inject } from 'vitest';
import type { LockName } from '../platform/lib/locks.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server shared by all tests of a run (vitest.global-setup.ts). */
    postgresUrl: string;
  }
}

/** Serializes the creation of databases, because two at once from one template fail. */
const MAKING = 7_326_099;
const DUPLICATE_DATABASE = '42P04';

/** Databases made from the template, each with the folder of the test that has it. */
const LENT = 'CREATE TABLE IF NOT EXISTS lent (folder text PRIMARY KEY, name text NOT NULL)';
const UNUSED = `SELECT name, folder FROM lent
  WHERE NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = name) ORDER BY name`;

const nameFor = (folder: string) => `t${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;

/** URL of the database that belongs to a folder, created empty at the first call. */
export const databaseOf = (folder: string): Promise<string> =>
  making(async (client) => {
    const name = (await lentTo(client, folder)) ?? nameFor(folder);
    await client.query(`CREATE DATABASE ${name} TEMPLATE template1`).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError && error.code === DUPLICATE_DATABASE)) throw error;
    });
    return name;
  });

/**
 * Like `databaseOf`, but a copy of one that `prepare` has worked on, once for all tests of a run. A database of an earlier test is
 * emptied and used again: that costs a tenth of a copy.
 */
export const preparedDatabaseOf = (
  folder: string,
  prepare: (url: string) => Promise<void>,
): Promise<string> =>
  making(async (client) => {
    const lent = await lentTo(client, folder);
    if (lent !== undefined) return lent;
    await makeTemplate(client, prepare);
    const name = (await renewed(client)) ?? (await copied(client, folder));
    await client.query('INSERT INTO lent (folder, name) VALUES ($1, $2)', [folder, name]);
    return name;
  });

const making = async (work: (client: pg.Client) => Promise<string>): Promise<string> =>
  urlOf(
    await administer(async (client) => {
      await client.query(`SELECT pg_advisory_lock(${MAKING})`);
      await client.query(LENT);
      return work(client);
    }),
  );

async function lentTo(client: pg.Client, folder: string): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM lent WHERE folder = $1', [folder]);
  return rows[0]?.name;
}

async function makeTemplate(client: pg.Client, prepare: (url: string) => Promise<void>): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', ['prepared']);
  if (rowCount !== 0) return;
  // Exists already if an earlier `prepare` failed.
  await client.query('DROP DATABASE IF EXISTS preparing');
  await client.query('CREATE DATABASE preparing');
  await prepare(urlOf('preparing'));
  await client.query('ALTER DATABASE preparing RENAME TO prepared');
}

async function copied(client: pg.Client, folder: string): Promise<string> {
  await client.query(`CREATE DATABASE ${nameFor(folder)} TEMPLATE prepared`);
  return nameFor(folder);
}

let fresh: ReturnType<typeof freshOf> | undefined;

/** Empties a database that an ended test has left, like a fresh one. @returns its name; undefined if no test has left one */
async function renewed(client: pg.Client): Promise<string | undefined> {
  const { rows: unused } = await client.query<{ name: string; folder: string }>(UNUSED);
  for (const { name, folder } of unused.filter((database) => isRemoved(database.folder))) {
    await client.query('DELETE FROM lent WHERE folder = $1', [folder]);
    fresh ??= freshOf(urlOf('prepared'));
    if (await renew(urlOf(name), await fresh)) return name;
  }
  return undefined;
}

function urlOf(database: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements as the administrator of the tests' server. */
export const administer = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  connected(inject('postgresUrl'), work);

/** A database as it was when the template was ready. */
interface Fresh {
  shape: string;
  /** JSON of the rows that a table begins with, by its name. */
  rows: Map<string, string>;
  sequences: Map<string, string | null>;
}

interface Sequence {
  name: string;
  start: string;
  last: string | null;
}

interface Table {
  name: string;
  /** TRUNCATE is faster than DELETE for many rows, and slower for few, because it makes the files of the table and its indexes anew. */
  large: boolean;
}

/** Everything of a database but its rows, as one hash: tables, columns, indexes, constraints, triggers, functions, settings. */
const SHAPE = `SELECT md5(string_agg(thing, chr(10) ORDER BY thing)) AS shape FROM (
  SELECT concat_ws(' ', c.oid::regclass, c.relkind, c.reloptions, a.attname, a.atttypid::regtype, a.attnotnull) AS thing
    FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
  UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace::regnamespace::text !~ '^(pg_|information_schema)'
  UNION ALL SELECT concat_ws(' ', tgrelid::regclass, tgname, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT concat_ws(' ', oid::regprocedure, md5(prosrc)) FROM pg_proc
    WHERE pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
  UNION ALL SELECT setconfig::text FROM pg_db_role_setting
    WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
) AS things`;

const TABLES = `SELECT oid::regclass::text AS name, pg_relation_size(oid) > 65536 AS large FROM pg_class
  WHERE relkind = 'r' AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`;

const SEQUENCES = `SELECT quote_ident(schemaname) || '.' || quote_ident(sequencename) AS name, start_value::text AS start,
  last_value::text AS last FROM pg_sequences`;

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const shapeOf = async (client: pg.Client): Promise<string> =>
  (await client.query<{ shape: string }>(SHAPE)).rows.map(({ shape }) => shape).join();

async function tablesWithRows(client: pg.Client): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(TABLES);
  const asked = tables.map(
    ({ name, large }) => `SELECT '${name}' AS name, ${large} AS large WHERE EXISTS (SELECT FROM ${name})`,
  );
  return (await client.query<Table>(asked.join(' UNION ALL '))).rows;
}

const sequencesOf = async (client: pg.Client) => (await client.query<Sequence>(SEQUENCES)).rows;

/** Looks at the template of all databases. */
const freshOf = (template: string): Promise<Fresh> =>
  connected(template, async (client) => {
    const rows = new Map<string, string>();
    for (const { name: table } of await tablesWithRows(client)) {
      const { rows: found } = await client.query<{ all: string }>(
        `SELECT json_agg(t)::text AS all FROM ${table} t`,
      );
      for (const { all } of found) rows.set(table, all);
    }
    const sequences = await sequencesOf(client);
    return {
      shape: await shapeOf(client),
      rows,
      sequences: new Map(sequences.map(({ name, last }) => [name, last])),
    };
  });

/** Gives a used database the rows of a fresh one. @returns whether it can be used: false when a test has changed more than rows */
const renew = (url: string, fresh: Fresh): Promise<boolean> =>
  connected(url, async (client) => {
    if ((await shapeOf(client)) !== fresh.shape) return false;
    const used = await tablesWithRows(client);
    // Without triggers: rows go and come back in any order.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    const emptied = used.map(({ name, large }) =>
      large ? `TRUNCATE ${name} CASCADE` : `DELETE FROM ${name}`,
    );
    await client.query(emptied.join(';'));
    for (const [table, rows] of fresh.rows) {
      await client.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
        [rows],
      );
    }
    for (const { name, start, last } of await sequencesOf(client)) {
      const wanted = fresh.sequences.get(name) ?? null;
      if (last !== wanted)
        await client.query('SELECT setval($1, $2, $3)', [name, wanted ?? start, wanted !== null]);
    }
    await client.query('COMMIT');
    return true;
  });

/** True when the temporary folder that a test made, perhaps some levels above this one, is removed: its test has ended. */
function isRemoved(folder: string): boolean {
  const [top = ''] = path.relative(tmpdir(), folder).split(path.sep);
  return top !== '' && top !== '..' && !existsSync(path.join(tmpdir(), top));
}

const NUMBERS = { sandbox: 2, server: 3 } as const;

/**
 * Ends the connections that hold a lock and takes it exclusively at once, like another process that was quicker than its
 * holders.
 * @returns function that releases it
 */
export async function snatch(
  url: string,
  name: LockName & keyof typeof NUMBERS,
): Promise<() => Promise<void>> {
  const thief = new pg.Client({ connectionString: url });
  const helper = new pg.Client({ connectionString: url });
  await Promise.all([thief.connect(), helper.connect()]);
  const waiting = thief.query('SELECT pg_advisory_lock(7326, $1)', [NUMBERS[name]]);
  const locks = `SELECT pid FROM pg_locks
                  WHERE locktype = 'advisory' AND classid = 7326 AND objid = ${NUMBERS[name]}
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await expect
    .poll(async () => (await helper.query(`${locks} AND NOT granted`)).rowCount, { interval: 10 })
    .toBe(1);
  await helper.query(`SELECT pg_terminate_backend(pid) FROM (${locks} AND granted) AS holders`);
  await waiting;
  await helper.end();
  return () => thief.end();
}
