import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { question } from '../ask.js';
import type { Settle, SettledTables } from '../database.js';
import { EACH } from './sets.js';
import { SqliteDatabase } from './sqlite-database.js';

const createPurse = {
  name: 'CreatePurse1700000000000',
  statements: [
    'CREATE TABLE purse (id INTEGER PRIMARY KEY, cents INTEGER NOT NULL CHECK (cents >= 0))',
    'INSERT INTO purse VALUES (1, 0)',
  ],
};

let folder: string;
let database: SqliteDatabase;
const open = () =>
  SqliteDatabase.open({
    path: path.join(folder, 'purse.sqlite'),
    entities: [],
    migrations: [createPurse],
    undo: 'memory',
  });

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-uow-'));
  database = await open();
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const add = (cents: number) =>
  database.write(async (tx) => {
    await tx.query('UPDATE purse SET cents = cents + ? WHERE id = 1', [cents]);
  });
const cents = async (from: SqliteDatabase = database): Promise<number> => {
  const [row] = await from.read.query<{ cents: number }[]>('SELECT cents FROM purse');
  return row?.cents ?? Number.NaN;
};

describe('the unit of work', () => {
  it('keeps acknowledged works and nothing of refused ones, whatever the order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 40 }), async (steps) => {
        const before = await cents();
        const results = await Promise.allSettled(steps.map(add));
        const kept = steps.filter((_, index) => results[index]?.status === 'fulfilled');
        expect(await cents()).toBe(before + kept.reduce((sum, step) => sum + step, 0));
      }),
      { numRuns: 50 },
    );
  });

  it('lets one work of a group fail alone', async () => {
    const results = await Promise.allSettled([add(5), add(-100), add(7)]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await cents()).toBe(12);
  });

  it('shows readers only committed data', async () => {
    let seenInside = Number.NaN;
    await database.write(async (tx) => {
      await tx.query('UPDATE purse SET cents = 99 WHERE id = 1');
      seenInside = await cents();
    });
    expect(seenInside).toBe(0);
    expect(await cents()).toBe(99);
  });

  it('waits its turn behind another process that writes to the same file', async () => {
    const other = await open();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? database : other).write(async (tx) => {
          const [row] = await tx.query<{ cents: number }[]>('SELECT cents FROM purse');
          await tx.query('UPDATE purse SET cents = ?', [(row?.cents ?? 0) + 1]);
        }),
      ),
    );
    expect(await cents(other)).toBe(20);
    await other.close();
  });
});

describe('a settlement', () => {
  const PURSE = question<{ cents: number }>(
    { cents: 'p.cents' },
    'purse p ON p.id = CAST(wanted.value AS INTEGER)',
  );
  const SET_CENTS = `UPDATE purse SET cents = one.value FROM ${EACH} AS one WHERE purse.id = 1`;
  /** Two statements, each of which sets the cents if there is something to set. */
  const tables: SettledTables<null, number, { first: number[]; second: number[] }> = {
    read: async (ask) => (await ask(PURSE, ['1'])).get('1')?.cents ?? Number.NaN,
    statements: [SET_CENTS, SET_CENTS],
    rows: ({ first, second }) => [JSON.stringify(first), JSON.stringify(second)],
  };
  type SettlePurse = Settle<null, number, { first: number[]; second: number[] }>;
  let settle: SettlePurse;
  let decided = 0;
  beforeEach(async () => {
    decided = 0;
    settle = await database.defineSettlement(tables);
  });

  /** Adds by writing the sum, so that an increment based on a stale sum would be lost. */
  const addTo = (purse: SettlePurse, more: number) =>
    purse(null, (before) => {
      decided += 1;
      return { value: before + more, changes: { first: [], second: [before + more] } };
    });

  it('is decided on the data at the time of its write, even beside works and another process', async () => {
    const other = await open();
    const settleThere = await other.defineSettlement(tables);
    const writes = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0 ? add(1) : addTo(index % 3 === 1 ? settle : settleThere, 1),
    );
    await Promise.all(writes);
    expect(await cents()).toBe(60);
    // Otherwise no write came between a read and its write, and this test proves nothing.
    expect(decided).toBeGreaterThan(40);
    await other.close();
  });

  it('does all of its writes or, when one is refused, none, and the next continues', async () => {
    const refused = settle(null, () => ({ value: null, changes: { first: [5], second: [-1] } }));
    await expect(refused).rejects.toThrow('CHECK constraint');
    expect(await cents()).toBe(0);
    const failing = settle(null, () => {
      throw new Error('no decision');
    });
    await expect(failing).rejects.toThrow('no decision');
    expect(await addTo(settle, 7)).toBe(7);
    expect(await cents()).toBe(7);
  });

  it('does not depend on the rolled-back writes of an earlier work', async () => {
    const rolledBack = () =>
      database.write(async (tx) => {
        await tx.query('UPDATE purse SET cents = 3');
        throw new Error('rolled back');
      });
    await expect(rolledBack()).rejects.toThrow('rolled back');
    const [first, second, third] = await Promise.allSettled([add(1), rolledBack(), add(1)]);
    expect([first.status, second.status, third.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await addTo(settle, 1)).toBe(3);
    expect(await cents()).toBe(3);
  });

  it('may decide to write nothing', async () => {
    const nothing = { first: [], second: [] };
    expect(await settle(null, () => ({ value: 'refused', changes: nothing }))).toBe('refused');
  });
});
