// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, expect, it } from 'vitest';
import { MS_PER_DAY } from '../../platform/clock.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
});
afterAll(() => server.close());

const CHOICES = {
  overrides: { houseNumber: 'Situs House #', streetName: 'Situs Street', address: '' },
  headerRow: 3,
  renameColumns: false,
};
const headersOf = (n: number): string => n.toString(16).padStart(64, '0');

async function customer() {
  const { accountId, apiKey } = await server.createAccount(0);
  const browser = await server.signedIn(apiKey);
  return {
    accountId,
    read: async (n: number) => (await browser.ask(`/app/api/column-choices/${headersOf(n)}`)).json['choices'],
    keep: async (n: number, choices: object | null) =>
      (await browser.ask(`/app/api/column-choices/${headersOf(n)}`, { method: 'PUT', json: { choices } }))
        .status,
  };
}

it('choices about columns are kept for the next list with the same headers, for this account only', async () => {
  const one = await customer();
  const other = await customer();
  expect(await one.read(1)).toBeNull();
  expect(await one.keep(1, { ...CHOICES, headerRow: null })).toBe(204);
  expect(await one.keep(1, CHOICES)).toBe(204);
  expect(await one.read(1)).toEqual(CHOICES);
  expect([await one.read(2), await other.read(1)]).toEqual([null, null]);
  expect(await other.keep(1, null)).toBe(204);
  expect(await one.read(1)).toEqual(CHOICES);
  expect(await one.keep(1, null)).toBe(204);
  expect(await one.read(1)).toBeNull();
});

it('are neither shown to a test key nor changed by it', async () => {
  const { accountId, keep, read } = await customer();
  await keep(1, CHOICES);
  const { apiKey } = await server.service.database.write((tx) =>
    server.service.accounts.createKey(tx, accountId, { label: 'tests', mode: 'test' }),
  );
  const test = await server.signedIn(apiKey);
  const path = `/app/api/column-choices/${headersOf(1)}`;
  expect((await test.ask(path)).json['choices']).toBeNull();
  await test.ask(path, { method: 'PUT', json: { choices: null } });
  expect(await read(1)).toEqual(CHOICES);
  await keep(1, null);
});

it('accepts names of columns and nothing else', async () => {
  const { keep } = await customer();
  expect(await keep(1, { ...CHOICES, rows: ['Jane Doe'] })).toBe(400);
  expect(await keep(1, { ...CHOICES, overrides: { address: 'x'.repeat(501) } })).toBe(400);
});

it('is bounded: the most recently used choices stay, for a year', async () => {
  const { read, keep } = await customer();
  for (let n = 1; n <= 51; n++) {
    server.clock.shiftMs += 1_000;
    await keep(n, CHOICES);
  }
  expect([await read(1), await read(2)]).toEqual([null, CHOICES]);
  expect(await server.service.columnChoices.sweep()).toBe(0);
  server.clock.shiftMs += 365 * MS_PER_DAY;
  expect(await server.service.columnChoices.sweep()).toBe(50);
});
