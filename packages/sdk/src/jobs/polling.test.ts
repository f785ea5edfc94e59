import { describe, expect, it } from 'vitest';

import { failure, setup } from '../testing/harness.js';
import { csv, request } from '../testing/job-harness.js';
import { htmlPage, notFound, rateLimited, reply, reset, serverError, stall } from '../testing/index.js';

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

  it('asks after 1 s, then ever more slowly up to 30 s, and anew when the status moves', async () => {
    const { client, server, clock } = await setup();
    server.script('getSkipTraceJob', ...Array.from({ length: 12 }, () => at('processing')), at('preview'));
    await client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview();
    expect(clock.slept[0]).toBe(1_000);
    expect(clock.slept.at(-1)).toBe(30_000);
    expect(clock.slept).toEqual([...clock.slept].sort((a, b) => a - b));
    clock.slept.length = 0;
    server.script('getSkipTraceJob', at('confirmed'), at('confirmed'), at('generating'), at('completed'));
    await client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForCompleted();
    expect(clock.slept).toEqual([1_000, 1_500, 1_000]);
  });

  it('honours Retry-After of answers and refusals', async () => {
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

  it('survives five failures in a row and no sixth', async () => {
    const { client, server } = await setup({ timeoutMs: 700 });
    const failures = [htmlPage(502), reset(), serverError(), stall(), htmlPage(503)];
    server.script('getSkipTraceJob', ...failures, at('processing'), ...failures, at('preview'));
    expect(await client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview()).toMatchObject({
      status: 'preview',
    });
    server.script('getSkipTraceJob', ...failures, htmlPage(502));
    expect(
      await failure(client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview()),
    ).toMatchObject({ code: 'server_error' });
  });

  it('ends at once on an error that does not pass', async () => {
    const { client, server } = await setup();
    server.script('getSkipTraceJob', notFound());
    expect(
      await failure(client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview()),
    ).toMatchObject({ code: 'not_found' });
    expect(server.requests).toHaveLength(1);
  });

  it('throws the typed end of a job that failed or was cancelled', async () => {
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

  it('takes a status it does not know for "not yet", without haste', async () => {
    const { client, server, clock } = await setup();
    server.script('getSkipTraceJob', at('quarantined'), at('quarantined'), at('preview'));
    await client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview();
    expect(clock.slept).toEqual([1_000, 1_500]);
  });

  it('ends with the last status when its time is up', async () => {
    const { client, server } = await setup();
    server.script('getSkipTraceJob', ...Array.from({ length: 9 }, () => at('processing')));
    const error = await failure(
      client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90').waitForPreview({ timeoutMs: 5_000 }),
    );
    expect(error).toMatchObject({ code: 'job_timeout', lastStatus: 'processing', retryable: true });
    expect(server.requests.length).toBeLessThan(6);
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
