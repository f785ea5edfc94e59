import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { TransferProgress } from '../index.js';
import {
  apiKey,
  failure,
  setup,
  temporaryFolder,
  sha256,
  previewed,
  completed,
  fileOf,
} from '../testing/harness.js';
import { htmlPage, stall, type Step } from '../testing/index.js';

describe('a download', () => {
  const enriched = randomBytes(300_000);

  /** Sends the first `bytes` of the file, and drops the connection once the client has them. */
  function cutAt(bytes: number, etag = '"v1"') {
    let cut = () => {};
    const step: Step = (response) => {
      cut = () => void response.socket?.resetAndDestroy();
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': enriched.length, etag });
      response.write(enriched.subarray(0, bytes));
    };
    return { step, onProgress: (progress: TransferProgress) => progress.bytes === bytes && cut() };
  }

  it('carries no key', async () => {
    const context = await setup();
    const job = await completed(context);
    await job.download(join(await temporaryFolder(), 'out.csv'));
    expect(JSON.stringify(context.server.seen('signed-download')[0]?.headers)).not.toContain(apiKey);
  });

  it('continues where the connection broke', async () => {
    const context = await setup({}, { enriched });
    const job = await completed(context);
    const folder = await temporaryFolder();
    const { step, onProgress } = cutAt(100_000);
    context.server.script('signed-download', step);
    const progress: number[] = [];
    await job.download(join(folder, 'out.csv'), {
      onProgress: (now) => {
        progress.push(now.bytes);
        onProgress(now);
      },
    });
    expect(sha256(await readFile(join(folder, 'out.csv')))).toBe(sha256(enriched));
    const [, again] = context.server.seen('signed-download');
    expect(again?.headers).toMatchObject({ range: 'bytes=100000-', 'if-range': '"v1"' });
    expect(progress.at(-1)).toBe(enriched.length);
  });

  it('starts over if the file has changed', async () => {
    const context = await setup({}, { enriched });
    const job = await completed(context);
    const folder = await temporaryFolder();
    const { step, onProgress } = cutAt(100_000, '"v0"');
    context.server.script('signed-download', step);
    await job.download(join(folder, 'out.csv'), { onProgress });
    expect(sha256(await readFile(join(folder, 'out.csv')))).toBe(sha256(enriched));
  });

  it('reads a fresh link if one has expired', async () => {
    const context = await setup();
    const job = await completed(context);
    const folder = await temporaryFolder();
    context.server.script('signed-download', htmlPage(403));
    await job.download(join(folder, 'out.csv'));
    expect(await readdir(folder)).toEqual(['out.csv']);
  });

  it('that never completes leaves no files and reports the received bytes', async () => {
    const context = await setup({}, { enriched });
    const job = await completed(context);
    const folder = await temporaryFolder();
    const { step, onProgress } = cutAt(100_000);
    context.server.script('signed-download', step, ...Array.from({ length: 9 }, () => htmlPage(503)));
    const error = await failure(job.download(join(folder, 'out.csv'), { onProgress }));
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

  it('does not replace a file that was created in the meantime', async () => {
    const context = await setup();
    const job = await completed(context);
    const folder = await temporaryFolder();
    const path = join(folder, 'out.csv');
    const error = await failure(job.download(path, { onProgress: () => writeFileSync(path, 'theirs') }));
    expect(error).toMatchObject({ code: 'output_exists' });
    expect(await readFile(path, 'utf8')).toBe('theirs');
    expect(await readdir(folder)).toEqual(['out.csv']);
  });

  it('to a missing folder is an error of the output', async () => {
    const context = await setup();
    const job = await completed(context);
    expect(await failure(job.download('/no/such/folder/out.csv'))).toMatchObject({ code: 'output' });
  });

  it('to a stream leaves it open, and resumes there too', async () => {
    const context = await setup({}, { enriched });
    const job = await completed(context);
    const { step, onProgress } = cutAt(100_000);
    context.server.script('signed-download', step);
    const chunks: Buffer[] = [];
    const stream = new Writable({
      highWaterMark: 10,
      write: (chunk: Buffer, _, done) => (chunks.push(chunk), setImmediate(done)),
    });
    await job.download(stream, { onProgress });
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
    const context = await setup({ timeoutMs: 700 });
    const job = await completed(context);
    const stream = new Writable({ write: (_chunk, _encoding, done) => void setTimeout(done, 1_200) });
    await job.download(stream);
  });

  it('for a job that is not completed, or has no file any more, sends no request for it', async () => {
    const context = await setup();
    const job = await previewed(context);
    const path = join(await temporaryFolder(), 'out.csv');
    expect(await failure(job.download(path))).toMatchObject({ code: 'conflict', currentStatus: 'preview' });
    context.server.service.put(job.id, { status: 'completed', downloadUrl: null });
    expect(await failure(job.download(path))).toMatchObject({ code: 'download', retryable: false });
    expect(context.server.seen('signed-download')).toHaveLength(0);
  });

  it('stops at the signal and leaves no files', async () => {
    const context = await setup();
    const job = await completed(context);
    const folder = await temporaryFolder();
    context.server.script('signed-download', stall());
    const error = await failure(job.download(join(folder, 'out.csv'), { signal: AbortSignal.timeout(60) }));
    expect(error).toMatchObject({ code: 'aborted' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('goes into a web WritableStream, which stays open', async () => {
    const context = await setup({}, { enriched });
    const job = await completed(context);
    const { step, onProgress } = cutAt(100_000);
    context.server.script('signed-download', step);
    const chunks: Uint8Array[] = [];
    const stream = new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) });
    expect(await job.download(stream, { onProgress })).toEqual({ bytes: enriched.length });
    expect(sha256(Buffer.concat(chunks))).toBe(sha256(enriched));
    const writer = stream.getWriter();
    expect(await failure(job.download(stream))).toMatchObject({ code: 'output' });
    await writer.close();
  });

  it('into a WritableStream that fails ends as an error of the output, and other targets are refused', async () => {
    const job = await completed(await setup({}, { enriched }));
    const full = new WritableStream<Uint8Array>({
      write: () => Promise.reject(new Error('the bucket is full')),
    });
    const error = await failure(job.download(full));
    expect(error).toMatchObject({
      code: 'output',
      message: expect.stringContaining('the bucket is full') as string,
    });
    expect(await failure(job.download({} as WritableStream))).toMatchObject({ code: 'output' });
  });

  it('is returned in memory, also if the file changed during the transfer', async () => {
    const context = await setup({}, { enriched });
    const job = await completed(context);
    const { step, onProgress } = cutAt(100_000, '"v0"');
    context.server.script('signed-download', step);
    expect(sha256(await job.bytes({ onProgress }))).toBe(sha256(enriched));
  });

  it('is returned as a stream, which continues after a broken connection', async () => {
    const context = await setup({}, { enriched });
    const job = await completed(context);
    const { step, onProgress } = cutAt(100_000);
    context.server.script('signed-download', step);
    const bytes = await new Response(await job.stream({ onProgress })).arrayBuffer();
    expect(sha256(new Uint8Array(bytes))).toBe(sha256(enriched));
  });

  it('as a stream rejects at first if there is no file, and later fails with the error of the download', async () => {
    const context = await setup({}, { enriched });
    const waiting = await previewed(context);
    expect(await failure(waiting.stream())).toMatchObject({ code: 'conflict' });
    const job = await completed(context);
    context.server.script('signed-download', ...Array.from({ length: 9 }, () => htmlPage(200)));
    const stream = await job.stream();
    expect(await failure(stream.getReader().read())).toMatchObject({ code: 'download' });
  });

  it('as a stream that is not read to its end stops', async () => {
    const context = await setup({}, { enriched });
    const job = await completed(context);
    const reader = (await job.stream()).getReader();
    await reader.read();
    await reader.cancel();
    expect(context.server.seen('signed-download')).toHaveLength(1);
  });
});
