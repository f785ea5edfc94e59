import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder, type Temporary } from '../../../testing/temporary.js';
import { PreparedConnection } from './open-file.js';

let folder: Temporary<string>;
let connection: PreparedConnection;
const all = (sql: string, ...values: unknown[]) =>
  new Promise<unknown[]>((resolve, reject) => {
    connection.all(sql, values, (error: Error | null, rows: unknown[]) =>
      error === null ? resolve(rows) : reject(error),
    );
  });
const close = () =>
  new Promise<void>((resolve, reject) =>
    connection.close((error) => (error === null ? resolve() : reject(error))),
  );

beforeEach(async () => {
  folder = await temporaryFolder();
  await new Promise<void>((resolve, reject) => {
    connection = new PreparedConnection(path.join(folder.value, 'x.sqlite'), (error) =>
      error === null ? resolve() : reject(error),
    );
  });
  await all('CREATE TABLE purse (id INTEGER PRIMARY KEY, cents INTEGER CHECK (cents >= 0))');
  await all('INSERT INTO purse VALUES (?, ?), (?, ?)', 1, 10, 2, 20);
});
afterEach(() => folder.remove());

describe('a connection that keeps its statements', () => {
  it('runs a text again with other values, even many at once, and closes', async () => {
    const cents = (id: number) => all('SELECT cents FROM purse WHERE id = ?', id);
    const answers = await Promise.all([1, 2, 3, 1].map(cents));
    expect(answers).toEqual([[{ cents: 10 }], [{ cents: 20 }], [], [{ cents: 10 }]]);
    expect(await cents(2)).toEqual([{ cents: 20 }]);
    await close();
  });

  it('continues after an error in the text or its values', async () => {
    await expect(all('SELECT euros FROM purse')).rejects.toThrow('no such column');
    const change = (by: number) => all('UPDATE purse SET cents = cents + ? WHERE id = 1', by);
    await change(1);
    await expect(change(-100)).rejects.toThrow('CHECK constraint');
    await change(1);
    expect(await all('SELECT cents FROM purse WHERE id = 1')).toEqual([{ cents: 12 }]);
    await close();
  });

  it('commits again after another connection held the file too long', async () => {
    await all('PRAGMA journal_mode = WAL');
    await all('PRAGMA busy_timeout = 100');
    await all('CREATE TEMP VIEW paid AS SELECT NULL AS cents');
    await all(
      'CREATE TEMP TRIGGER pay INSTEAD OF INSERT ON paid BEGIN UPDATE purse SET cents = cents + NEW.cents; END',
    );
    const pay = () => all('INSERT INTO paid VALUES (?)', 1);
    await pay();
    const other = await new Promise<PreparedConnection>((resolve, reject) => {
      const opened = new PreparedConnection(path.join(folder.value, 'x.sqlite'), (error) =>
        error === null ? resolve(opened) : reject(error),
      );
    });
    await other.query('BEGIN IMMEDIATE');
    await expect(pay()).rejects.toThrow('SQLITE_BUSY');
    await other.query('UPDATE purse SET cents = cents + 100');
    await other.query('COMMIT');
    await all('BEGIN IMMEDIATE');
    await all('UPDATE purse SET cents = cents + 1');
    await all('COMMIT');
    await pay();
    expect(await all('SELECT cents FROM purse WHERE id = 1')).toEqual([{ cents: 113 }]);
    await new Promise<void>((resolve) => other.close(() => resolve()));
    await close();
  });

  it('refuses statements after it was closed', async () => {
    await close();
    await expect(all('SELECT * FROM purse')).rejects.toThrow('SQLITE_MISUSE');
  });

  it('leaves no statement open that would keep a transaction from ending or a table from changing', async () => {
    for (let round = 0; round < 3; round += 1) {
      await all('BEGIN IMMEDIATE');
      await all('UPDATE purse SET cents = cents + 1 RETURNING id');
      await all('COMMIT');
    }
    await all('ALTER TABLE purse ADD COLUMN note TEXT');
    expect(await all('SELECT * FROM purse WHERE id = 2')).toEqual([{ id: 2, cents: 23, note: null }]);
    await all('DROP TABLE purse');
    await close();
  });

  it('keeps a bounded number of statements, and still runs each text', async () => {
    const texts = Array.from({ length: 450 }, (_, index) => `SELECT ${index} AS n`);
    const answers = await Promise.all(texts.map((text) => all(text)));
    expect(answers).toEqual(texts.map((_, n) => [{ n }]));
    expect(await all('SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await close();
  });
});
