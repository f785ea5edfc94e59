import { createHash } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server shared by all tests of a run (vitest.global-setup.ts). */
    postgresUrl: string;
  }
}

/** Serializes the creation of databases, because two at once from one template fail. */
const MAKING = 7_326_099;
const DUPLICATE_DATABASE = '42P04';

/** URL of the database that belongs to a folder, created empty at the first call. */
export const databaseOf = (folder: string): Promise<string> =>
  copyFor(folder, () => Promise.resolve('template1'));

/** Like `databaseOf`, but a copy of one that `prepare` has worked on, once for all tests of a project. */
export const preparedDatabaseOf = (
  folder: string,
  prepare: (url: string) => Promise<void>,
): Promise<string> =>
  copyFor(folder, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', ['prepared']);
    if (rowCount === 0) {
      // Exists already if an earlier `prepare` failed.
      await client.query('DROP DATABASE IF EXISTS preparing');
      await client.query('CREATE DATABASE preparing');
      await prepare(urlOf('preparing'));
      await client.query('ALTER DATABASE preparing RENAME TO prepared');
    }
    return 'prepared';
  });

async function copyFor(folder: string, templateFor: (client: pg.Client) => Promise<string>): Promise<string> {
  const name = `t${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  await administer(async (client) => {
    await client.query(`SELECT pg_advisory_lock(${MAKING})`);
    const template = await templateFor(client);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError && error.code === DUPLICATE_DATABASE)) throw error;
    });
  });
  return urlOf(name);
}

function urlOf(database: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements as the administrator of the tests' server. */
export async function administer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
