import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SkipTrace } from '../index.js';
import { apiKey, failure, setup, csv, request, sha256, doneThenReset, fileOf } from '../testing/harness.js';
import { htmlPage, reply, reset, serverError } from '../testing/index.js';

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

  it('goes to the client’s own server with its key, even if the answer names another', async () => {
    const { client, server } = await setup();
    const elsewhere = await setup();
    server.script(
      'createSkipTraceJob',
      reply(201, {
        jobId: '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90',
        uploadMethod: 'direct',
        uploadUrl: `${elsewhere.server.url}/api/user/skip-trace/018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90/upload`,
      }),
    );
    server.script(
      'uploadSkipTraceJobFile',
      reply(200, { status: 'uploaded', jobId: '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90' }),
    );
    await (await client.jobs.create(request)).upload(csv);
    expect(server.seen('uploadSkipTraceJobFile')[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(elsewhere.server.requests).toHaveLength(0);
  });

  it('restarts at the first byte if it broke and the job still waits for it', async () => {
    const { client, server } = await setup();
    const job = await client.jobs.create(request);
    server.script('uploadSkipTraceJobFile', reset(), serverError());
    await job.upload(large);
    expect(server.seen('uploadSkipTraceJobFile').map(({ file }) => file?.sha256)).toEqual(
      Array(3).fill(sha256(large)),
    );
    expect(server.seen('getSkipTraceJob')).toHaveLength(2);
  });

  it('is not repeated if the job shows that it arrived', async () => {
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

  it('that is refused at once ends with the refusal, even if much was still to be sent', async () => {
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

  it('may take long while bytes move, but times out in silence', async () => {
    const { client, server } = await setup({ timeoutMs: 700, maxRetries: 0 });
    const job = await client.jobs.create(request);
    async function* dripping() {
      for (const byte of csv.subarray(0, 20)) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        yield Uint8Array.of(byte);
      }
    }
    await job.upload({ size: 20, stream: dripping });
    expect(server.seen('uploadSkipTraceJobFile')[0]?.file?.bytes).toBe(20);
    let endSilence = (): void => undefined;
    const silence = new Promise<void>((resolve) => (endSilence = resolve));
    async function* silent() {
      yield Uint8Array.of(1);
      await silence;
    }
    const other = await client.jobs.create(request);
    expect(await failure(other.upload({ size: 20, stream: silent }))).toMatchObject({
      code: 'unknown_outcome',
    });
    endSilence();
  });

  it.each([
    ['a file that is not there', '/no/such/leads.csv', /No such file/],
    ['a directory', '/', /folder/],
    ['an empty file', new Uint8Array(), /empty/],
    [
      'a stream that is shorter than it said',
      { size: 9, stream: () => Readable.from([Buffer.from('abc')]) },
      /changed while it was being read/,
    ],
    [
      'a stream that is longer than it said',
      { size: 2, stream: () => Readable.from([Buffer.from('abc')]) },
      /changed while it was being read/,
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
    // The server runs in its own thread, so that its memory is not counted here.
    const sink = new Worker(
      `const { createServer } = require('node:http');
       const { parentPort } = require('node:worker_threads');
       const jobId = '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90';
       const server = createServer(async (request, response) => {
         let bytes = 0;
         for await (const chunk of request) bytes += chunk.length;
         if (request.method === 'PUT') parentPort.postMessage(bytes);
         const uploadUrl = 'http://127.0.0.1:' + server.address().port + '/files/uploads/' + jobId;
         const isCreation = request.url === '/api/user/skip-trace';
         response.writeHead(isCreation ? 201 : 200, { 'content-type': 'application/json' });
         const created = { jobId, uploadMethod: 'presigned', uploadUrl };
         response.end(JSON.stringify(isCreation ? created : { status: 'uploaded', jobId }));
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
    const job = await client.jobs.create(request);
    const before = held();
    let most = 0;
    const watching = setInterval(() => (most = Math.max(most, held())), 5);
    const received = once(sink, 'message');
    await job.upload({ size: 400 * chunk.length, stream: chunks });
    clearInterval(watching);
    expect(((await received) as [number])[0]).toBe(400 * chunk.length);
    // V8 collects garbage every 32 MB.
    expect(most - before).toBeLessThan(60_000_000);
  });
});
