import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { administer, databaseOf } from '../../../testing/postgres.js';
import { temporaryFolder, type Temporary } from '../../../testing/temporary.js';
import { CommitUnknownError } from '../database.js';
import type { Schema } from './data-source.js';
import { PostgresDatabase } from './postgres-database.js';

const COUNTERS: Schema = {
  name: 'counters',
  migrations: [
    {
      number: 1,
      servesFrom: 1,
      statements: ['CREATE TABLE counters (id TEXT PRIMARY KEY, n BIGINT NOT NULL)'],
    },
  ],
};

let folder: Temporary<string>;
let url: string;
const opened: PostgresDatabase[] = [];
const open = async (schema: Schema = COUNTERS): Promise<PostgresDatabase> => {
  const database = await PostgresDatabase.open({ url, name: 'test', entities: [], schemas: [schema] });
  opened.push(database);
  return database;
};

beforeEach(async () => {
  folder = await temporaryFolder();
  url = await databaseOf(folder.value);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await folder.remove();
});

const countOf = async (database: PostgresDatabase): Promise<number | undefined> =>
  (await database.query<{ n: number }>('SELECT n FROM counters'))[0]?.n;

/** A read followed by a write that depends on it, which must not interleave with another. */
const increment = (database: PostgresDatabase): Promise<void> =>
  database.write(async (tx) => {
    const [row] = await tx.query<{ n: number }[]>("SELECT n FROM counters WHERE id = 'a'");
    await tx.query("UPDATE counters SET n = $1 WHERE id = 'a'", [(row?.n ?? 0) + 1]);
  });

/** Ends every connection to the database except the administrator's. */
const cutAll = (): Promise<unknown> =>
  administer((client) =>
    client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      new URL(url).pathname.slice(1),
    ]),
  );

/**
 * A proxy between a program and PostgreSQL. The next COMMIT ends its connection: whether or not the server received it, the
 * program gets no answer.
 */
async function cutAtCommit(target: string, reaches: boolean) {
  const { hostname, port } = new URL(target);
  const proxy = { cutNext: false };
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('data', (bytes) => {
      if (!proxy.cutNext || !bytes.includes('COMMIT')) {
        upstream.write(bytes);
        return;
      }
      proxy.cutNext = false;
      client.destroy();
      if (reaches) upstream.end(bytes);
      else upstream.destroy();
    });
    upstream.on('data', (bytes) => client.destroyed || client.write(bytes));
    client.on('close', () => upstream.end());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = new URL(target);
  at.port = String((server.address() as net.AddressInfo).port);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  };
  return Object.assign(proxy, { url: at.href, close });
}

describe('a work', () => {
  it("runs as if it were alone, even beside another process's transactions", async () => {
    const [here, there] = await Promise.all([open(), open()]);
    await here.query("INSERT INTO counters VALUES ('a', 0)");
    await Promise.all(Array.from({ length: 30 }, (_, nth) => increment(nth % 2 === 0 ? here : there)));
    expect(await countOf(here)).toBe(30);
  });

  it('that throws has written nothing, and its connection is used again', async () => {
    const database = await open();
    const refused = database.write(async (tx) => {
      await tx.query("INSERT INTO counters VALUES ('a', 0)");
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await countOf(database)).toBeUndefined();
  });

  it('runs again if its connection is lost before its commit', async () => {
    const database = await open();
    let runs = 0;
    await database.write(async (tx) => {
      await tx.query("INSERT INTO counters VALUES ('a', 7)");
      runs += 1;
      if (runs === 1) await cutAll();
    });
    expect([runs, await countOf(database)]).toEqual([2, 7]);
  });

  it('is done once, however often its connections are cut', async () => {
    const database = await open();
    await database.query("INSERT INTO counters VALUES ('a', 0)");
    let works = 0;
    let cutting = true;
    const cuts = (async () => {
      while (cutting) {
        await cutAll();
        // Leaves room to query a commit's outcome: a program that never reaches the server learns nothing.
        await pause(20);
      }
    })();
    onTestFinished(async () => {
      cutting = false;
      await cuts;
    });
    for (; works < 40; works++) {
      // It may give up while every connection is cut; nothing is done then, and it is called again.
      while (
        !(await increment(database).then(
          () => true,
          (error: unknown) => {
            if (error instanceof CommitUnknownError) throw error;
            return false;
          },
        ))
      );
      if (works === 25) {
        cutting = false;
        await cuts;
      }
    }
    expect(await countOf(database)).toBe(works);
  });

  it.each([
    ['reached the server', true],
    ['did not', false],
  ])('is done once where its COMMIT was sent, the answer never came, and it %s', async (_, reaches) => {
    const cutting = await cutAtCommit(url, reaches);
    const direct = await open();
    const database = await PostgresDatabase.open({
      url: cutting.url,
      name: 'test',
      entities: [],
      schemas: [COUNTERS],
    });
    opened.push(database);
    await direct.query("INSERT INTO counters VALUES ('a', 0)");
    let runs = 0;
    cutting.cutNext = true;
    await database.write(async (tx) => {
      runs += 1;
      await tx.query('UPDATE counters SET n = n + 1');
    });
    expect([runs, await countOf(direct)]).toEqual([reaches ? 1 : 2, 1]);
    await cutting.close();
  });
});

const ACCOUNTS: Schema = {
  name: 'accounts',
  migrations: [
    {
      number: 1,
      servesFrom: 1,
      statements: ['CREATE TABLE accounts (id TEXT PRIMARY KEY, n BIGINT NOT NULL)'],
    },
  ],
};

describe('a work about one account', () => {
  const openAccounts = async (): Promise<PostgresDatabase> => {
    const database = await open(ACCOUNTS);
    await database.query("INSERT INTO accounts VALUES ('a', 0), ('b', 0) ON CONFLICT DO NOTHING");
    return database;
  };
  const countFor = (database: PostgresDatabase, id: string): Promise<void> =>
    database.writeFor(id, async (tx) => {
      const [row] = await tx.query<{ n: number }[]>('SELECT n FROM accounts WHERE id = $1', [id]);
      await tx.query('UPDATE accounts SET n = $2 WHERE id = $1', [id, (row?.n ?? 0) + 1]);
    });
  const of = async (database: PostgresDatabase, id: string): Promise<number | undefined> =>
    (await database.query<{ n: number }>('SELECT n FROM accounts WHERE id = $1', [id]))[0]?.n;

  it('is never overtaken by a work of the same account, on any server, and begins once', async () => {
    const servers = [await openAccounts(), await openAccounts()];
    let begun = 0;
    const works = servers.flatMap((server) =>
      Array.from({ length: 50 }, () =>
        server.writeFor('a', async (tx) => {
          begun += 1;
          const [row] = await tx.query<{ n: number }[]>("SELECT n FROM accounts WHERE id = 'a'");
          await tx.query("UPDATE accounts SET n = $1 WHERE id = 'a'", [(row?.n ?? 0) + 1]);
        }),
      ),
    );
    await Promise.all(works);
    for (const server of servers) expect(await of(server, 'a')).toBe(100);
    expect(begun).toBe(100);
  });

  it('takes a single connection from others, however many wait for the account', async () => {
    const database = await openAccounts();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = database.writeFor('a', () => held);
    const crowd = Array.from({ length: 100 }, () => countFor(database, 'a'));
    await countFor(database, 'b');
    expect(await of(database, 'b')).toBe(1);
    release();
    await Promise.all([first, ...crowd]);
    expect(await of(database, 'a')).toBe(100);
  });

  it('fails alone', async () => {
    const database = await openAccounts();
    const refused = database.writeFor('a', async (tx) => {
      await tx.query("UPDATE accounts SET n = 7 WHERE id = 'a'");
      throw new Error('refused');
    });
    const next = countFor(database, 'a');
    await expect(refused).rejects.toThrow('refused');
    await next;
    expect(await of(database, 'a')).toBe(1);
  });
});

describe('a schema', () => {
  it('is created once by the first process that starts', async () => {
    const all = await Promise.all([open(), open(), open()]);
    for (const database of all) expect(await countOf(database)).toBeUndefined();
  });

  it('serves programs of the previous version, until a step removes something they need', async () => {
    await open();
    const next = (servesFrom: number): Schema => ({
      name: 'counters',
      migrations: [...COUNTERS.migrations, { number: servesFrom + 1, servesFrom, statements: ['SELECT 1'] }],
    });
    await open(next(1));
    await open();
    await open({
      name: 'counters',
      migrations: [...next(1).migrations, { number: 3, servesFrom: 3, statements: [] }],
    });
    await expect(open()).rejects.toThrow('changed by a newer skiptrace-server');
  });

  it('of a commit before the first release is refused and left as it is', async () => {
    await open();
    const begun = { number: 100, servesFrom: 100, statements: ['CREATE TABLE later (a INT)'] };
    const squashed: Schema = { name: 'counters', migrations: [begun] };
    await expect(open(squashed)).rejects.toThrow(
      'by an earlier skiptrace-server, from before the first release',
    );
    const database = await open();
    expect(await database.query("SELECT to_regclass('later') AS found")).toEqual([{ found: null }]);
  });

  it('that fails halfway leaves nothing of its step', async () => {
    const broken: Schema = {
      name: 'counters',
      migrations: [
        { number: 1, servesFrom: 1, statements: ['CREATE TABLE halfway (a INT)', 'SELECT broken'] },
      ],
    };
    await expect(open(broken)).rejects.toThrow('broken');
    const database = await open();
    expect(await database.query("SELECT to_regclass('halfway') AS found")).toEqual([{ found: null }]);
  });
});

describe('a database that cannot be used', () => {
  it.each([
    ['a wrong password', (at: URL) => (at.password = 'wrong-one'), 'the user or the password is wrong'],
    ['no such database', (at: URL) => (at.pathname = '/nothing-here'), 'there is no database of that name'],
    ['no server', (at: URL) => (at.port = '1'), 'nothing listens there'],
    ['no TLS', (at: URL) => (at.search = '?sslmode=verify-full'), 'it speaks no TLS'],
    ['no such file', (at: URL) => (at.search = '?sslmode=verify-full&sslrootcert=/no/ca.pem'), '/no/ca.pem'],
  ])('is told in a sentence without the password: %s', async (_, change, sentence) => {
    const at = new URL(url);
    const { password } = at;
    change(at);
    const failed = await PostgresDatabase.open({
      url: at.href,
      name: 'test',
      entities: [],
      schemas: [],
    }).catch((error: unknown) => String(error));
    expect(failed).toContain(sentence);
    expect(failed).not.toContain(password);
    expect(failed).not.toContain('wrong-one');
  });
});
