import { createHash } from 'node:crypto';
import { stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startS3, type S3Server, S3_CREDENTIALS } from '../../testing/s3-server.js';
import { makeBucket, openS3 } from '../../testing/s3-store.js';
import { temporaryFolder } from '../../testing/temporary.js';
import { randomIds } from '../ids.js';
import { FileGoneError, FileTooLargeError, LocalFileStore, roomBytes, type FileStore } from './index.js';

/** Credentials of the real S3, under separate names because other tests of this process change AWS's variables. */
const OF_REAL_S3 = {
  AWS_ACCESS_KEY_ID: process.env.TEST_S3_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY: process.env.TEST_S3_SECRET_ACCESS_KEY,
};

/** Every backend behaves alike: a new one is one more line here. */
const backends: Record<string, (folder: string) => Promise<FileStore>> = {
  'the local disk': (folder) => LocalFileStore.open(folder, randomIds, 0),
  S3: (folder) => openS3(s3.storageUrl(path.basename(folder)), S3_CREDENTIALS),
  // A real one, where the machine has it (scripts/support/swift.sh): `.ci/run` does.
  ...(process.env.TEST_S3_URL !== undefined && {
    'a real S3': (folder: string) =>
      openS3(inFolder(process.env.TEST_S3_URL ?? '', path.basename(folder)), OF_REAL_S3),
  }),
};

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
  const { TEST_S3_URL: real } = process.env;
  if (real !== undefined) await makeBucket(real, OF_REAL_S3);
});
afterAll(() => s3.close());

const inFolder = (url: string, folder: string): string => {
  const at = new URL(url);
  at.pathname = `/${folder}`;
  return at.href;
};

const ROOMY = { maxBytes: 1_000_000 };
async function* chunks(...parts: readonly (string | Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    await Promise.resolve();
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ value: folder, remove } = await temporaryFolder());
});
afterEach(() => remove());

describe.each(Object.entries(backends))('the file store on %s', (_, open) => {
  let store: FileStore;
  beforeEach(async () => {
    store = await open(folder);
  });
  const content = async (name: string) => (await buffer(await store.read(name))).toString();

  it('gives back the bytes it was given, from any place to any other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 50 })),
        fc.nat(60),
        fc.nat(60),
        async (parts, a, b) => {
          const whole = Buffer.concat(parts);
          const stored = await store.write('job/file', chunks(...parts), ROOMY);
          expect(stored.sizeBytes).toBe(whole.length);
          expect(await buffer(await store.read('job/file', a))).toEqual(whole.subarray(a));
          const [start, end] = [Math.min(a, b), Math.max(a, b) + 1];
          expect(await buffer(await store.read('job/file', start, end))).toEqual(whole.subarray(start, end));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('says how large a file is', async () => {
    expect(await store.write('job/file', chunks('ab', 'c'), ROOMY)).toEqual({
      sizeBytes: 3,
    });
    expect(await store.size('job/file')).toBe(3);
    expect(await store.size('job/other')).toBeNull();
  });

  it('seals what was sent with a link, and nothing else', async () => {
    const measured: number[] = [];
    const seal = () =>
      store.seal('job/file', 'job/sealed', (bytes) => Promise.resolve(void measured.push(bytes)));
    await store.write('job/file', chunks('abc'), ROOMY);
    expect([await seal(), measured, await store.size('job/sealed')]).toEqual([null, [], null]);
    const link = await store.uploadLink('job/file', 60);
    if (link !== null) {
      expect((await fetch(link, { method: 'PUT', body: 'sent' })).ok).toBe(true);
      expect([await seal(), measured, await content('job/sealed')]).toEqual([4, [4], 'sent']);
      await store.removeSent('job/file');
      expect([await seal(), await content('job/sealed')]).toEqual([null, 'sent']);
    }
    await store.removeSent('job/file');
    expect(await content('job/file')).toBe('abc');
  });

  it('replaces a file as a whole, and a reader keeps the one it opened', async () => {
    await store.write('job/file', chunks('first'), ROOMY);
    const reader = await store.read('job/file');
    await store.write('job/file', chunks('second'), ROOMY);
    expect((await buffer(reader)).toString()).toBe('first');
    expect(await content('job/file')).toBe('second');
  });

  it('keeps the old file and leaves nothing behind when a write fails', async () => {
    await store.write('job/file', chunks('old'), ROOMY);
    await expect(store.write('job/file', chunks('new', new Error('cut off')), ROOMY)).rejects.toThrow(
      'cut off',
    );
    expect(await content('job/file')).toBe('old');
    expect(await store.removeAbandoned(Number.MAX_SAFE_INTEGER)).toBe(0);
  });

  it('makes one file of the beginnings of several, in their order, unless one of them is not there', async () => {
    for (const part of ['a', 'bc', '']) await store.write(`job/part-${part.length}`, chunks(part), ROOMY);
    const piece = (part: number, bytes = part) => ({ name: `job/part-${part}`, bytes });
    await expect(store.join('job/file', [piece(1), piece(9)])).rejects.toThrow(FileGoneError);
    expect(await store.join('job/file', [piece(1), piece(0), piece(2)])).toEqual({ sizeBytes: 3 });
    expect(await content('job/file')).toBe('abc');
    await store.join('job/file', [piece(2, 1), piece(1, 0), piece(1)]);
    expect(await content('job/file')).toBe('ba');
    expect(await store.list('job')).toHaveLength(4);
  });

  it('takes exactly the limit and refuses one byte more', async () => {
    await store.write('job/file', chunks('12', '34'), { maxBytes: 4 });
    await expect(store.write('job/more', chunks('12', '345'), { maxBytes: 4 })).rejects.toThrow(
      FileTooLargeError,
    );
    expect(await store.size('job/more')).toBeNull();
  });

  it('writes and joins files of many parts, and gives back every byte of them', async () => {
    const MB = 2 ** 20;
    async function* large(bytes: number, seed: number) {
      for (let at = 0; at < bytes; at += 64 * 1024) {
        await Promise.resolve();
        yield Buffer.alloc(Math.min(64 * 1024, bytes - at), `${seed}:${at};`);
      }
    }
    const digestOf = async (source: AsyncIterable<unknown>) => {
      const hash = createHash('sha256');
      for await (const chunk of source) hash.update(chunk as Buffer);
      return hash.digest('hex');
    };
    const limit = { maxBytes: 100 * MB };
    await store.write('job/large', large(20 * MB + 7, 1), limit);
    expect(await digestOf(await store.read('job/large'))).toBe(await digestOf(large(20 * MB + 7, 1)));
    await store.write('job/small', chunks('head'), ROOMY);
    const pieces = [
      { name: 'job/small', bytes: 4 },
      { name: 'job/large', bytes: 11 * MB },
      { name: 'job/small', bytes: 2 },
      { name: 'job/large', bytes: 6 * MB },
    ];
    expect(await store.join('job/joined', pieces)).toEqual({ sizeBytes: 17 * MB + 6 });
    async function* expected() {
      for (const { name, bytes } of pieces) yield* await store.read(name, 0, bytes);
    }
    expect(await digestOf(await store.read('job/joined'))).toBe(await digestOf(expected()));
    await expect(store.write('job/more', large(20 * MB, 2), { maxBytes: 18 * MB })).rejects.toThrow(
      FileTooLargeError,
    );
    expect(await store.size('job/more')).toBeNull();
    expect(await store.removeAbandoned(Number.MAX_SAFE_INTEGER)).toBe(0);
  });

  it('says that a file is gone', async () => {
    await store.write('job/file', chunks('x'), ROOMY);
    await store.remove('job/file');
    await store.remove('job/file');
    await expect(store.read('job/file')).rejects.toThrow(FileGoneError);
  });

  it('lists folders and their files, and removes a folder with all that is in it', async () => {
    await store.write('job-a/one', chunks('1'), ROOMY);
    await store.write('job-a/two', chunks('2'), ROOMY);
    await store.write('job-b/one', chunks('3'), ROOMY);
    expect((await store.folders()).sort()).toEqual(['job-a', 'job-b']);
    expect((await store.list('job-a')).map(({ name }) => name).sort()).toEqual(['job-a/one', 'job-a/two']);
    await store.write('job-b/four', chunks('4444'), ROOMY);
    const all = [];
    for await (const { name, bytes } of store.all()) all.push(`${name} ${bytes}`);
    expect(all.sort()).toEqual(['job-a/one 1', 'job-a/two 1', 'job-b/four 4', 'job-b/one 1']);
    await store.removeFolder('job-a');
    expect(await store.folders()).toEqual(['job-b']);
    expect(await store.list('job-a')).toEqual([]);
  });

  it.each(['../job/file', 'job/../file', '/etc/file', 'job/a/b', 'file', 'job/File.csv', ''])(
    'refuses the name %j',
    async (name) => {
      await expect(store.write(name, chunks('x'), ROOMY)).rejects.toThrow('folder/file');
      await expect(store.read(name)).rejects.toThrow('folder/file');
    },
  );

  it('knows that there is room', async () => {
    expect(await roomBytes(store)).toBeGreaterThan(0);
  });
});

describe('the file store on the local disk', () => {
  it('lets only the owner read', async () => {
    const store = await LocalFileStore.open(path.join(folder, 'files'), randomIds, 0);
    await store.write('job/file', chunks('x'), ROOMY);
    const mode = async (name: string) => (await stat(path.join(folder, 'files', name))).mode & 0o777;
    expect(await mode('.')).toBe(0o700);
    expect(await mode('job')).toBe(0o700);
    expect(await mode('job/file')).toBe(0o600);
  });

  it('removes what a killed process left half written, once it is old', async () => {
    const store = await LocalFileStore.open(folder, randomIds, 0);
    const left = path.join(folder, 'unfinished', 'left-by-a-killed-process');
    await writeFile(left, 'half');
    await utimes(left, 1_000, 1_000);
    expect(await store.removeAbandoned(1_000_000)).toBe(0);
    expect(await store.removeAbandoned(1_000_001)).toBe(1);
    expect(await store.folders()).toEqual([]);
  });
});
