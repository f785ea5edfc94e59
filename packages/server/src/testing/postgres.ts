import { createHash } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connected, freshOf, isRemoved, renew } from './recycled-database.js';

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
