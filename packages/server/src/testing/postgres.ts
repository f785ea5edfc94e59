import { createHash } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the PostgreSQL server that all tests of a run share (vitest.global-setup.ts). */
    postgresUrl: string;
  }
}

/** Makes databases one after the other: two at once from one template get in each other's way. */
const MAKING = 7_326_099;
const DUPLICATE_DATABASE = '42P04';

/** The database that belongs to a folder, made when it is first asked for: the same folder, the same data. */
export async function databaseOf(folder: string): Promise<string> {
  const name = `t${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  await administer(async (client) => {
    await client.query(`SELECT pg_advisory_lock(${MAKING})`);
    await client.query(`CREATE DATABASE ${name}`).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError && error.code === DUPLICATE_DATABASE)) throw error;
    });
  });
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
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
