import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  failure,
  setup,
  temporaryFolder,
  until,
  columnMapping,
  completed,
  csv,
  previewed,
} from '../testing/harness.js';
import { actOnSocket, FakeClock, htmlPage, reply, reset, stall, type Step } from '../testing/index.js';

describe('deadlineMs bounds', () => {
  it('the whole confirmation, however often it is tried', async () => {
    const context = await setup();
    const job = await previewed(context);
    context.server.script('confirmSkipTraceJob', reset(), reset(), reset());
    context.server.script('getSkipTraceJob', stall());
    const error = await failure(job.confirm({ deadlineMs: 150 }));
    expect(error).toMatchObject({ code: 'unknown_outcome', mayHaveBeenCharged: true });
    expect(context.server.seen('getSkipTraceJob').length).toBeLessThan(6);
  });

  it('a download without progress', async () => {
    const context = await setup();
    const job = await completed(context);
    context.server.script('signed-download', stall());
    const error = await failure(job.download(join(await temporaryFolder(), 'a.csv'), { deadlineMs: 150 }));
    expect(error).toMatchObject({ code: 'timeout', limit: 'deadlineMs', jobId: job.id });
    expect(context.server.seen('signed-download')).toHaveLength(1);
  });

  it('a wait, also as the client’s own deadline', async () => {
    const context = await setup({ deadlineMs: 4_000 });
    const job = await context.client.jobs.create({ filename: 'a.csv', columnMapping });
    expect(await failure(job.waitForPreview())).toMatchObject({ code: 'job_timeout', lastStatus: 'pending' });
  });

  it('a whole run, and the error allows continuing it', async () => {
    const context = await setup();
    const stillProcessing: Step = (response) => {
      const [job] = context.server.service.jobs.values();
      actOnSocket(reply(200, { ...job, status: 'processing' }), response);
    };
    context.server.script('getSkipTraceJob', ...Array.from({ length: 99 }, () => stillProcessing));
    const run = context.client.jobs.run(csv, {
      filename: 'a.csv',
      columnMapping,
      onPreview: () => 'confirm',
      deadlineMs: 30_000,
    });
    const error = await failure(run);
    expect(error).toMatchObject({ code: 'job_timeout', lastStatus: 'processing' });
    expect(error.jobId).toBe([...context.server.service.jobs.keys()][0]);
    expect(context.client.jobs.resume(error.resumeToken ?? '').id).toBe(error.jobId);
  });
});

it('close() ends a wait, and nothing is sent afterwards', async () => {
  const clock = new FakeClock({ manual: true });
  const { client, server } = await setup({ clock });
  const job = await client.jobs.create({ filename: 'a.csv', columnMapping });
  const waiting = failure(job.waitForPreview());
  await until(() => clock.sleeping === 1);
  const asked = server.requests.length;
  await client.close();
  expect(await waiting).toMatchObject({ code: 'aborted', mayHaveBeenCharged: false });
  // Nothing waits that could send more.
  expect(clock.sleeping).toBe(0);
  expect(server.requests).toHaveLength(asked);
});

it('a second upload of a presigned job is a conflict that names its status', async () => {
  const context = await setup({}, { uploadMethod: 'presigned' });
  const job = await previewed(context);
  context.server.script('signed-upload', htmlPage(409));
  expect(await failure(job.upload(csv))).toMatchObject({
    code: 'conflict',
    currentStatus: 'preview',
    status: 409,
  });
});
