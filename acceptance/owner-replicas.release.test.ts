import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPostgres, startReplica } from '../scripts/support/postgres.mjs';
import { run, RealServer } from './support/processes.js';

// A real primary and a real replica of it. The replica falls behind when its replay is stopped.
const QUICK = { fsync: 'off', synchronous_commit: 'off' };
const HEADER = 'Property Address,Property City,Property State,Property Zip,Owner Name,Phone 1,Phone 1 Type';
const COUNTY = `${HEADER}
7 Elm St,Dayton,OH,45402,Ann Roe,9375550101,Mobile
9 Oak Ave,Dayton,OH,45402,Ben Poe,,
9 Oak Ave,Dayton,OH,45402,Cal Doe,,
`;
const VENDOR = `${HEADER}
7 Elm St,Dayton,OH,45402,Dee Moe,9375550102,Mobile
9 Oak Ave,Dayton,OH,45402,Eve Loe,,
`;

type Postgres = Awaited<ReturnType<typeof startPostgres>>;
let primary: Postgres;
let replica: Postgres;
let server: RealServer;
let apiKey: string;
beforeAll(async () => {
  primary = await startPostgres(QUICK);
  server = await RealServer.create();
  replica = await startReplica(primary, QUICK);
  server.settings = {
    DATABASE_URL: primary.url,
    OWNERS_DATABASE_URL: primary.url,
    OWNERS_READ_URLS: replica.url,
  };
  await operate('owners', 'import', await file('county.csv', COUNTY), '--source', 'county');
  const account = await operate(
    ...['accounts', 'create', '--name', 'Acceptance', '--balance-cents', '1000000'],
  );
  apiKey = String(account.apiKey);
  await server.start();
});
afterAll(async () => {
  await server.remove();
  await replica.stop();
  await primary.stop();
});

async function file(name: string, content: string): Promise<string> {
  const csv = path.join(server.folder, name);
  await writeFile(csv, content);
  return csv;
}

async function operate(...words: string[]): Promise<Record<string, unknown>> {
  const bin = path.resolve(import.meta.dirname, '../packages/server/bin/skiptrace-server.js');
  const args = [...words, '--data-dir', server.dataDir, '--json'];
  const { code, stdout, stderr } = await run(bin, args, server.settings);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Owners of the addresses, as the API returns them; null for a miss. */
async function ownersAt(...addresses: string[]): Promise<(string | null)[]> {
  const response = await fetch(`${server.url}/api/v1/skip-trace-bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({
      addresses: addresses.map((address) => ({ address, city: 'Dayton', state: 'OH', zip: '45402' })),
    }),
  });
  expect(response.status).toBe(200);
  const { results } = (await response.json()) as {
    results: { contact: { fullName: string | null } | null }[];
  };
  return results.map(({ contact }) => contact?.fullName ?? null);
}

async function onReplica<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client(replica.url);
  await client.connect();
  const { rows } = await client.query<Row>(sql);
  await client.end();
  return rows;
}

const ADDRESSES = ['7 Elm St', '9 Oak Ave', '8 Elm St'];

describe('a replica of the owners', () => {
  it('is used instead of the primary, and answers with its own state until it has caught up', async () => {
    expect(await ownersAt(...ADDRESSES)).toEqual(['Ann Roe', 'Ben Poe', null]);
    const asked = await onReplica(
      "SELECT 1 FROM pg_stat_activity WHERE application_name = 'skiptrace-owners'",
    );
    expect(asked).not.toEqual([]);
    await onReplica('SELECT pg_wal_replay_pause()');
    await operate('owners', 'import', await file('vendor.csv', VENDOR), '--source', 'vendor');
    for (let time = 0; time < 5; time++) {
      expect(await ownersAt(...ADDRESSES)).toEqual(['Ann Roe', 'Ben Poe', null]);
    }
    await onReplica('SELECT pg_wal_replay_resume()');
    await vi.waitFor(async () => expect(await ownersAt(...ADDRESSES)).toEqual(['Dee Moe', 'Eve Loe', null]), {
      timeout: 10_000,
    });
  });

  it('that has stopped is left out: the primary answers', async () => {
    await replica.stop();
    for (let time = 0; time < 5; time++) {
      expect(await ownersAt(...ADDRESSES)).toEqual(['Dee Moe', 'Eve Loe', null]);
    }
  });
});
