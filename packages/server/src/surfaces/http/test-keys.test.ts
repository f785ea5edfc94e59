// Engines: SQLite, PostgreSQL at a release

import { requestExamples, responseExamples } from '@skiptrace/contract/examples';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUPLE, FAILURE, leads, LEADS_JOB, leadsForm, MATCH, MISS, rowOf } from '../../testing/sandbox.js';
import { temporaryServer, type Call, type TemporaryServer } from '../../testing/server.js';

const REAL = { address: '17 Juniper Ln', city: 'Dayton', state: 'OH', zip: '45402' };
const ADDRESSES = [MATCH, COUPLE, MISS, FAILURE, REAL];
/**
 * The directory has owners at three addresses: one of its own, one that the sandbox also has, and one that the sandbox lists as a
 * miss.
 */
const OWNERS = [
  'Address,City,State,Zip,First Name,Last Name,Phone 1',
  '17 Juniper Ln,Dayton,OH,45402,Real,Owner,9375550199',
  '100 Sandbox Match St,Austin,TX,78701,Real,Owner,5125550199',
  '404 Sandbox Miss Blvd,Reno,NV,89501,Real,Owner,7755550199',
].join('\n');
const FILE = leads(MATCH, COUPLE, MISS, REAL);

let server: TemporaryServer;
let testKey: string;
beforeAll(async () => {
  server = await temporaryServer({ sandbox: false, balanceCents: 1_000 });
  await server.importOwners(OWNERS);
  testKey = await newTestKey(server.account.accountId);
  await server.service.startWorker();
});
afterAll(() => server.close());

const newTestKey = async (accountId: string): Promise<string> => {
  const { accounts, database } = server.service;
  return (await database.write((tx) => accounts.createKey(tx, accountId, { mode: 'test' }))).apiKey;
};
const test = (id: Parameters<TemporaryServer['call']>[0], call: Call = {}) =>
  server.call(id, { key: testKey, ...call });

/** All state of an account that money or limits could change: its balance, its records, its reservations, its misses. */
async function purse(accountId = server.account.accountId) {
  const { database, billing, misses } = server.service;
  const { read } = database;
  return {
    balanceCents: await billing.balanceCents(accountId),
    records: await read.query('SELECT * FROM ledger_records WHERE account_id = $1', [accountId]),
    reservations: await read.query('SELECT * FROM reservations WHERE account_id = $1', [accountId]),
    lookups: await read.query('SELECT * FROM daily_lookups WHERE account_id = $1', [accountId]),
    misses: await misses.netToday(accountId),
  };
}

const upload = async (jobId: string, key = testKey, file = FILE) => {
  return server.call('uploadSkipTraceJobFile', { jobId, key, body: leadsForm(file) });
};
async function newJob(key: string): Promise<string> {
  const { json } = await server.call('createSkipTraceJob', { key, json: LEADS_JOB });
  return String(json.jobId);
}
const jobsOf = async (key: string): Promise<string[]> => {
  const { json } = await server.call('listSkipTraceJobs', { key });
  return (json.jobs as { id: string }[]).map(({ id }) => id);
};
describe('a test key', () => {
  it('begins with pc_test_, and a live one does not', () => {
    expect(testKey).toMatch(/^pc_test_[0-9A-Za-z]{40}$/);
    expect(server.account.apiKey).toMatch(/^pc_[0-9A-Za-z]{40}$/);
  });

  it('looks up the sandbox on a server that was started without it, as openapi.yaml shows, but charges 0', async () => {
    const shown = new Map(responseExamples('skipTraceSingle', 200).map(({ name, value }) => [name, value]));
    for (const { name, value: json } of requestExamples('skipTraceSingle')) {
      if (name === 'failure') continue;
      const answer = await test('skipTraceSingle', { json });
      const example = shown.get(name === 'addressOnly' ? 'match' : name) as { found: boolean };
      expect(answer.json).toEqual(example.found ? { ...example, charged: 0 } : example);
    }
  });

  it('fails at the failing address, without revealing internals', async () => {
    for (const { status, json } of [
      await test('skipTraceSingle', { json: FAILURE }),
      await test('skipTraceBulk', { json: { addresses: [MATCH, FAILURE] } }),
    ]) {
      expect(status).toBe(500);
      expect(Object.keys(json)).toEqual(['error']);
    }
  });

  it('never reaches the owners of the operator, not even at an address of the sandbox', async () => {
    for (const json of [REAL, MISS]) expect((await test('skipTraceSingle', { json })).json.found).toBe(false);
    const { json, text } = await test('skipTraceBulk', { json: { addresses: [MATCH, MISS, REAL, COUPLE] } });
    expect(json).toMatchObject({ matched: 2, totalCharged: 0 });
    expect(text).toContain('Jordan');
    expect(text).not.toContain('Real');
    // The live key finds the owners of the directory and none of the sandbox.
    const live = await server.call('skipTraceBulk', { json: { addresses: [MATCH, MISS, REAL, COUPLE] } });
    expect(live.json).toMatchObject({ matched: 3, totalCharged: 12 });
    expect(live.text).not.toMatch(/Jordan|Rivers/);
  });

  it('needs no balance and no allowance for misses', async () => {
    const { accountId } = await server.createAccount(0);
    const key = await newTestKey(accountId);
    await server.service.accounts.change(accountId, { terms: { dailyMisses: 1 } });
    expect((await server.call('skipTraceSingle', { key, json: MATCH })).json).toMatchObject({ charged: 0 });
    // With a live key the second request would be refused.
    for (let nth = 0; nth < 3; nth++)
      expect((await server.call('skipTraceSingle', { key, json: MISS })).status).toBe(200);
    const jobId = await newJob(key);
    await upload(jobId, key);
    await server.jobUntil({ jobId, key }, 'preview');
    expect((await server.call('confirmSkipTraceJob', { key, jobId })).json.totalChargeCents).toBe(0);
    await server.jobUntil({ jobId, key }, 'completed');
  });

  it('is limited in its requests as the account is, and uses up none of the requests of its live keys', async () => {
    const { accountId, apiKey } = await server.createAccount(100);
    await server.service.accounts.change(accountId, { terms: { singlePerMinute: 2 } });
    const key = await newTestKey(accountId);
    const statuses = [];
    for (let nth = 0; nth < 3; nth++) {
      statuses.push((await server.call('skipTraceSingle', { key, json: MATCH })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    for (const status of [200, 200, 429])
      expect((await server.call('skipTraceSingle', { key: apiKey, json: MATCH })).status).toBe(status);
  });

  it('shows its mode and its price', async () => {
    const { json } = await test('getAccount');
    expect(json).toMatchObject({ mode: 'test', pricePerMatchCents: 0 });
    expect((await server.call('getAccount')).json).toMatchObject({ mode: 'live', pricePerMatchCents: 4 });
  });

  it('ends with its revocation', async () => {
    const { accountId } = await server.createAccount(0);
    const key = await newTestKey(accountId);
    await server.service.accounts.revokeKey(key);
    expect((await server.call('skipTraceSingle', { key, json: MATCH })).status).toBe(401);
  });
});

describe('an Idempotency-Key', () => {
  it('is separate for a test key and a live one', async () => {
    const headers = { 'idempotency-key': 'both' };
    const inTest = await test('skipTraceSingle', { json: REAL, headers });
    const live = await server.call('skipTraceSingle', { json: REAL, headers });
    expect([inTest.json.found, live.json.found]).toEqual([false, true]);
    expect(live.headers.get('idempotency-replayed')).toBeNull();
    // A different body doesn't conflict across the modes, and each is replayed in its own mode.
    const again = await test('skipTraceSingle', { json: REAL, headers });
    expect([again.json.found, again.headers.get('idempotency-replayed')]).toEqual([false, 'true']);
    expect((await test('skipTraceSingle', { json: MATCH, headers })).status).toBe(400);
  });

  it('replays a test match for 0', async () => {
    const call = { json: { addresses: [MATCH, MISS] }, headers: { 'idempotency-key': 'bulk' } };
    const first = await test('skipTraceBulk', call);
    const again = await test('skipTraceBulk', call);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.json).toEqual(first.json);
    expect(first.json.totalCharged).toBe(0);
  });
});

describe('a test job', () => {
  it('is matched with the sandbox alone, waits for approval, is free, and gives an enriched file', async () => {
    const before = await purse();
    const jobId = await newJob(testKey);
    await upload(jobId);
    const preview = await server.jobUntil({ jobId, key: testKey }, 'preview');
    expect(preview).toMatchObject({
      totalRows: 4,
      matchedRows: 2,
      pricePerRowCents: 0,
      totalChargeCents: 0,
    });
    await test('confirmSkipTraceJob', { jobId });
    const { downloadUrl } = await server.jobUntil({ jobId, key: testKey }, 'completed');
    const result = await (await fetch(String(downloadUrl))).text();
    expect(result).toContain('Jordan');
    expect(result).toContain('Alex');
    expect(result).not.toContain('Real');
    expect(await purse()).toEqual(before);
    expect(await server.service.jobFindings()).toEqual([]);
  });

  it('fails free of charge when a row is the failing address', async () => {
    const { accountId } = await server.createAccount(8);
    const key = await newTestKey(accountId);
    const before = await purse(accountId);
    const jobId = await newJob(key);
    await upload(jobId, key, FILE + rowOf(FAILURE));
    const { errorMessage } = await server.jobUntil({ jobId, key }, 'failed');
    expect(errorMessage).toContain('Nothing was charged.');
    expect(await purse(accountId)).toEqual(before);
  });

  it('is matched with the operator’s owners alone when it is live', async () => {
    const key = server.account.apiKey;
    const jobId = await newJob(key);
    await upload(jobId, key);
    expect(await server.jobUntil({ jobId, key }, 'preview')).toMatchObject({
      matchedRows: 3,
      totalChargeCents: 12,
    });
    await server.call('cancelSkipTraceJob', { jobId, key });
  });

  it('is unknown to a live key, and a live job is unknown to a test key', async () => {
    const liveKey = server.account.apiKey;
    const jobs = { live: await newJob(liveKey), test: await newJob(testKey) };
    expect(await jobsOf(liveKey)).toContain(jobs.live);
    expect(await jobsOf(liveKey)).not.toContain(jobs.test);
    expect(await jobsOf(testKey)).toContain(jobs.test);
    expect(await jobsOf(testKey)).not.toContain(jobs.live);
    for (const [jobId, key] of [
      [jobs.live, testKey],
      [jobs.test, liveKey],
    ] as const) {
      const unknown = await server.call('getSkipTraceJob', { key, jobId: server.account.accountId });
      for (const id of [
        'getSkipTraceJob',
        'markSkipTraceJobUploaded',
        'confirmSkipTraceJob',
        'cancelSkipTraceJob',
      ] as const) {
        const { status, json } = await server.call(id, { key, jobId });
        expect([status, json]).toEqual([404, unknown.json]);
      }
      expect((await upload(jobId, key)).status).toBe(404);
    }
  });

  it('uses up none of the share of live jobs', async () => {
    const few = await temporaryServer({ env: { OPEN_JOBS_PER_ACCOUNT: '1' }, balanceCents: 0 });
    try {
      const { accounts, database } = few.service;
      const { accountId } = few.account;
      const { apiKey } = await database.write((tx) => accounts.createKey(tx, accountId, { mode: 'test' }));
      const statuses = [];
      for (const key of [apiKey, apiKey, few.account.apiKey, few.account.apiKey]) {
        statuses.push((await few.call('createSkipTraceJob', { key, json: LEADS_JOB })).status);
      }
      expect(statuses).toEqual([201, 429, 201, 429]);
    } finally {
      await few.close();
    }
  });
});

describe('money', () => {
  const address = fc.constantFrom(...ADDRESSES);
  const idempotencyKey = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('single' as const), address, idempotencyKey }),
    fc.record({
      kind: fc.constant('bulk' as const),
      addresses: fc.array(address, { minLength: 1, maxLength: 5 }),
      idempotencyKey,
    }),
    fc.record({ kind: fc.constant('create' as const), idempotencyKey }),
    fc.record({
      kind: fc.constantFrom('upload' as const, 'confirm' as const, 'cancel' as const, 'wait' as const),
      job: fc.nat({ max: 3 }),
    }),
    fc.record({ kind: fc.constant('account' as const) }),
  );
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  const untilIdle = () =>
    expect.poll(() => server.service.taskBacklog(), { timeout: 20_000, interval: 30 }).toEqual([]);

  async function take(step: Step, key: string, jobs: string[]): Promise<number> {
    const headers: Record<string, string> =
      'idempotencyKey' in step && step.idempotencyKey !== undefined
        ? { 'idempotency-key': step.idempotencyKey }
        : {};
    const jobId = 'job' in step ? (jobs[step.job % Math.max(1, jobs.length)] ?? 'none') : 'none';
    switch (step.kind) {
      case 'single':
        return (await server.call('skipTraceSingle', { key, headers, json: step.address })).status;
      case 'bulk': {
        const json = { addresses: step.addresses };
        return (await server.call('skipTraceBulk', { key, headers, json })).status;
      }
      case 'create': {
        const { status, json } = await server.call('createSkipTraceJob', { key, headers, json: LEADS_JOB });
        if (status === 201) jobs.push(String(json.jobId));
        return status;
      }
      case 'upload':
        return (await upload(jobId, key)).status;
      case 'confirm':
        return (await server.call('confirmSkipTraceJob', { key, jobId })).status;
      case 'cancel':
        return (await server.call('cancelSkipTraceJob', { key, jobId })).status;
      case 'wait':
        await untilIdle();
        return 200;
      case 'account':
        return (await server.call('getAccount', { key })).status;
    }
  }

  it('is never moved, held or counted by any sequence of requests with a test key', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 20 }),
        fc.array(step, { minLength: 1, maxLength: 14 }),
        async (balanceCents, steps) => {
          const { accountId } = await server.createAccount(balanceCents);
          const key = await newTestKey(accountId);
          const before = await purse(accountId);
          const jobs: string[] = [];
          for (const next of steps) expect(await take(next, key, jobs)).not.toBe(402);
          await untilIdle();
          expect(await purse(accountId)).toEqual(before);
        },
      ),
      { numRuns: 25 },
    );
    expect(await server.service.ledgerFindings()).toEqual([]);
    expect(await server.service.jobFindings()).toEqual([]);
  });
});
