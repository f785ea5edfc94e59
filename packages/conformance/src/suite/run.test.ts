import { afterEach, describe, expect, test } from 'vitest';
import { stoppedClock, StubServer, type StubAnswer, type StubRequest } from '../testing/stub.js';
import { check, inSection, type Check, expectStatus } from './check.js';
import { runChecks, type RunOptions } from './run.js';

let stub: StubServer | undefined;
afterEach(() => stub?.close());

const ACCOUNT = '/api/user/account';
const MISS = { success: true, found: false, contact: null };
const lookup = { method: 'POST', path: '/api/v1/skip-trace', key: 'pc_main', json: { address: '1 Main St' } };

const looksUp = check({
  id: 'looks-up',
  sentence: 'a lookup is answered',
  run: async ({ http }) => expectStatus(await http.send(lookup), 200),
});

async function run(
  checks: readonly Omit<Check, 'section'>[],
  answer: (request: StubRequest) => StubAnswer,
  options: Partial<RunOptions> = {},
) {
  stub = await StubServer.listen(answer);
  const base = { baseUrl: stub.url, key: 'pc_main', fixtures: {}, maxCostCents: 100, clock: stoppedClock };
  return runChecks(inSection('Section', checks), { ...base, ...options });
}

/** Requests of the checks; every account is read before them. */
const sent = (): StubRequest[] => (stub?.requests ?? []).filter(({ path }) => path !== ACCOUNT);

describe('a check', () => {
  test('passes if its sentence holds', async () => {
    const { results, spentCents } = await run([looksUp], () => ({ status: 200, json: MISS }));
    expect(results).toMatchObject([{ id: 'looks-up', outcome: 'passed', exchanges: 1 }]);
    expect(spentCents).toBe(0);
  });

  test('fails with the expected and the actual answer, and the request id', async () => {
    const headers = { 'x-request-id': 'req_1' };
    const { results } = await run([looksUp], () => ({
      status: 402,
      json: { error: 'no', balanceRequired: 4 },
      headers,
    }));
    expect(results).toMatchObject([{ outcome: 'failed', expected: 'status 200', requestId: 'req_1' }]);
    expect(results[0]?.exchange).toContain('POST /api/v1/skip-trace → 402');
  });

  test('fails if an answer that it did not check breaks the contract', async () => {
    const { results } = await run([looksUp], () => ({ status: 200, json: { ...MISS, success: 'yes' } }));
    expect(results).toMatchObject([{ outcome: 'failed', expected: 'an answer as in openapi.yaml' }]);
  });

  test('fails if its request is not answered, or if the check itself throws', async () => {
    const wrong = check({
      id: 'wrong',
      sentence: 'is wrong',
      run: () => Promise.reject(new TypeError('oops')),
    });
    const { results } = await run([looksUp, wrong], ({ path }) => ({
      status: path === lookup.path ? 'none' : 404,
    }));
    expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
    expect(results[0]?.expected).toBe('an answer');
    expect(results[1]?.received).toContain('oops');
  });

  test('is skipped, with the reason, if a fixture it needs is missing', async () => {
    const needs = check({ id: 'needs', sentence: 'needs', needs: ['miss'], run: () => undefined });
    const { results } = await run([needs], () => ({ status: 200 }));
    expect(results).toMatchObject([{ outcome: 'skipped' }]);
    expect(results[0]?.reason).toContain('the fixtures have no miss');
  });

  test('is skipped before it sends a request beyond the budget', async () => {
    const { results } = await run([looksUp, looksUp], () => ({ status: 200, json: MISS }), {
      maxCostCents: 3,
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped']);
    expect(results[0]?.reason).toContain('$0.04');
    expect(sent()).toEqual([]);
  });
});

test('checks that use up a window run last', async () => {
  const late = { ...looksUp, id: 'late', late: true };
  const { results } = await run([late, looksUp], () => ({ status: 200, json: MISS }));
  expect(results.map(({ id }) => id)).toEqual(['looks-up', 'late']);
});

test('a scenario runs once, and its failure is the failure of every check that builds on it', async () => {
  let runs = 0;
  const scenario = async () => {
    runs += 1;
    return Promise.reject(new Error('no job'));
  };
  const builds = (id: string) => check({ id, sentence: 'builds', run: (context) => context.once(scenario) });
  const { results } = await run([builds('a'), builds('b')], () => ({ status: 200 }));
  expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  expect(runs).toBe(1);
});

test('the key goes to the base URL only', async () => {
  const other = await StubServer.listen(() => ({ status: 200 }));
  const upload = check({
    id: 'upload',
    sentence: 'uploads',
    run: async ({ http, key }) => {
      await http.send({ method: 'PUT', path: `${other.url}/bucket`, key, body: 'a' });
      await http.send({ method: 'GET', path: '/nothing', key });
    },
  });
  await run([upload], () => ({ status: 404 }));
  expect(other.requests.map(({ authorization }) => authorization)).toEqual([undefined]);
  expect(sent().map(({ authorization }) => authorization)).toEqual(['Bearer pc_main']);
  await other.close();
});

describe('before the first check every account that can be charged is read, and', () => {
  const DEFAULTS = {
    mode: 'live',
    pricePerMatchCents: 4,
    dailyMisses: { limit: 250 },
    requestsPerMinute: { single: 500, bulk: 250 },
  };
  const fixtures = { purse: { key: 'pc_purse', balanceCents: 40 }, revokedKey: { key: 'pc_revoked' } };
  const answering =
    (account: (authorization: string | undefined) => StubAnswer) =>
    ({ path, authorization }: StubRequest): StubAnswer =>
      path === ACCOUNT ? account(authorization) : { status: 200, json: MISS };

  test('a price or limit of its own refuses the run, by the name of the account, and no further request is sent', async () => {
    const dear = answering((authorization) => ({
      status: 200,
      json: {
        ...DEFAULTS,
        ...(authorization === 'Bearer pc_purse' && {
          pricePerMatchCents: 50,
          dailyMisses: { limit: 10 },
          requestsPerMinute: { single: 100, bulk: 20 },
          freeRepeatDays: 30,
        }),
      },
    }));
    await expect(run([looksUp], dear, { fixtures })).rejects.toThrow(
      'these have others: purse (price of a match $0.50 instead of $0.04, free misses a day 10 instead of 250, ' +
        'single lookups 100 a minute instead of 500 a minute, bulk lookups 20 a minute instead of 250 a minute, free repeats for 30 days instead of 0 days). ' +
        'Set them back to the defaults or use other accounts; nothing was charged.',
    );
    expect(sent()).toEqual([]);
    const asked = stub?.requests.map(({ authorization }) => authorization).sort();
    expect(asked).toEqual(['Bearer pc_main', 'Bearer pc_purse']);
  });

  test('a test key refuses the run', async () => {
    const json = { ...DEFAULTS, mode: 'test', pricePerMatchCents: 0 };
    const testing = answering(() => ({ status: 200, json }));
    await expect(run([looksUp], testing)).rejects.toThrow('--key (a test key, which charges nothing');
  });

  test.each<[string, StubAnswer]>([
    ['the defaults', { status: 200, json: DEFAULTS }],
    ['a page', { status: 404 }],
    ['a page with status 200', { status: 200 }],
    ['another shape', { status: 200, json: { success: false, dailyMisses: 7, requestsPerMinute: null } }],
    ['an error with a price', { status: 403, json: { pricePerMatchCents: 50 } }],
  ])('%s let the run begin', async (_what, account) => {
    const { results } = await run(
      [looksUp],
      answering(() => account),
    );
    expect(results).toMatchObject([{ outcome: 'passed' }]);
  });
});
