import { http } from 'msw';
import { setupServer } from 'msw/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isSkipTraceError, SkipTrace } from '../index.js';
import { apiKey, failure, setup, message } from './harness.js';
import {
  badRequest,
  conflict,
  contractAnswers,
  dailyMissLimit,
  deprecated,
  FakeClock,
  htmlPage,
  idempotencyConflict,
  insufficientBalance,
  MswScenarios,
  notFound,
  rateLimited,
  reset,
  resetInBody,
  serverError,
  slow,
  stall,
  stallInBody,
  unauthorized,
} from './index.js';

const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };
const jobId = '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90';
const params = { path: { jobId } };
const columnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };

/** Every operation of the contract, through the public client. */
const calls = {
  skipTraceSingle: (client: SkipTrace) => client.lookup(address),
  skipTraceBulk: (client: SkipTrace) =>
    client.raw.POST('/api/v1/skip-trace-bulk', { body: { addresses: [address] } }),
  listSkipTraceJobs: (client: SkipTrace) => client.jobs.list(),
  createSkipTraceJob: (client: SkipTrace) => client.jobs.create({ filename: 'leads.csv', columnMapping }),
  getSkipTraceJob: (client: SkipTrace) => client.jobs.get(jobId),
  uploadSkipTraceJobFile: (client: SkipTrace) => client.jobs.handle(jobId).upload(Buffer.from('Address\n')),
  markSkipTraceJobUploaded: (client: SkipTrace) =>
    client.raw.POST('/api/user/skip-trace/{jobId}/uploaded', { params }),
  confirmSkipTraceJob: (client: SkipTrace) =>
    client.raw.POST('/api/user/skip-trace/{jobId}/confirm', { params }),
  cancelSkipTraceJob: (client: SkipTrace) =>
    client.raw.POST('/api/user/skip-trace/{jobId}/cancel', { params }),
  getAccount: (client: SkipTrace) => client.account(),
  listDeliveries: (client: SkipTrace) => client.deliveries(),
  sendContactMessage: (client: SkipTrace) => client.contact(message),
};

const codes: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  402: 'insufficient_balance',
  404: 'not_found',
  409: 'conflict',
};

/** An action on a job that answers 500 is unclear, and this server does not know the job that would decide it. */
const unclearAfter500 = /^(markSkipTraceJobUploaded|confirm|cancel|upload)/;

describe.each(contractAnswers())('$name', ({ name, operation, status, scenario }) => {
  it('is understood', async () => {
    const { client, server, clock } = await setup({ maxRetries: 0, maxRetryAfterMs: 3_600_000 });
    server.script(operation, scenario);
    const call = calls[operation](client);
    if (status < 300) return void expect(await call).toBeTruthy();
    const error = await failure(call);
    expect(error).toMatchObject({ operation, status, attempts: 1 });
    const said = JSON.parse(String(scenario.body)) as Record<string, unknown>;
    if (status === 429 && 'dailyMissLimit' in said) {
      expect(error).toMatchObject({ code: 'daily_miss_limit', dailyMissLimit: said['dailyMissLimit'] });
    } else if (status === 429) {
      expect(error).toMatchObject({ code: 'rate_limited', retryAt: new Date(clock.now() + 12_000) });
    } else if (status === 500) {
      const code = unclearAfter500.test(operation) ? 'unknown_outcome' : 'server_error';
      expect(error).toMatchObject({ code });
    } else {
      const code = name.endsWith('keyOfAnotherBody') ? 'idempotency_conflict' : codes[status];
      expect(error).toMatchObject({ code, mayHaveBeenCharged: false });
      expect(error.message).toContain(said['error']);
    }
    if (isSkipTraceError(error, 'insufficient_balance')) {
      expect(error.balanceRequiredCents).toBe(said['balanceRequired']);
    }
    if (isSkipTraceError(error, 'conflict')) {
      expect(String(said['error'])).toMatch(new RegExp(`is ${error.currentStatus}$`));
    }
  });
});

describe('a scripted error', () => {
  it.each([
    ['invalid_request', badRequest('address is required')],
    ['idempotency_conflict', idempotencyConflict()],
    ['unauthorized', unauthorized()],
    ['insufficient_balance', insufficientBalance()],
    ['job_not_found', notFound()],
    ['job_status_conflict', conflict('preview')],
    ['rate_limited', rateLimited('12')],
    ['daily_miss_limit', dailyMissLimit()],
    ['server_error', serverError()],
  ])("has the service's code %s", async (serviceCode, scenario) => {
    const { client, server } = await setup({ maxRetries: 0 });
    server.script('lookup', scenario);
    expect(await failure(client.lookup(address))).toMatchObject({ status: scenario.status, serviceCode });
  });
});

describe('with msw, a client on fetch', () => {
  const baseUrl = 'http://skiptrace.example.com';

  function onMsw(options: { timeoutMs?: number; honorsKeys?: boolean } = {}) {
    const scenarios = new MswScenarios(http, baseUrl, options);
    const network = setupServer(...scenarios.handlers);
    network.listen({ onUnhandledRequest: 'error' });
    onTestFinished(() => network.close());
    const { timeoutMs } = options;
    const clock = new FakeClock();
    const client = new SkipTrace({ apiKey, baseUrl, clock, timeoutMs, fetch: globalThis.fetch });
    return { scenarios, client, clock };
  }

  it('gets answers from the same service', async () => {
    const { client, scenarios } = onMsw();
    expect(await client.lookup(address)).toMatchObject({ found: true, chargedCents: 4 });
    const job = await client.jobs.create({ filename: 'leads.csv', columnMapping });
    await job.upload(Buffer.from('Address,City,State,Zip\n'));
    expect(scenarios.seen('uploadSkipTraceJobFile')[0]?.file?.bytes).toBe(23);
    expect(await job.waitForPreview()).toMatchObject({ status: 'preview', totalChargeCents: 8 });
    await job.confirm();
    await job.waitForCompleted();
    expect(scenarios.service.balanceCents).toBe(100_000 - 4 - 8);
    expect(scenarios.requests[0]?.headers['authorization']).toBe(`Bearer ${apiKey}`);
  });

  it('gets each failure as on a socket', async () => {
    const { client, scenarios, clock } = onMsw({ timeoutMs: 500 });
    scenarios.script('skipTraceSingle', rateLimited('7'), slow(20, deprecated(htmlPage(502))));
    expect(await failure(client.lookup(address))).toMatchObject({ code: 'unknown_outcome', attempts: 2 });
    expect(clock.slept).toEqual([7_000]);
    for (const fault of [reset(), resetInBody(), stall(), stallInBody()]) {
      scenarios.script('skipTraceSingle', fault);
      expect(await failure(client.lookup(address)), fault.fault).toMatchObject({
        code: 'unknown_outcome',
        mayHaveBeenCharged: true,
      });
    }
    scenarios.script('listSkipTraceJobs', reset(), stall(), htmlPage(503));
    expect(await client.jobs.list()).toEqual([]);
  });
});
