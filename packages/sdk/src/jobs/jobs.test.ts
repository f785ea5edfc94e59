import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';

import { describe, expect, it, onTestFinished } from 'vitest';

import { isSkipTraceError, type RunOptions, SkipTrace } from '../index.js';
import { apiKey, failure, setup, temporaryFolder } from '../testing/harness.js';
import {
  conflict,
  htmlPage,
  notFound,
  rateLimited,
  reply,
  reset,
  serverError,
  type ScenarioServer,
  stall,
  type Step,
} from '../testing/index.js';

const columnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
const request = { filename: 'leads.csv', columnMapping };
const csv = Buffer.from('Address,City,State,Zip\r\n100 Sandbox Match St,Austin,TX,78701\r\n');

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Carries the request out and drops the connection before the answer leaves. */
function doneThenReset(
  server: ScenarioServer,
  operation: 'confirmSkipTraceJob' | 'cancelSkipTraceJob' | 'uploadSkipTraceJobFile',
  jobId: string,
): Step {
  return (response) => {
    server.service.answer({ operation, jobId, json: undefined, origin: server.url });
    reset()(response);
  };
}

async function previewed(context: Awaited<ReturnType<typeof setup>>) {
  const job = await context.client.jobs.create(request);
  await job.upload(csv);
  await job.waitForPreview();
  return job;
}

async function completed(context: Awaited<ReturnType<typeof setup>>) {
  const job = await previewed(context);
  await job.confirm();
  await job.waitForCompleted();
  return job;
}

describe('a job', () => {
  it('goes from creation to the enriched file', async () => {
    const context = await setup();
    const { client, server } = context;
    const folder = await temporaryFolder();
    const job = await client.jobs.create(request);
    expect(await job.upload(csv)).toMatchObject({ status: 'uploaded' });
    expect(await job.waitForPreview()).toMatchObject({
      status: 'preview',
      matchedRows: 2,
      totalChargeCents: 8,
    });
    expect(await job.confirm({ maxCostCents: 8, expectedTotalCents: 8 })).toMatchObject({
      totalChargeCents: 8,
    });
    expect(await job.waitForCompleted()).toMatchObject({ status: 'completed' });
    const output = join(folder, 'leads.enriched.csv');
    expect(await job.download(output)).toEqual({ bytes: server.service.enriched.length });
    expect(await readFile(output)).toEqual(Buffer.from(server.service.enriched));
    expect(await readdir(folder)).toEqual(['leads.enriched.csv']);
    expect((await client.jobs.list()).map(({ id }) => id)).toEqual([job.id]);
    expect(await client.jobs.get(job.id)).toMatchObject({ status: 'completed' });
  });

  it('is not thenable, so that it can be awaited for', async () => {
    const { client } = await setup();
    expect('then' in client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90')).toBe(false);
    expect(() => client.jobs.handle('')).toThrow(expect.objectContaining({ code: 'configuration' }));
  });
});

describe('an upload', () => {
  const large = randomBytes(3_000_000);

  it.each([
    ['a path', async () => (await fileOf(large)).path],
    ['a Buffer', () => Promise.resolve(large)],
    ['a Blob', () => Promise.resolve(new Blob([large]))],
    [
      'a factory of streams',
      () =>
        Promise.resolve({
          size: large.length,
          stream: () => Readable.from([large.subarray(0, 7), large.subarray(7)]),
        }),
    ],
  ])('from %s arrives byte for byte with its exact length, by both methods', async (_, source) => {
    for (const uploadMethod of ['direct', 'presigned'] as const) {
      const { client, server } = await setup({}, { uploadMethod });
      const job = await client.jobs.create(request);
      const progress: number[] = [];
      await job.upload(await source(), { onProgress: ({ bytes }) => progress.push(bytes) });
      const [seen] = server.seen(uploadMethod === 'direct' ? 'uploadSkipTraceJobFile' : 'signed-upload');
      expect(seen?.file).toEqual({ bytes: large.length, sha256: sha256(large) });
      expect(seen?.headers['transfer-encoding']).toBeUndefined();
      expect(Number(seen?.headers['content-length'])).toBeGreaterThanOrEqual(large.length);
      expect(progress.at(-1)).toBe(large.length);
      expect(progress).toEqual([...progress].sort((a, b) => a - b));
    }
  });

  it('to a signed address carries text/csv and no key, and is then reported', async () => {
    const { client, server } = await setup({}, { uploadMethod: 'presigned' });
    const job = await client.jobs.create(request);
    await job.upload(csv);
    const [put] = server.seen('signed-upload');
    expect(put?.headers).toMatchObject({ 'content-type': 'text/csv', 'content-length': String(csv.length) });
    expect(JSON.stringify(put?.headers)).not.toContain(apiKey);
    expect(server.seen('markSkipTraceJobUploaded')).toHaveLength(1);
  });

  it('goes to the client’s own server with its key, wherever the answer said', async () => {
    const { client, server } = await setup();
    const elsewhere = await setup();
    server.script(
      'createSkipTraceJob',
      reply(201, {
        jobId: 'j-1',
        uploadMethod: 'direct',
        uploadUrl: `${elsewhere.server.url}/api/user/skip-trace/j-1/upload`,
      }),
    );
    server.script('uploadSkipTraceJobFile', reply(200, { status: 'uploaded', jobId: 'j-1' }));
    await (await client.jobs.create(request)).upload(csv);
    expect(server.seen('uploadSkipTraceJobFile')[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(elsewhere.server.requests).toHaveLength(0);
  });

  it('starts again from the first byte when it broke and the job still waits for it', async () => {
    const { client, server } = await setup();
    const job = await client.jobs.create(request);
    server.script('uploadSkipTraceJobFile', reset(), serverError());
    await job.upload(large);
    expect(server.seen('uploadSkipTraceJobFile').map(({ file }) => file?.sha256)).toEqual(
      Array(3).fill(sha256(large)),
    );
    expect(server.seen('getSkipTraceJob')).toHaveLength(2);
  });

  it('is not repeated when the job shows that it arrived', async () => {
    const { client, server } = await setup();
    const job = await client.jobs.create(request);
    server.script('uploadSkipTraceJobFile', doneThenReset(server, 'uploadSkipTraceJobFile', job.id));
    expect(await job.upload(csv)).toMatchObject({ jobId: job.id });
    expect(server.seen('uploadSkipTraceJobFile')).toHaveLength(1);
  });

  it('to a signed address is repeated after a failure and refused after a 403', async () => {
    const { client, server } = await setup({}, { uploadMethod: 'presigned' });
    const job = await client.jobs.create(request);
    server.script('signed-upload', reset(), htmlPage(503));
    await job.upload(csv);
    expect(server.seen('signed-upload')).toHaveLength(3);
    const other = await client.jobs.create(request);
    server.script('signed-upload', htmlPage(403));
    expect(await failure(other.upload(csv))).toMatchObject({ code: 'upload', status: 403 });
    expect(server.seen('signed-upload')).toHaveLength(4);
  });

  it('that is refused at once ends with the refusal, however much was still to be sent', async () => {
    const { client, server } = await setup();
    const job = await client.jobs.create(request);
    server.refuseUnread(
      'uploadSkipTraceJobFile',
      reply(400, { error: 'file must be at most 50 MB' }, { connection: 'close' }),
    );
    expect(await failure(job.upload(randomBytes(20_000_000)))).toMatchObject({
      code: 'bad_request',
      status: 400,
    });
  });

  it('takes long as long as bytes move, but not silence', async () => {
    const { client, server } = await setup({ timeoutMs: 150, maxRetries: 0 });
    const job = await client.jobs.create(request);
    async function* dripping() {
      for (const byte of csv.subarray(0, 20)) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        yield Uint8Array.of(byte);
      }
    }
    await job.upload({ size: 20, stream: dripping });
    expect(server.seen('uploadSkipTraceJobFile')[0]?.file?.bytes).toBe(20);
    async function* silent() {
      yield Uint8Array.of(1);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
    const other = await client.jobs.create(request);
    expect(await failure(other.upload({ size: 20, stream: silent }))).toMatchObject({
      code: 'unknown_outcome',
    });
  });

  it.each([
    ['a file that is not there', '/no/such/leads.csv', /no file/],
    ['a directory', '/', /directory/],
    ['an empty file', new Uint8Array(), /empty/],
    [
      'a stream that is shorter than it said',
      { size: 9, stream: () => Readable.from([Buffer.from('abc')]) },
      /changed its length/,
    ],
    [
      'a stream that is longer than it said',
      { size: 2, stream: () => Readable.from([Buffer.from('abc')]) },
      /changed its length/,
    ],
    ['a stream without a size', { size: NaN, stream: () => Readable.from([]) }, /size/],
  ])('of %s is an error of the input, and the job still waits', async (_, source, message) => {
    const { client } = await setup();
    const job = await client.jobs.create(request);
    const error = await failure(job.upload(source));
    expect(error).toMatchObject({ code: 'input_file', mayHaveBeenCharged: false });
    expect(error.message).toMatch(message);
    expect(await job.get()).toMatchObject({ status: 'pending' });
  });

  it('of 100 MB takes a bounded part of memory', async () => {
    // A server in a thread of its own, so that its memory is not counted here.
    const sink = new Worker(
      `const { createServer } = require('node:http');
       const { parentPort } = require('node:worker_threads');
       const server = createServer(async (request, response) => {
         let bytes = 0;
         for await (const chunk of request) bytes += chunk.length;
         parentPort.postMessage(bytes);
         response.setHeader('content-type', 'application/json');
         response.end('{"status":"uploaded","jobId":"j-1"}');
       });
       server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
      { eval: true },
    );
    onTestFinished(() => void sink.terminate());
    const [port] = (await once(sink, 'message')) as [number];
    const client = new SkipTrace({ apiKey, baseUrl: `http://127.0.0.1:${port}` });
    onTestFinished(() => client.close());
    const chunk = randomBytes(256 * 1024);
    async function* chunks() {
      for (let n = 0; n < 400; n++) yield Buffer.from(chunk);
    }
    const held = () => {
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = held();
    let most = 0;
    const watching = setInterval(() => (most = Math.max(most, held())), 5);
    const received = once(sink, 'message');
    await client.jobs.handle('j-1').upload({ size: 400 * chunk.length, stream: chunks });
    clearInterval(watching);
    expect(((await received) as [number])[0]).toBeGreaterThan(400 * chunk.length);
    expect(most - before).toBeLessThan(60_000_000);
  });
});

describe('confirming', () => {
  it('above maxCostCents, or at another price than agreed, is refused before anything is sent', async () => {
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

  it('of which the job cannot be read either has an unknown outcome', async () => {
    const context = await setup({ maxRetries: 0 });
    const { server } = context;
    const job = await previewed(context);
    server.script('confirmSkipTraceJob', reset()).script('getSkipTraceJob', htmlPage(502));
    expect(await failure(job.confirm())).toMatchObject({ code: 'unknown_outcome', mayHaveBeenCharged: true });
    expect(server.seen('confirmSkipTraceJob')).toHaveLength(1);
  });

  it('that the server fails each time ends with its 500, and nothing was charged', async () => {
    const context = await setup();
    const job = await previewed(context);
    context.server.script('confirmSkipTraceJob', serverError(), serverError(), serverError());
    expect(await failure(job.confirm())).toMatchObject({ code: 'server_error', mayHaveBeenCharged: false });
  });

  it('twice is a conflict that names the status', async () => {
    const context = await setup();
    const job = await previewed(context);
    await job.confirm();
    expect(await failure(job.confirm())).toMatchObject({ code: 'conflict', currentStatus: 'confirmed' });
    expect(context.server.service.balanceCents).toBe(99_992);
  });

  it('after an unclear outcome does not mistake a cancelled job for a paid one', async () => {
    const context = await setup();
    const { server } = context;
    const job = await previewed(context);
    server.script('confirmSkipTraceJob', (response) => {
      server.service.put(job.id, { status: 'cancelled' });
      reset()(response);
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

  it('of a confirmed job is a conflict', async () => {
    const context = await setup();
    const job = await previewed(context);
    await job.confirm();
    expect(await failure(job.cancel())).toMatchObject({ code: 'conflict', currentStatus: 'confirmed' });
  });
});

describe('waiting', () => {
  const at = (status: string, more: object = {}, headers: Record<string, string> = {}) =>
    reply(200, { id: 'j-1', status, filename: 'leads.csv', createdAt: '', updatedAt: '', ...more }, headers);

  it('asks after 1 s, then ever more slowly up to 30 s, and anew when the status moves', async () => {
    const { client, server, clock } = await setup();
    server.script('getSkipTraceJob', ...Array.from({ length: 12 }, () => at('processing')), at('preview'));
    await client.jobs.handle('j-1').waitForPreview();
    expect(clock.slept[0]).toBe(1_000);
    expect(clock.slept.at(-1)).toBe(30_000);
    expect(clock.slept).toEqual([...clock.slept].sort((a, b) => a - b));
    clock.slept.length = 0;
    server.script('getSkipTraceJob', at('confirmed'), at('confirmed'), at('generating'), at('completed'));
    await client.jobs.handle('j-1').waitForCompleted();
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
    await client.jobs.handle('j-1').waitForPreview();
    expect(clock.slept).toEqual([12_000, 90_000]);
  });

  it('survives five failures in a row and no sixth', async () => {
    const { client, server } = await setup({ timeoutMs: 100 });
    const failures = [htmlPage(502), reset(), serverError(), stall(), htmlPage(503)];
    server.script('getSkipTraceJob', ...failures, at('processing'), ...failures, at('preview'));
    expect(await client.jobs.handle('j-1').waitForPreview()).toMatchObject({ status: 'preview' });
    server.script('getSkipTraceJob', ...failures, htmlPage(502));
    expect(await failure(client.jobs.handle('j-1').waitForPreview())).toMatchObject({ code: 'server_error' });
  });

  it('ends at once on an error that does not pass', async () => {
    const { client, server } = await setup();
    server.script('getSkipTraceJob', notFound());
    expect(await failure(client.jobs.handle('j-1').waitForPreview())).toMatchObject({ code: 'not_found' });
    expect(server.requests).toHaveLength(1);
  });

  it('throws the typed end of a job that failed or was cancelled', async () => {
    const { client, server } = await setup();
    server.script(
      'getSkipTraceJob',
      at('failed', { errorMessage: 'The file has no column "Zip".', refundCents: 8 }),
      at('cancelled'),
    );
    const job = client.jobs.handle('j-1');
    expect(await failure(job.waitForCompleted())).toMatchObject({
      code: 'job_failed',
      errorMessage: 'The file has no column "Zip".',
      refundCents: 8,
    });
    expect(await failure(job.waitForCompleted())).toMatchObject({ code: 'job_cancelled', jobId: 'j-1' });
  });

  it('takes a status it does not know for "not yet", without haste', async () => {
    const { client, server, clock } = await setup();
    server.script('getSkipTraceJob', at('quarantined'), at('quarantined'), at('preview'));
    await client.jobs.handle('j-1').waitForPreview();
    expect(clock.slept).toEqual([1_000, 1_500]);
  });

  it('ends with the last status when its time is up', async () => {
    const { client, server } = await setup();
    server.script('getSkipTraceJob', ...Array.from({ length: 9 }, () => at('processing')));
    const error = await failure(client.jobs.handle('j-1').waitForPreview({ timeoutMs: 5_000 }));
    expect(error).toMatchObject({ code: 'job_timeout', lastStatus: 'processing', retryable: true });
    expect(server.requests.length).toBeLessThan(6);
  });

  it('stops at the signal', async () => {
    const { client, server } = await setup();
    server.script('getSkipTraceJob', stall());
    const signal = AbortSignal.timeout(50);
    expect(await failure(client.jobs.handle('j-1').waitForPreview({ signal }))).toMatchObject({
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

describe('a download', () => {
  const enriched = randomBytes(300_000);

  /** Sends the first `bytes` of the file, then drops the connection. */
  const cutAfter =
    (bytes: number, etag = '"v1"'): Step =>
    (response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': enriched.length, etag });
      response.write(enriched.subarray(0, bytes), () =>
        setTimeout(() => response.socket?.resetAndDestroy(), 20),
      );
    };

  it('carries no key', async () => {
    const context = await setup();
    const job = await completed(context);
    await job.download(join(await temporaryFolder(), 'out.csv'));
    expect(JSON.stringify(context.server.seen('signed-download')[0]?.headers)).not.toContain(apiKey);
  });

  it('goes on where it broke off', async () => {
    const context = await setup({}, { enriched });
    const job = await completed(context);
    const folder = await temporaryFolder();
    context.server.script('signed-download', cutAfter(100_000));
    const progress: number[] = [];
    await job.download(join(folder, 'out.csv'), { onProgress: ({ bytes }) => progress.push(bytes) });
    expect(sha256(await readFile(join(folder, 'out.csv')))).toBe(sha256(enriched));
    const [, again] = context.server.seen('signed-download');
    expect(again?.headers).toMatchObject({ range: 'bytes=100000-', 'if-range': '"v1"' });
    expect(progress.at(-1)).toBe(enriched.length);
  });

  it('starts anew when the file is another one', async () => {
    const context = await setup({}, { enriched });
    const job = await completed(context);
    const folder = await temporaryFolder();
    context.server.script('signed-download', cutAfter(100_000, '"v0"'));
    await job.download(join(folder, 'out.csv'));
    expect(sha256(await readFile(join(folder, 'out.csv')))).toBe(sha256(enriched));
  });

  it('reads a fresh link when one has expired', async () => {
    const context = await setup();
    const job = await completed(context);
    const folder = await temporaryFolder();
    context.server.script('signed-download', htmlPage(403));
    await job.download(join(folder, 'out.csv'));
    expect(await readdir(folder)).toEqual(['out.csv']);
  });

  it('that never comes whole leaves nothing behind and says how far it got', async () => {
    const context = await setup({}, { enriched });
    const job = await completed(context);
    const folder = await temporaryFolder();
    context.server.script(
      'signed-download',
      cutAfter(100_000),
      ...Array.from({ length: 9 }, () => htmlPage(503)),
    );
    const error = await failure(job.download(join(folder, 'out.csv')));
    expect(error).toMatchObject({
      code: 'download',
      receivedBytes: 100_000,
      totalBytes: 300_000,
      retryable: true,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('does not replace a file unless told to', async () => {
    const context = await setup();
    const job = await completed(context);
    const { path, folder } = await fileOf(Buffer.from('mine'), 'out.csv');
    expect(await failure(job.download(path))).toMatchObject({ code: 'output_exists', path });
    expect(await readFile(path, 'utf8')).toBe('mine');
    expect(context.server.seen('signed-download')).toHaveLength(0);
    await job.download(path, { force: true });
    expect(await readFile(path)).toEqual(Buffer.from(context.server.service.enriched));
    expect(await readdir(folder)).toEqual(['out.csv']);
  });

  it('does not replace a file that came to be there meanwhile', async () => {
    const context = await setup();
    const job = await completed(context);
    const folder = await temporaryFolder();
    const path = join(folder, 'out.csv');
    const error = await failure(job.download(path, { onProgress: () => void writeFile(path, 'theirs') }));
    expect(error).toMatchObject({ code: 'output_exists' });
    expect(await readFile(path, 'utf8')).toBe('theirs');
    expect(await readdir(folder)).toEqual(['out.csv']);
  });

  it('to a folder that is not there is an error of the output', async () => {
    const context = await setup();
    const job = await completed(context);
    expect(await failure(job.download('/no/such/folder/out.csv'))).toMatchObject({ code: 'output' });
  });

  it('to a stream leaves it open, and resumes there too', async () => {
    const context = await setup({}, { enriched });
    const job = await completed(context);
    context.server.script('signed-download', cutAfter(100_000));
    const chunks: Buffer[] = [];
    const stream = new Writable({
      highWaterMark: 10,
      write: (chunk: Buffer, _, done) => (chunks.push(chunk), setImmediate(done)),
    });
    await job.download(stream);
    expect(sha256(Buffer.concat(chunks))).toBe(sha256(enriched));
    expect(stream.writableEnded).toBe(false);
    expect(stream.listenerCount('error')).toBeLessThanOrEqual(1);
  });

  it('to a stream that breaks is an error of the output with its cause', async () => {
    const context = await setup();
    const job = await completed(context);
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const stream = new Writable({ write: (_chunk, _encoding, done) => done(full) });
    const error = await failure(job.download(stream));
    expect(error).toMatchObject({ code: 'output', cause: full });
  });

  it('to a slow reader does not time out', async () => {
    const context = await setup({ timeoutMs: 120 });
    const job = await completed(context);
    const stream = new Writable({ write: (_chunk, _encoding, done) => void setTimeout(done, 400) });
    await job.download(stream);
  });

  it('of a job that is not completed, or whose file is gone, asks for nothing', async () => {
    const context = await setup();
    const job = await previewed(context);
    const path = join(await temporaryFolder(), 'out.csv');
    expect(await failure(job.download(path))).toMatchObject({ code: 'conflict', currentStatus: 'preview' });
    context.server.service.put(job.id, { status: 'completed', downloadUrl: null });
    expect(await failure(job.download(path))).toMatchObject({ code: 'download', retryable: false });
    expect(context.server.seen('signed-download')).toHaveLength(0);
  });

  it('stops at the signal and leaves nothing behind', async () => {
    const context = await setup();
    const job = await completed(context);
    const folder = await temporaryFolder();
    context.server.script('signed-download', stall());
    const error = await failure(job.download(join(folder, 'out.csv'), { signal: AbortSignal.timeout(60) }));
    expect(error).toMatchObject({ code: 'aborted' });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a run', () => {
  const options = (more: Partial<RunOptions> = {}): RunOptions => ({
    columnMapping,
    onPreview: () => 'confirm',
    ...more,
  });

  it('takes a file the whole way once onPreview says confirm', async () => {
    const { client, server } = await setup();
    const { path, folder } = await fileOf(csv);
    const output = join(folder, 'out.csv');
    const asked: (number | null | undefined)[] = [];
    const result = await client.jobs.run(path, {
      ...options({ output }),
      onPreview: (preview) => {
        asked.push(preview.totalChargeCents);
        return 'confirm';
      },
    });
    expect(result).toMatchObject({ outcome: 'completed', chargedCents: 8, job: { status: 'completed' } });
    expect(asked).toEqual([8]);
    expect(await readFile(output)).toEqual(Buffer.from(server.service.enriched));
    expect(JSON.parse(server.seen('createSkipTraceJob')[0]?.body ?? '')).toEqual(request);
  });

  it('cancels when onPreview says so', async () => {
    const { client, server } = await setup();
    const { path } = await fileOf(csv);
    const result = await client.jobs.run(path, options({ onPreview: () => 'cancel' }));
    expect(result).toMatchObject({ outcome: 'cancelled', chargedCents: 0, job: { status: 'cancelled' } });
    expect(server.service.balanceCents).toBe(100_000);
  });

  it.each([undefined, true, 'yes', null])('confirms nothing when onPreview answers %s', async (answer) => {
    const { client, server } = await setup();
    const { path } = await fileOf(csv);
    const run = client.jobs.run(path, options({ onPreview: () => answer as never }));
    expect(await failure(run)).toMatchObject({ code: 'configuration' });
    expect(server.seen('confirmSkipTraceJob')).toHaveLength(0);
  });

  it('above maxCostCents does not even ask', async () => {
    const { client, server } = await setup();
    const { path } = await fileOf(csv);
    let asked = false;
    const onPreview = () => ((asked = true), 'confirm' as const);
    const error = await failure(client.jobs.run(path, options({ maxCostCents: 7, onPreview })));
    expect(error).toMatchObject({ code: 'cost_limit', totalChargeCents: 8, limitCents: 7 });
    expect(asked).toBe(false);
    expect(server.seen('confirmSkipTraceJob')).toHaveLength(0);
    expect(isSkipTraceError(error, 'cost_limit') && error.jobId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('creates nothing for a file that is not there or an output that is', async () => {
    const { client, server } = await setup();
    const { path, folder } = await fileOf(csv);
    expect(await failure(client.jobs.run(join(folder, 'no.csv'), options()))).toMatchObject({
      code: 'input_file',
    });
    expect(await failure(client.jobs.run(path, options({ output: path })))).toMatchObject({
      code: 'output_exists',
    });
    expect(await failure(client.jobs.run(csv, options()))).toMatchObject({ code: 'configuration' });
    expect(server.requests).toHaveLength(0);
  });

  it.each(['direct', 'presigned'] as const)(
    'goes on in another process from its token (%s)',
    async (uploadMethod) => {
      const { client, server } = await setup({}, { uploadMethod, honoursKeys: true });
      const { path, folder } = await fileOf(csv);
      let token = '';
      const crash = new Error('the process died');
      const first = client.jobs.run(path, {
        ...options(),
        onResumeToken: (given) => {
          token = given;
          throw crash;
        },
      });
      await expect(first).rejects.toBe(crash);
      expect(token).not.toContain(apiKey);
      expect(Buffer.from(token, 'base64url').toString()).not.toMatch(/signature|pc_/);
      const output = join(folder, 'out.csv');
      const result = await client.jobs.run(path, options({ resumeToken: token, output }));
      expect(result.outcome).toBe('completed');
      expect(server.service.jobs.size).toBe(1);
      // Once more: it is paid for and complete, so only the file is fetched.
      await client.jobs.run(
        path,
        options({ resumeToken: token, output, force: true, onPreview: () => 'cancel' }),
      );
      expect(server.service.balanceCents).toBe(99_992);
    },
  );

  it.each([
    '',
    'nonsense',
    Buffer.from('{"v":2}').toString('base64url'),
    Buffer.from('{"v":1}').toString('base64url'),
  ])('refuses the token %j', async (token) => {
    const { client } = await setup();
    expect(() => client.jobs.resume(token)).toThrow(expect.objectContaining({ code: 'configuration' }));
  });
});

it('a conflict that is no answer to an unclear attempt is thrown as it is', async () => {
  const context = await setup();
  const job = await previewed(context);
  context.server.script('confirmSkipTraceJob', conflict('processing'));
  expect(await failure(job.confirm())).toMatchObject({ code: 'conflict', currentStatus: 'processing' });
  expect(context.server.seen('confirmSkipTraceJob')).toHaveLength(1);
});

async function fileOf(bytes: Uint8Array, name = 'leads.csv'): Promise<{ path: string; folder: string }> {
  const folder = await temporaryFolder();
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, folder };
}
