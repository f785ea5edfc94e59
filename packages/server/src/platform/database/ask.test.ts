import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder, type Temporary } from '../../testing/temporary.js';
import { question, type Reader } from './ask.js';
import { serviceMigrations } from './sqlite/migrations.js';
import { asking } from './sqlite/sets.js';
import { SqliteDatabase } from './sqlite/sqlite-database.js';

const NAMES = question<{ name: string; email: string | null }>(
  { name: 'a.name', email: 'a.email' },
  'accounts a ON a.id = wanted.value',
);
const BALANCES = question<{ balanceCents: number }>(
  { balanceCents: 'a.balance_cents' },
  'accounts a ON a.id = wanted.value',
);
const DAYS = question<{ misses: number }>(
  { misses: 'd.misses' },
  'daily_lookups d ON d.account_id = wanted.value ->> 0 AND d.day = wanted.value ->> 1',
);
const ODD = `o'"][\\\u{1f600}`;

let folder: Temporary<string>;
let database: SqliteDatabase;
beforeAll(async () => {
  folder = await temporaryFolder();
  const file = path.join(folder.value, 'service.sqlite');
  database = await SqliteDatabase.open({
    path: file,
    entities: [],
    migrations: serviceMigrations,
    undo: 'memory',
  });
  await database.write(async (tx) => {
    for (const id of ['a', 'b', ODD]) {
      await tx.query(
        "INSERT INTO accounts (id, name, status, property_secret, created_at) VALUES (?, ?, 'active', 's', 0)",
        [id, `name of ${id}`],
      );
      await tx.query(
        'INSERT INTO daily_lookups (account_id, day, misses, matches, charged_cents) VALUES (?, ?, 3, 4, 0)',
        [id, '2026-11-21'],
      );
    }
  });
});
afterAll(async () => {
  await database.close();
  await folder.remove();
});

function counting() {
  const statements: string[] = [];
  const reader: Reader = {
    query: <T>(sql: string, parameters: unknown[]) => {
      statements.push(sql);
      return database.read.query<T>(sql, parameters);
    },
  };
  return { statements, ask: asking(reader) };
}

describe('questions', () => {
  it('asked at the same time are one statement, and each caller gets its own answer', async () => {
    const { statements, ask } = counting();
    const [first, second, balances, days] = await Promise.all([
      ask(NAMES, ['a', 'unknown']),
      ask(NAMES, ['b', 'a']),
      ask(BALANCES, ['a']),
      ask(DAYS, [JSON.stringify(['b', '2026-11-21']), JSON.stringify(['b', '2026-11-22'])]),
    ]);
    expect(statements).toHaveLength(1);
    expect([...first]).toEqual([['a', { name: 'name of a', email: null }]]);
    expect([...second.keys()]).toEqual(['b', 'a']);
    expect([...balances]).toEqual([['a', { balanceCents: 0 }]]);
    expect([...days.values()]).toEqual([{ misses: 3 }]);
  });

  it('have one SQL text, in whatever order they are asked', async () => {
    const { statements, ask } = counting();
    await Promise.all([ask(NAMES, ['a']), ask(BALANCES, ['b'])]);
    await Promise.all([ask(BALANCES, ['b']), ask(NAMES, ['a'])]);
    expect(statements).toHaveLength(2);
    expect(new Set(statements).size).toBe(1);
  });

  it('accept any key, and no keys at all', async () => {
    const { statements, ask } = counting();
    expect((await ask(NAMES, [ODD])).get(ODD)).toEqual({ name: `name of ${ODD}`, email: null });
    const day = JSON.stringify([ODD, '2026-11-21']);
    expect((await ask(DAYS, [day])).get(day)).toEqual({ misses: 3 });
    expect((await ask(NAMES, [])).size).toBe(0);
    expect(statements).toHaveLength(2);
  });
});
