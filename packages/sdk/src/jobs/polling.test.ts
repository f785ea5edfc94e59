import { describe, expect, it } from 'vitest';
import { failure, setup, csv, previewed, request } from '../testing/harness.js';
import {
  actOnSocket,
  htmlPage,
  notFound,
  rateLimited,
  reply,
  reset,
  serverError,
  stall,
  type Step,
} from '../testing/index.js';

describe('waiting', () => {
  const at = (status: string, more: object = {}, headers: Record<string, string> = {}) =>
    reply(
      200,
      {
        id: '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90',
        status,
        filename: 'leads.csv',
        createdAt: '',
        updatedAt: '',
        ...more,
      },
      headers,
    );

  it('reads after 250 ms, then ever more slowly up to 30 s, and starts over when the status changes', async () => {
    const { client, server, clock } = await setup();
    server.script('getSkipTraceJob', ...Array.from({ length: 16 }, () => at('processing')), at('preview'));
    await client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview();
    expect(clock.slept[0]).toBe(250);
    expect(clock.slept.at(-1)).toBe(30_000);
    expect(clock.slept).toEqual([...clock.slept].sort((a, b) => a - b));
    clock.slept.length = 0;
    server.script('getSkipTraceJob', at('confirmed'), at('confirmed'), at('generating'), at('completed'));
    await client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForCompleted();
    expect(clock.slept).toEqual([250, 375, 250]);
  });

  it('honors Retry-After of answers and refusals', async () => {
    const { client, server, clock } = await setup();
    server.script(
      'getSkipTraceJob',
      at('processing', {}, { 'retry-after': '12' }),
      rateLimited('90'),
      at('preview'),
    );
    await client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview();
    expect(clock.slept).toEqual([12_000, 90_000]);
  });

  it('continues through a two-minute deploy: pages, refusals, garbled answers, broken connections', async () => {
    const { client, server, clock } = await setup({ timeoutMs: 700 });
    const failures = [htmlPage(502), reset(), serverError(), stall(), htmlPage(200), reply(200, {})];
    server.script('getSkipTraceJob', ...failures, at('processing'), ...failures.slice(1), at('preview'));
    expect(await client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview()).toMatchObject({
      status: 'preview',
    });
    const outage = clock.monotonic() + 120_000;
    const down: Step = (response) =>
      actOnSocket(clock.monotonic() < outage ? htmlPage(503) : at('completed'), response);
    server.script('getSkipTraceJob', ...Array.from({ length: 20 }, () => down));
    expect(await client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForCompleted()).toMatchObject(
      { status: 'completed' },
    );
  });

  it('gives up on a server that is away for longer', async () => {
    const { client, server, clock } = await setup();
    server.script('getSkipTraceJob', ...Array.from({ length: 30 }, () => htmlPage(503)));
    const startedAt = clock.monotonic();
    expect(
      await failure(client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview()),
    ).toMatchObject({
      code: 'server_error',
      status: 503,
    });
    expect(clock.monotonic() - startedAt).toBeGreaterThan(120_000);
    expect(server.requests.length).toBeLessThan(20);
  });

  it('for the file of a job that waits for its confirmation is a conflict, not an endless wait', async () => {
    const context = await setup();
    const job = await previewed(context);
    expect(await failure(job.waitForCompleted())).toMatchObject({
      code: 'conflict',
      currentStatus: 'preview',
      jobId: job.id,
    });
  });

  it('reports reads that failed, like any other retry', async () => {
    const told: string[] = [];
    const { client, server } = await setup({
      onRetry: ({ operation, error }) => void told.push(`${operation} ${error.code}`),
    });
    server.script('getSkipTraceJob', htmlPage(503), at('preview'));
    await client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview();
    expect(told).toEqual(['getSkipTraceJob server_error']);
  });

  it('returns the answer of the read that ended it', async () => {
    const context = await setup();
    const job = await context.client.jobs.create(request);
    await job.upload(csv);
    const { data, status, requestId } = await job.waitForPreview().withResponse();
    expect({ data: data.status, status }).toEqual({ data: 'preview', status: 200 });
    expect(requestId).toMatch(/^req-/);
  });

  it('ends at once on an error that is not transient', async () => {
    const { client, server } = await setup();
    server.script('getSkipTraceJob', notFound());
    expect(
      await failure(client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview()),
    ).toMatchObject({ code: 'not_found' });
    expect(server.requests).toHaveLength(1);
  });

  it('throws the typed error of a job that failed or was cancelled', async () => {
    const { client, server } = await setup();
    server.script(
      'getSkipTraceJob',
      at('failed', { errorMessage: 'The file has no column "Zip".', refundCents: 8 }),
      at('cancelled'),
    );
    const job = client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90');
    expect(await failure(job.waitForCompleted())).toMatchObject({
      code: 'job_failed',
      errorMessage: 'The file has no column "Zip".',
      refundCents: 8,
    });
    expect(await failure(job.waitForCompleted())).toMatchObject({
      code: 'job_cancelled',
      jobId: '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90',
    });
  });

  it('treats an unknown status as "not yet", and waits at the usual pace', async () => {
    const { client, server, clock } = await setup();
    server.script('getSkipTraceJob', at('quarantined'), at('quarantined'), at('preview'));
    await client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview();
    expect(clock.slept).toEqual([250, 375]);
  });

  it('ends with the last status when its time is up', async () => {
    const { client, server } = await setup();
    server.script('getSkipTraceJob', ...Array.from({ length: 9 }, () => at('processing')));
    const error = await failure(
      client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview({ deadlineMs: 5_000 }),
    );
    expect(error).toMatchObject({ code: 'job_timeout', lastStatus: 'processing', retryable: true });
    expect(server.requests.length).toBeLessThan(8);
  });

  it('stops at the signal', async () => {
    const { client, server } = await setup();
    server.script('getSkipTraceJob', stall());
    const signal = AbortSignal.timeout(50);
    expect(
      await failure(client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview({ signal })),
    ).toMatchObject({
      code: 'aborted',
    });
  });

  it('in watch yields each change once and ends with the job', async () => {
    const context = await setup();
    const job = await context.client.jobs.create(request);
    await job.upload(csv);
    const seen: string[] = [];
    for await (const { status } of job.watch()) {
      seen.push(status);
      if (status === 'preview') await job.confirm();
    }
    expect(seen).toEqual(['uploaded', 'processing', 'preview', 'confirmed', 'generating', 'completed']);
  });
});
