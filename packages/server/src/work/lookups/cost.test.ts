// Engines: SQLite, PostgreSQL
/**
 * Counts of the work of one single lookup: patterns tried to find its operation, texts given to the parser, calls and statements of the
 * database, rows written, digests, JSON texts. A number that grows fails; one that shrinks is written down here in the same commit.
 *
 * Each count is the least of several lookups, because the server's own clock-driven work (seals, the queue) may fall into one of them.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';
import sqlite3 from 'sqlite3';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { operationsAt } from '../../surfaces/http/contract/operations.js';
import { engineOfTests } from '../../testing/engines.js';
import { MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

type Count = 'texts' | 'calls' | 'statements' | 'digests' | 'json';
const counted = vi.hoisted(() => ({ texts: 0, calls: 0, statements: 0, digests: 0, json: 0 }));

vi.mock('@skiptrace/address', async (original) => {
  const functions: Record<string, unknown> = await original();
  const isText = (value: unknown) =>
    typeof value === 'string' || (typeof value === 'object' && value !== null && !('otherReadings' in value));
  const counting = (name: string) => {
    const call = functions[name];
    if (typeof call !== 'function') throw new Error(`@skiptrace/address has no ${name}`);
    return (...given: unknown[]): unknown => {
      if (isText(given[0])) counted.texts++;
      return Reflect.apply(call, undefined, given);
    };
  };
  const names = [
    ...['parseAddress', 'standardize', 'matchKeys', 'nearKeys', 'propertyKey', 'houseNumbers'],
    'compare',
  ];
  return { ...functions, ...Object.fromEntries(names.map((name) => [name, counting(name)])) };
});

/** Counts each call of a method of an object, and goes on with it. */
function count(target: object, method: string, name: Count): void {
  const call: unknown = Reflect.get(target, method);
  if (typeof call !== 'function') throw new Error(`${method} is no method`);
  Reflect.set(target, method, function counting(this: unknown, ...given: unknown[]): unknown {
    counted[name]++;
    return Reflect.apply(call, this, given);
  });
}

let server: TemporaryServer;
beforeAll(async () => {
  for (const method of ['run', 'get', 'all', 'each']) count(sqlite3.Statement.prototype, method, 'calls');
  count(sqlite3.Database.prototype, 'exec', 'calls');
  count(pg.Client.prototype, 'query', 'calls');
  traceStatements();
  count(JSON, 'stringify', 'json');
  count(JSON, 'parse', 'json');
  count(crypto, 'createHash', 'digests');
  count(crypto, 'createHmac', 'digests');
  if ('hash' in crypto) count(crypto, 'hash', 'digests');
  syncBuiltinESMExports();
  server = await temporaryServer();
});
afterAll(() => server.close());

/** Counts what SQLite runs, the statements of triggers too. PostgreSQL's statements are its calls. */
function traceStatements(): void {
  const traced = new WeakSet();
  const { prepare } = sqlite3.Database.prototype;
  sqlite3.Database.prototype.prepare = function tracing(this: sqlite3.Database, ...given) {
    if (!traced.has(this)) {
      traced.add(this);
      this.on('trace', () => counted.statements++);
    }
    return Reflect.apply(prepare, this, given) as sqlite3.Statement;
  };
}

const LOOKUPS = 8;

const leastOf = (counts: readonly Cost[]): Cost =>
  counts.reduce((least, one) => {
    const next = { ...least };
    for (const name of Object.keys(least) as Count[]) next[name] = Math.min(least[name], one[name]);
    return next;
  });

type Cost = Record<Count, number>;

/** A new account's lookups of one address. */
async function customer(address: typeof MATCH) {
  const { apiKey } = await server.createAccount(10_000);
  const body = JSON.stringify(address);
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return async (): Promise<Cost> => {
    const before = { ...counted };
    await (await fetch(`${server.url}/api/v1/skip-trace`, { method: 'POST', headers, body })).text();
    const cost = { ...counted };
    for (const name of Object.keys(cost) as Count[]) cost[name] -= before[name];
    return cost;
  };
}

/** The least of each count over several lookups of an address. */
async function costOf(address: typeof MATCH): Promise<Cost> {
  const lookUp = await customer(address);
  await lookUp();
  const costs: Cost[] = [];
  for (let i = 0; i < LOOKUPS; i++) costs.push(await lookUp());
  return leastOf(costs);
}

/** Rows that a lookup of an address inserts (`+1`) and changes (`~1`), by table, with the indexes that an inserted row is in. */
async function rowsOf(address: typeof MATCH): Promise<Record<string, string>> {
  const lookUp = await customer(address);
  await lookUp();
  const before = await tables();
  await lookUp();
  const after = await tables();
  const written: Record<string, string> = {};
  for (const [table, { rows, indexes }] of after) {
    const known = before.get(table)?.rows ?? [];
    const added = rows.length - known.length;
    const changed = rows.filter((row) => !known.includes(row)).length - added;
    if (added > 0) written[table] = `+${added}, ${indexes} indexes`;
    else if (changed > 0) written[table] = `~${changed}`;
  }
  return written;
}

/** Every row of every table of the service's database as JSON, and the number of its indexes. */
async function tables(): Promise<Map<string, { rows: string[]; indexes: number }>> {
  const { read } = server.service.database;
  const found = new Map<string, { rows: string[]; indexes: number }>();
  const names: { name: string }[] = await read.query(
    engineOfTests.name === 'SQLite'
      ? "SELECT name FROM sqlite_master WHERE type = 'table'"
      : 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  for (const { name: tableName } of names) {
    const rows: unknown[] = await read.query(`SELECT * FROM ${tableName}`);
    const indexes: { number: number | string }[] = await read.query(
      engineOfTests.name === 'SQLite'
        ? `SELECT COUNT(*) AS number FROM pragma_index_list('${tableName}')`
        : `SELECT COUNT(*) AS number FROM pg_indexes WHERE tablename = '${tableName}'`,
    );
    found.set(tableName, {
      rows: rows.map((row) => JSON.stringify(row)),
      indexes: Number(indexes[0]?.number ?? 0),
    });
  }
  return found;
}

interface Expected {
  readonly match: Cost;
  readonly miss: Cost;
}

/** The costs today. On PostgreSQL each statement is a call. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  SQLite: {
    match: { texts: 1, calls: 5, statements: 18, digests: 3, json: 26 },
    // Candidates are two texts: the keys, and each record once, however many keys it has.
    miss: { texts: 1, calls: 6, statements: 19, digests: 1, json: 28 },
  },
  PostgreSQL: {
    match: { texts: 1, calls: 9, statements: 0, digests: 3, json: 13 },
    miss: { texts: 1, calls: 10, statements: 0, digests: 1, json: 12 },
  },
};

/** Rate windows are in a file of their own on SQLite. */
const WINDOWS = engineOfTests.name === 'SQLite' ? {} : { rate_windows: '~1' };

const above = (cost: Cost, most: Cost | undefined): string[] =>
  (Object.keys(cost) as Count[])
    .filter((name) => cost[name] > (most?.[name] ?? 0))
    .map((name) => `${name}: ${cost[name]}`);

it('costs no more for a match than is written here', async () => {
  expect(above(await costOf(MATCH), EXPECTED[engineOfTests.name]?.match)).toEqual([]);
});

it('costs no more for a miss than is written here', async () => {
  expect(above(await costOf(MISS), EXPECTED[engineOfTests.name]?.miss)).toEqual([]);
});

it('writes these rows for a match, and the count of the day for a miss', async () => {
  expect(await rowsOf(MATCH)).toEqual({
    accounts: '~1',
    // Two of them leave charges of lookups out. Seven B-trees in all on SQLite: accounts, two here, daily_lookups, saved_lookups, and two of
    // the log.
    ledger_records: '+1, 4 indexes',
    daily_lookups: '~1',
    saved_lookups: '+1, 1 indexes',
    // Two indexes find other kinds of entries. PostgreSQL counts the primary key as an index, SQLite keeps it in the table.
    audit_entries: engineOfTests.name === 'SQLite' ? '+1, 3 indexes' : '+1, 4 indexes',
    ...WINDOWS,
  });
  expect(await rowsOf(MISS)).toEqual({ daily_lookups: '~1', ...WINDOWS });
});

it('tries no pattern to find an operation without a parameter in its path', () => {
  const tried = vi.spyOn(RegExp.prototype, 'test');
  const found = operationsAt('/api/v1/skip-trace').map(({ id }) => id);
  const { length } = tried.mock.calls;
  tried.mockRestore();
  expect([found, length]).toEqual([['skipTraceSingle'], 0]);
});
