import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommitUnknownError } from '../packages/server/src/platform/database/database.js';
import { type Schema, PostgresDatabase } from '../packages/server/src/platform/database/postgres/index.js';
import { startPostgres } from '../scripts/support/postgres.mjs';
import { startProxy, through } from '../scripts/support/tcp-proxy.mjs';

const COUNTERS: Schema = {
  name: 'counters',
  migrations: [{ number: 1, servesFrom: 1, statements: ['CREATE TABLE counters (n BIGINT NOT NULL)'] }],
};

let postgres: Awaited<ReturnType<typeof startPostgres>>;
const opened: { close(): Promise<unknown> }[] = [];
const open = async (url: string): Promise<PostgresDatabase> => {
  const database = await PostgresDatabase.open({ url, name: 'test', entities: [], schemas: [COUNTERS] });
  opened.push(database);
  return database;
};
const increment = (database: PostgresDatabase): Promise<void> =>
  database.write(async (tx) => {
    await tx.query('UPDATE counters SET n = n + 1');
  });
const countOf = async (database: PostgresDatabase): Promise<number | undefined> =>
  (await database.query<{ n: number }>('SELECT n FROM counters'))[0]?.n;

/** Last message of PostgreSQL on a connection that an administrator ends. */
const TERMINATED = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');
  const head = Buffer.from('E....');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
})();
/** ReadyForQuery, outside of a transaction. */
const READY = Buffer.from('Z\0\0\0\x05I');

type Proxy = Awaited<ReturnType<typeof startProxy>>;
type Change = (proxy: Proxy, bytes: Buffer) => Buffer | null | Promise<Buffer | null>;

/**
 * After `atNext`, `change` gets the next bytes sent to PostgreSQL that contain `word`, and returns the bytes to send instead; null
 * ends the connection.
 */
async function openThroughProxy(word: string, change: Change) {
  let isOn = false;
  const proxy: Proxy = await startProxy(postgres.port, {
    onRequest: (bytes: Buffer) => {
      if (!isOn || !bytes.includes(word)) return bytes;
      isOn = false;
      return change(proxy, bytes);
    },
  });
  const database = await open(through(proxy, postgres.url));
  opened.push(proxy);
  return { database, proxy, atNext: () => (isOn = true) };
}

/** Crashes PostgreSQL and recovers it. Clients behind the proxy notice after `meanwhile`. */
async function crash(proxy: Proxy, meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<null> {
  proxy.hang();
  await postgres.stopAtOnce();
  await postgres.start();
  await meanwhile();
  proxy.goOn();
  return null;
}

beforeAll(async () => {
  // Uncommitted data must not reach the disk by chance.
  postgres = await startPostgres({ wal_writer_delay: '10s' });
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  const database = await open(postgres.url);
  await database.query('DELETE FROM counters');
  await database.query('INSERT INTO counters VALUES (0)');
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

// PostgreSQL needs seconds to recover, and so do some answers.
vi.setConfig({ testTimeout: 60_000 });

describe('a transaction with a COMMIT that is lost in a crash of PostgreSQL', () => {
  it('is repeated, since nothing of it was kept', async () => {
    const { database, atNext } = await openThroughProxy('COMMIT', (proxy) => crash(proxy));
    atNext();
    await increment(database);
    expect(await countOf(database)).toBe(1);
  });

  it('is not mistaken for another one that got its number after the crash', async () => {
    const { database, atNext } = await openThroughProxy('COMMIT', (proxy) =>
      crash(proxy, async () => {
        const other = await open(postgres.url);
        for (let times = 0; times < 5; times++) await increment(other);
      }),
    );
    atNext();
    await expect(increment(database)).rejects.toBeInstanceOf(CommitUnknownError);
    expect(await countOf(database)).toBe(5);
  });
});

describe('a transaction with a BEGIN that fails', () => {
  it('writes nothing, although PostgreSQL takes each later statement for its own transaction', async () => {
    const { database, atNext } = await openThroughProxy('BEGIN', (_, bytes) =>
      Buffer.from(bytes.toString('latin1').replace('BEGIN', 'BEGUN'), 'latin1'),
    );
    atNext();
    await expect(increment(database)).rejects.toThrow('syntax error');
    expect(await countOf(database)).toBe(0);
  });
});

describe('a connection that ends', () => {
  it('during its checkout does not end the server', async () => {
    let ends = 0;
    const proxy = await startProxy(postgres.port, {
      onAnswer: (bytes: Buffer) => {
        if (ends === 0 || !bytes.subarray(-READY.length).equals(READY)) return bytes;
        ends -= 1;
        return Buffer.concat([bytes, TERMINATED]);
      },
    });
    const database = await open(through(proxy, postgres.url));
    opened.push(proxy);
    proxy.cut();
    ends = 2;
    await increment(database);
    expect(await countOf(database)).toBe(1);
  });

  it('that is silent is given up, and the work is done on another', async () => {
    const { database, proxy, atNext } = await openThroughProxy('COMMIT', (wire, bytes) => {
      wire.hang();
      return bytes;
    });
    atNext();
    const done = increment(database);
    await vi.waitFor(() => expect(proxy.hangs()).toBe(true));
    proxy.forget();
    await done;
    expect(await countOf(database)).toBe(1);
  });
});
