import { describe, expect, it } from 'vitest';
import { failure, setup, csv, doneThenReset, previewed, request } from '../testing/harness.js';
import {
  actOnSocket,
  conflict,
  htmlPage,
  insufficientBalance,
  rateLimited,
  reply,
  reset,
  type Scenario,
  serverError,
} from '../testing/index.js';

describe('confirming', () => {
  it('above maxCostCents, or at another price than approved, is refused before anything is sent', async () => {
    const context = await setup();
    const job = await previewed(context);
    expect(await failure(job.confirm({ maxCostCents: 7 }))).toMatchObject({
      code: 'cost_limit',
      totalChargeCents: 8,
      limitCents: 7,
    });
    expect(await failure(job.confirm({ expectedTotalCents: 4 }))).toMatchObject({
      code: 'cost_limit',
      limitCents: 4,
    });
    expect(context.server.seen('confirmSkipTraceJob')).toHaveLength(0);
    expect(context.server.service.balanceCents).toBe(100_000);
  });

  it('that was carried out although the connection broke is a success, charged once', async () => {
    const context = await setup();
    const { server } = context;
    const job = await previewed(context);
    server.script('confirmSkipTraceJob', doneThenReset(server, 'confirmSkipTraceJob', job.id));
    expect(await job.confirm()).toMatchObject({ totalChargeCents: 8 });
    expect(server.seen('confirmSkipTraceJob')).toHaveLength(1);
    expect(server.service.balanceCents).toBe(99_992);
  });

  it('is sent again only after the job was read and still waits for it', async () => {
    const context = await setup();
    const { server } = context;
    const job = await previewed(context);
    const reads = server.seen('getSkipTraceJob').length;
    server.script('confirmSkipTraceJob', reset(), serverError());
    expect(await job.confirm()).toMatchObject({ totalChargeCents: 8 });
    expect(server.seen('confirmSkipTraceJob')).toHaveLength(3);
    expect(server.seen('getSkipTraceJob').length - reads).toBe(2);
    expect(server.service.balanceCents).toBe(99_992);
  });

  it('has an unknown outcome if the job cannot be read either', async () => {
    const context = await setup({ maxRetries: 0 });
    const { server } = context;
    const job = await previewed(context);
    server.script('confirmSkipTraceJob', reset()).script('getSkipTraceJob', htmlPage(502));
    expect(await failure(job.confirm())).toMatchObject({ code: 'unknown_outcome', mayHaveBeenCharged: true });
    expect(server.seen('confirmSkipTraceJob')).toHaveLength(1);
  });

  it('returns status, headers, request id and the number of requests', async () => {
    const context = await setup();
    const { server } = context;
    const job = await previewed(context);
    const sent = await job.confirm().withResponse();
    expect(sent).toMatchObject({ data: { totalChargeCents: 8 }, status: 200, attempts: 1 });
    expect(sent.requestId).toBe(sent.headers.get('x-request-id'));
    expect(sent.requestId).toBeTruthy();
    const other = await previewed(context);
    server.script('confirmSkipTraceJob', doneThenReset(server, 'confirmSkipTraceJob', other.id));
    // The broken request, and the read of the job that showed its success.
    const read = await other.confirm().withResponse();
    expect(read).toMatchObject({ data: { totalChargeCents: 8 }, status: 200, attempts: 2 });
    expect(read.requestId).not.toBe(sent.requestId);
  });

  it('that always fails at the server ends with its 500, and nothing was charged', async () => {
    const context = await setup();
    const job = await previewed(context);
    context.server.script('confirmSkipTraceJob', serverError(), serverError(), serverError());
    expect(await failure(job.confirm())).toMatchObject({ code: 'server_error', mayHaveBeenCharged: false });
  });

  // A gateway may give up on a request that the service still carries out after every answer.
  it.each<[string, Scenario[]]>([
    ['a 500 before and after it', [serverError(), reset(), serverError()]],
    ['a 500 that is a gateway’s page', [htmlPage(500), serverError(), serverError()]],
    ['a limit after it', [htmlPage(504), rateLimited('9999')]],
    ['a refusal of the key after it', [reset(), reply(401, { error: 'Unauthorized' })]],
  ])('that may still be on its way is never said to be harmless to repeat: %s', async (_, answers) => {
    const context = await setup();
    const job = await previewed(context);
    context.server.script('confirmSkipTraceJob', ...answers);
    expect(await failure(job.confirm({ maxRetryAfterMs: 1_000 }))).toMatchObject({
      code: 'unknown_outcome',
      retryable: false,
      mayHaveBeenCharged: true,
    });
  });

  it('that is refused for lack of money was not carried out by an earlier request either', async () => {
    const context = await setup();
    const job = await previewed(context);
    context.server.script('confirmSkipTraceJob', reset(), insufficientBalance(8));
    expect(await failure(job.confirm())).toMatchObject({ code: 'insufficient_balance' });
  });

  it('twice is a conflict that names the status', async () => {
    const context = await setup();
    const job = await previewed(context);
    await job.confirm();
    for (const options of [{}, { maxCostCents: 8 }])
      expect(await failure(job.confirm(options))).toMatchObject({
        code: 'conflict',
        status: 409,
        currentStatus: 'confirmed',
      });
    expect(context.server.service.balanceCents).toBe(99_992);
  });

  it('after an unclear outcome does not mistake a cancelled job for a paid one', async () => {
    const context = await setup();
    const { server } = context;
    const job = await previewed(context);
    server.script('confirmSkipTraceJob', (response) => {
      server.service.put(job.id, { status: 'cancelled' });
      actOnSocket(reset(), response);
    });
    expect(await failure(job.confirm())).toMatchObject({ code: 'job_cancelled' });
  });
});

describe('cancelling', () => {
  it('that was carried out although the connection broke is a success', async () => {
    const context = await setup();
    const job = await previewed(context);
    context.server.script('cancelSkipTraceJob', doneThenReset(context.server, 'cancelSkipTraceJob', job.id));
    expect(await job.cancel()).toMatchObject({ status: 'cancelled' });
    expect(context.server.seen('cancelSkipTraceJob')).toHaveLength(1);
  });

  it('returns the HTTP response as well, like the upload before it', async () => {
    const { client } = await setup();
    const job = await client.jobs.create(request);
    const uploaded = await job.upload(csv).withResponse();
    expect(uploaded).toMatchObject({ data: { jobId: job.id }, status: 200, attempts: 1 });
    await job.waitForPreview();
    const cancelled = await job.cancel().withResponse();
    expect(cancelled).toMatchObject({ data: { status: 'cancelled' }, status: 200, attempts: 1 });
    expect(cancelled.headers.get('content-type')).toContain('application/json');
  });

  it('of a confirmed job is a conflict', async () => {
    const context = await setup();
    const job = await previewed(context);
    await job.confirm();
    expect(await failure(job.cancel())).toMatchObject({ code: 'conflict', currentStatus: 'confirmed' });
  });
});

it('a conflict that does not follow an unclear attempt is thrown unchanged', async () => {
  const context = await setup();
  const job = await previewed(context);
  context.server.script('confirmSkipTraceJob', conflict('processing'));
  expect(await failure(job.confirm())).toMatchObject({ code: 'conflict', currentStatus: 'processing' });
  expect(context.server.seen('confirmSkipTraceJob')).toHaveLength(1);
});
