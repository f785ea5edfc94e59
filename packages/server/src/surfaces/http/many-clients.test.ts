// Engines: SQLite, PostgreSQL at a release

import { rm } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TERMS } from '../../money/accounts/index.js';
import { FAILURE, leads, MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer, type Answer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
  await server.service.startWorker();
});
afterAll(() => server.close());

const JOB_FILE = leads(MATCH, { ...MATCH, address: '1 No Such Rd' });

const address = fc.constantFrom(MATCH, MATCH, MATCH, MISS, FAILURE);
type Generated<Made> = Made extends fc.Arbitrary<infer T> ? T : never;

/**
 * Few keys, so that clients repeat each other's requests; the same key with a different body happens, too.
 */
const key = fc.option(fc.constantFrom('k1', 'k2', 'k3', 'k4'), { nil: null });
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('single' as const), address, key }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('bulk' as const),
      addresses: fc.array(address, { minLength: 1, maxLength: 6 }),
      key,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('confirm' as const) }) },
);
type Step = Generated<typeof step>;

/** One account, the concurrent steps of its clients, and whether its job fails. */
const household = fc.record({
  balanceCents: fc.integer({ min: 0, max: 30 }).map((matches) => matches * DEFAULT_TERMS.priceCents),
  clients: fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 4 }),
  jobFails: fc.boolean(),
});

/** A job that waits to be confirmed. If it is to fail afterwards, its upload is removed. */
async function previewed(apiKey: string, fails: boolean): Promise<string> {
  const jobId = await server.preview(JOB_FILE, { key: apiKey });
  if (fails) await rm(path.join(server.dataDir, 'files', jobId), { recursive: true });
  return jobId;
}

function send(act: Step, apiKey: string, jobId: string): Promise<Answer> {
  if (act.kind === 'confirm') return server.call('confirmSkipTraceJob', { key: apiKey, jobId });
  const headers = act.key === null ? {} : { 'idempotency-key': act.key };
  return act.kind === 'single'
    ? server.call('skipTraceSingle', { key: apiKey, json: act.address, headers })
    : server.call('skipTraceBulk', { key: apiKey, json: { addresses: act.addresses }, headers });
}

/** The amount that an answer reports as charged. */
function toldCents({ status, headers, json }: Answer): number {
  if (status !== 200 || headers.get('idempotency-replayed') !== null) return 0;
  return Number(json.charged ?? json.totalCharged ?? json.totalChargeCents ?? 0);
}

interface Told {
  act: Step;
  answer: Answer;
}

async function live({ balanceCents, clients, jobFails }: Generated<typeof household>) {
  const { accountId, apiKey } = await server.createAccount(balanceCents);
  const jobId = await previewed(apiKey, jobFails);
  const told: Told[] = [];
  await Promise.all(
    clients.map(async (steps) => {
      for (const act of steps) told.push({ act, answer: await send(act, apiKey, jobId) });
    }),
  );
  const confirmed = told.filter(({ act, answer }) => act.kind === 'confirm' && answer.status === 200);
  const job =
    confirmed.length === 0 ? null : await server.jobUntil({ jobId, key: apiKey }, 'completed', 'failed');
  return { accountId, balanceCents, jobId, jobFails, told, confirmed, job };
}

async function requireBooksAgree({
  accountId,
  balanceCents,
  jobId,
  jobFails,
  told,
  confirmed,
  job,
}: Awaited<ReturnType<typeof live>>) {
  const { billing } = server.service;
  // Charges by reference: a request, or the job.
  const charged = new Map<string, number>();
  for (const { type, amountCents, reference } of await billing.records(accountId, 10_000)) {
    if (type === 'top_up' || reference === null) continue;
    charged.set(reference, (charged.get(reference) ?? 0) - amountCents);
  }
  expect(confirmed.length).toBeLessThanOrEqual(1);
  expect(job?.status).toBe(job === null ? undefined : jobFails ? 'failed' : 'completed');
  expect(charged.get(jobId) ?? 0).toBe(job?.status === 'completed' ? DEFAULT_TERMS.priceCents : 0);
  charged.delete(jobId);

  const first = new Map<string, string>();
  for (const { act, answer } of told) {
    if (act.kind === 'confirm') {
      expect([200, 402, 409]).toContain(answer.status);
      continue;
    }
    const requestId = answer.headers.get('x-request-id') ?? '';
    expect([requestId, charged.get(requestId) ?? 0]).toEqual([requestId, toldCents(answer)]);
    charged.delete(requestId);
    const isFault = act.kind === 'single' ? act.address === FAILURE : act.addresses.includes(FAILURE);
    expect([200, 402, ...(isFault ? [500] : []), ...(act.key === null ? [] : [400])]).toContain(
      answer.status,
    );
    if (act.key === null || answer.status !== 200) continue;
    const slot = `${act.kind} ${act.key}`;
    if (first.has(slot)) expect(answer.text).toBe(first.get(slot));
    first.set(slot, answer.text);
  }
  // No account paid for a request without an answer.
  expect([...charged.values()].filter((cents) => cents !== 0)).toEqual([]);
  const paid = told.filter(({ act }) => act.kind !== 'confirm').map(({ answer }) => toldCents(answer));
  const jobCents = job?.status === 'completed' ? DEFAULT_TERMS.priceCents : 0;
  expect(await billing.balanceCents(accountId)).toBe(
    balanceCents - jobCents - paid.reduce((sum, cents) => sum + cents, 0),
  );
}

describe('many clients at once', () => {
  it('leave a ledger that agrees with every answer, whatever they send', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(household, { minLength: 1, maxLength: 4 }), async (households) => {
        const lives = await Promise.all(households.map(live));
        for (const lived of lives) await requireBooksAgree(lived);
        expect(await server.service.ledgerFindings()).toEqual([]);
        expect(await server.service.jobFindings()).toEqual([]);
      }),
      // No shrinking: which requests overlap depends on the machine, so a smaller case would not fail in the
      // same way.
      { numRuns: 7, endOnFailure: true },
    );
  }, 60_000);
});
