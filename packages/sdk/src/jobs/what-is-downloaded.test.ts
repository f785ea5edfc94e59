import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { apiKey, failure, setup, temporaryFolder, completed, sha256 } from '../testing/harness.js';
import { htmlPage, reply, type Step } from '../testing/index.js';
import { rangeOf } from '../testing/scripted-service.js';

/** Above the largest process id of any system. */
const NO_PROCESS = 99_999_999;

const raw =
  (text: string): Step =>
  (response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n${text}`);
  };

describe('answers that are accepted as the enriched file', () => {
  it.each<[string, Step]>([
    ['a log-in page', htmlPage(200)],
    ['JSON', reply(200, { error: 'maintenance' })],
    ['nothing', (response) => response.writeHead(200, { 'content-length': 0 }).end()],
    ['an empty body in chunks', (response) => response.writeHead(200, { 'content-type': 'text/csv' }).end()],
    [
      'gzip that nobody asked for',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'text/csv', 'content-encoding': 'gzip' })
          .end(gzipSync('a,b\n')),
    ],
    ['a body without a length', raw('\r\na,b\n1')],
    ['a body that is cut off', raw('content-length: 900\r\ncontent-type: text/csv\r\n\r\na,b\n1')],
    [
      'chunks that are cut off',
      raw('transfer-encoding: chunked\r\ncontent-type: text/csv\r\n\r\n5\r\na,b\n1\r\n'),
    ],
    [
      'a part that was not asked for',
      (response) =>
        response
          .writeHead(206, {
            'content-type': 'text/csv',
            'content-range': 'bytes 0-3/900',
            'content-length': 4,
          })
          .end('a,b\n'),
    ],
  ])('is not %s', async (_, step) => {
    const context = await setup();
    const job = await completed(context);
    const folder = await temporaryFolder();
    context.server.script('signed-download', ...Array.from({ length: 20 }, () => step));
    const error = await failure(job.download(join(folder, 'out.csv')));
    expect(error).toMatchObject({ code: 'download', jobId: job.id });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is readable only by its owner', async () => {
    const job = await completed(await setup());
    const path = join(await temporaryFolder(), 'out.csv');
    await job.download(path);
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
  });

  it('is found behind a redirect, which gets no key', async () => {
    const context = await setup();
    const job = await completed(context);
    const bytes = Buffer.from(context.server.service.enriched);
    let authorization: string | undefined;
    const store = createServer((request, response) => {
      authorization = request.headers.authorization;
      response
        .writeHead(200, { 'content-type': 'binary/octet-stream', 'content-length': bytes.length })
        .end(bytes);
    });
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void store.close());
    const location = `http://127.0.0.1:${(store.address() as AddressInfo).port}/bucket/key`;
    context.server.script('signed-download', reply(307, '', { location }));
    const path = join(await temporaryFolder(), 'out.csv');
    const answer = await job.download(path).withResponse();
    expect(await readFile(path)).toEqual(bytes);
    expect(answer).toMatchObject({ status: 200, data: { bytes: bytes.length } });
    expect(authorization).toBeUndefined();
    expect(apiKey).toBeTruthy();
  });

  it('is not followed through a loop of redirects', async () => {
    const context = await setup();
    const job = await completed(context);
    const circle: Step = (response) => response.writeHead(302, { location: '/files/results/x' }).end();
    context.server.script('signed-download', ...Array.from({ length: 60 }, () => circle));
    const error = await failure(job.download(join(await temporaryFolder(), 'out.csv')));
    expect(error.message).toMatch(/redirects more than 5 times/);
  });
});

it('a file that is cut off at varying places is given up: getting further than the last time is no progress', async () => {
  const context = await setup();
  const job = await completed(context);
  const folder = await temporaryFolder();
  let tries = 0;
  const cutAnywhere: Step = (response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 900 });
    response.write('x'.repeat(tries++ % 2 === 0 ? 400 : 100), () => {
      setTimeout(() => response.destroy(), 10);
    });
  };
  context.server.script('signed-download', ...Array.from({ length: 40 }, () => cutAnywhere));
  expect(await failure(job.download(join(folder, 'out.csv')))).toMatchObject({ code: 'download' });
  expect(tries).toBeLessThan(10);
  expect(await readdir(folder)).toEqual([]);
});

describe('a service reached over https', () => {
  /** Both names resolve to the server; requests to any other host are counted. */
  async function encrypted() {
    const asked: string[] = [];
    const context = await setup({
      baseUrl: 'https://service.example',
      fetch: (input, init) => {
        const url = input instanceof Request ? input.url : String(input);
        asked.push(new URL(url).origin);
        return fetch(url.replace(/^https:\/\/(service|files)\.example/, context.server.url), init);
      },
    });
    const { server } = context;
    const job = await completed(context);
    const linkTo = (downloadUrl: string) =>
      server.script(
        'getSkipTraceJob',
        ...Array.from({ length: 9 }, () => reply(200, { id: job.id, status: 'completed', downloadUrl })),
      );
    return { server, job, asked, linkTo, path: join(await temporaryFolder(), 'out.csv') };
  }

  it('never leads a file to plain http by its link', async () => {
    const { server, job, asked, linkTo, path } = await encrypted();
    linkTo('http://files.example/files/results/x');
    expect(await failure(job.download(path))).toMatchObject({ code: 'configuration' });
    expect(server.seen('signed-download')).toHaveLength(0);
    expect(asked).not.toContain('http://files.example');
  });

  it('never leads a file to plain http by a redirect', async () => {
    const { server, job, asked, linkTo, path } = await encrypted();
    linkTo('https://files.example/files/results/x');
    server.script('signed-download', reply(302, '', { location: 'http://files.example/files/results/x' }));
    expect(await failure(job.download(path))).toMatchObject({ code: 'configuration', jobId: job.id });
    expect(asked).not.toContain('http://files.example');
  });

  it('may lead to another https host', async () => {
    const { server, job, linkTo, path } = await encrypted();
    linkTo('https://service.example/files/results/x');
    server.script('signed-download', reply(307, '', { location: 'https://files.example/files/results/x' }));
    await job.download(path);
    expect(await readFile(path)).toEqual(Buffer.from(server.service.enriched));
  });
});

describe('the rest of a file after its transfer broke', () => {
  const enriched = randomBytes(300_000);
  const had = 100_000;

  const rest =
    (contentRange: string, body: Buffer, headers: Record<string, string>): Step =>
    (response) =>
      void response
        .writeHead(206, {
          'content-type': 'text/csv',
          'content-range': contentRange,
          'content-length': body.length,
          ...headers,
        })
        .end(body);

  it.each<[string, Step]>([
    ['of another version', rest('bytes 100000-299999/300000', randomBytes(200_000), { etag: '"v2"' })],
    ['of no version', rest('bytes 100000-299999/300000', randomBytes(200_000), {})],
    ['of a weak version', rest('bytes 100000-299999/300000', randomBytes(200_000), { etag: 'W/"v1"' })],
    ['of a shorter file', rest('bytes 100000-149999/150000', randomBytes(50_000), { etag: '"v1"' })],
    ['of a file of any length', rest('bytes 100000-149999/*', randomBytes(50_000), { etag: '"v1"' })],
    ['from another place', rest('bytes 90000-299999/300000', enriched.subarray(90_000), { etag: '"v1"' })],
  ])('is not taken %s', async (_, step) => {
    const context = await setup({}, { enriched });
    const job = await completed(context);
    const path = join(await temporaryFolder(), 'out.csv');
    let cut = () => {};
    const first: Step = (response) => {
      cut = () => void response.socket?.resetAndDestroy();
      response.writeHead(200, {
        'content-type': 'text/csv',
        'content-length': enriched.length,
        etag: '"v1"',
      });
      response.write(enriched.subarray(0, had));
    };
    context.server.script('signed-download', first, step);
    await job.download(path, { onProgress: ({ bytes }) => bytes === had && cut() });
    expect(sha256(await readFile(path))).toBe(sha256(enriched));
    expect(context.server.seen('signed-download').length).toBeGreaterThan(2);
  });
});

describe('a progress bar that breaks', () => {
  it.each([
    [
      'by throwing',
      () => {
        throw new Error('my progress bar broke');
      },
    ],
    ['by rejecting', () => Promise.reject(new Error('my progress bar broke'))],
  ])('%s costs neither requests nor the file', async (_, onProgress) => {
    const context = await setup({}, { enriched: randomBytes(300_000) });
    const job = await completed(context);
    const path = join(await temporaryFolder(), 'out.csv');
    await job.download(path, { onProgress: onProgress as () => void });
    expect(context.server.seen('signed-download')).toHaveLength(1);
    expect((await stat(path)).size).toBe(300_000);
  });
});

describe('a download that continues over several runs', () => {
  const enriched = randomBytes(300_000);

  /** The leftover of a killed process: the first bytes, in a file named after their version. */
  async function killedAfter(bytes: number) {
    const context = await setup({}, { enriched });
    const job = await completed(context);
    const folder = await temporaryFolder();
    const path = join(folder, 'out.csv');
    // Simulates a kill by restoring what cleanup removes.
    const stop = new AbortController();
    context.server.script('signed-download', (response) => {
      response.writeHead(200, {
        'content-type': 'text/csv',
        'content-length': enriched.length,
        etag: '"v1"',
      });
      response.write(enriched.subarray(0, bytes));
    });
    const onProgress = (now: { bytes: number }) => now.bytes === bytes && stop.abort();
    const end = await failure(job.download(path, { resumable: true, signal: stop.signal, onProgress }));
    expect(end.code).toBe('aborted');
    const [part = ''] = await readdir(folder);
    expect((await stat(join(folder, part))).size).toBe(bytes);
    return { ...context, job, folder, path, part };
  }

  it('requests the rest, and has the same bytes', async () => {
    const { server, job, folder, path } = await killedAfter(120_000);
    await job.download(path, { resumable: true });
    expect(server.seen('signed-download').at(-1)?.headers['range']).toBe('bytes=120000-');
    expect(sha256(await readFile(path))).toBe(sha256(enriched));
    expect(await readdir(folder)).toEqual(['out.csv']);
  });

  it('starts over if the file has changed', async () => {
    const { server, job, folder, path } = await killedAfter(120_000);
    const other = rangeOf(enriched, { range: 'bytes=120000-' }, '"v2"');
    server.script('signed-download', other);
    await job.download(path, { resumable: true });
    expect(sha256(await readFile(path))).toBe(sha256(enriched));
    expect(await readdir(folder)).toEqual(['out.csv']);
  });

  it('starts over if the partial file is longer than the file', async () => {
    const { server, job, folder, path, part } = await killedAfter(120_000);
    await writeFile(join(folder, part), randomBytes(400_000));
    server.script('signed-download', reply(416, ''));
    await job.download(path, { resumable: true });
    expect(sha256(await readFile(path))).toBe(sha256(enriched));
  });

  it('removes files of its other versions and of processes that were killed, and no others', async () => {
    const { job, folder, path } = await killedAfter(120_000);
    const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
    const theirs = [
      '.skiptrace-another-job-0a1b2c3d.part',
      `.skiptrace-${machine}-${process.pid}-0a1b2c3d.part`,
      `.skiptrace-00000000-${NO_PROCESS}-0a1b2c3d.part`,
    ];
    const killed = `.skiptrace-${machine}-${NO_PROCESS}-0a1b2c3d.part`;
    for (const name of [killed, `.skiptrace-${job.id}-0a1b2c3d.part`, ...theirs])
      await writeFile(join(folder, name), 'some bytes');
    await job.download(path, { resumable: true });
    expect((await readdir(folder)).sort()).toEqual([...theirs, 'out.csv'].sort());
    await writeFile(join(folder, killed), 'some bytes');
    await job.download(path, { force: true });
    expect((await readdir(folder)).sort()).toEqual([...theirs, 'out.csv'].sort());
  });

  it('is left unchanged by a download to a stream', async () => {
    const { job } = await killedAfter(50_000);
    const chunks: Buffer[] = [];
    await job.download(new Writable({ write: (chunk: Buffer, _, done) => (chunks.push(chunk), done()) }));
    expect(sha256(Buffer.concat(chunks))).toBe(sha256(enriched));
  });
});
