import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { RealServer, run } from './support/processes.js';

const BALANCE_CENTS = 1_000;
const examples = path.resolve(import.meta.dirname, '../examples');

describe('the example programs, against the real server with its sandbox', () => {
  let server: RealServer;
  let account: { accountId: string; apiKey: string };
  const balanceCents = async () => (await server.operator('balance', 'show', account.accountId)).balanceCents;
  const example = (name: string, ...args: string[]) =>
    run(path.join(examples, name), args, {
      SKIPTRACE_BASE_URL: server.url,
      SKIPTRACE_API_KEY: account.apiKey,
    });

  beforeAll(async () => {
    server = await RealServer.create();
    account = await server.account(BALANCE_CENTS);
    await server.start('--sandbox');
  });
  afterAll(() => server.remove());

  it('look up one address and a list, and pay for the matches only', async () => {
    const { code, stdout, stderr } = await example('lookup-and-bulk.mjs');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^Owner: \S+ \S+, \d{10}/);
    expect(lines.slice(1)).toEqual([
      'Charged: 4 cents',
      expect.stringMatching(/^A-1: \S+ .* \(4 cents\)$/) as string,
      'A-2: no owner found (free)',
      expect.stringMatching(/^A-3: \S+ .* \(0 cents\)$/) as string,
      'A-4: zip must be 5 digits (not sent)',
      'Bulk: 2 matched, 1 missed, 1 rejected, 4 cents',
      expect.stringMatching(/^Expected: No job with this id/) as string,
    ]);
    expect(await balanceCents()).toBe(BALANCE_CENTS - 8);
  });

  it('take a file the whole way', { timeout: 90_000 }, async () => {
    const before = Number(await balanceCents());
    const { code, stdout, stderr } = await example('run-a-csv-job.mjs');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain('2 of 3 rows matched: 8 cents');
    expect(stdout).toMatch(/^completed: job [0-9a-f-]{36}, 8 cents charged$/m);
    expect(stdout).toMatch(/^Lead,Address,City,State,Zip,Skip Trace Status,/m);
    expect(stdout).toMatch(/^A-1,100 Sandbox Match St,Austin,TX,78701,Matched,/m);
    expect(stdout).toMatch(/^A-2,404 Sandbox Miss Blvd,Reno,NV,89501,,/m);
    expect(await balanceCents()).toBe(before - 8);
  });
});
