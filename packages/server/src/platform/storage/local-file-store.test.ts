import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder, type Temporary } from '../../testing/temporary.js';
import { randomIds } from '../ids.js';
import { LocalFileStore, measureDisk, StoreFullError } from './index.js';

const KB = 1024;
const MB = 1024 * KB;
const GB = 1_000_000_000;
const ANY_SIZE = { maxBytes: Number.MAX_SAFE_INTEGER };

let folder: Temporary<string>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

async function* bytes(total: number, chunk = 64 * KB): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < total; sent += chunk) {
    await Promise.resolve();
    yield Buffer.alloc(Math.min(chunk, total - sent));
  }
}

/** Content of all files of the store, including half-written ones. */
async function storedBytes(): Promise<number> {
  const names = await readdir(folder.value, { recursive: true });
  const files = await Promise.all(names.map((name) => stat(path.join(folder.value, name)).catch(() => null)));
  return files.reduce((sum, file) => sum + (file?.isFile() === true ? file.size : 0), 0);
}

/** A disk of this size, on which there are the files of the store and nothing else. */
const diskOf = (totalBytes: number) => async () => ({
  freeBytes: totalBytes - (await storedBytes()),
  totalBytes,
});

const storeOn = (totalBytes: number, reserveBytes: number | null) =>
  LocalFileStore.open(folder.value, randomIds, reserveBytes, diskOf(totalBytes));

describe('the reserve of a disk', () => {
  it('is a gigabyte, or a tenth of a disk that is smaller than ten', async () => {
    const reserveOf = async (totalBytes: number) =>
      (await (await storeOn(totalBytes, null)).capacity()).reserveBytes;
    expect(await reserveOf(500 * GB)).toBe(GB);
    expect(await reserveOf(2 * GB)).toBe(GB / 5);
    expect((await (await storeOn(GB, 5)).capacity()).reserveBytes).toBe(5);
  });

  it('stops a file before it is touched, and nothing of the file is left', async () => {
    const store = await storeOn(20 * MB, 5 * MB);
    await store.write('job/first', bytes(10 * MB), ANY_SIZE);
    await expect(store.write('job/second', bytes(10 * MB), ANY_SIZE)).rejects.toThrow(StoreFullError);
    expect(await storedBytes()).toBe(10 * MB);
    await store.write('job/third', bytes(4 * MB), ANY_SIZE);
  });

  it('refuses a file of one byte as soon as there is no room', async () => {
    const disk = { freeBytes: 100, totalBytes: 1_000 };
    const store = await LocalFileStore.open(folder.value, randomIds, 90, () => Promise.resolve(disk));
    await store.write('job/first', bytes(1), ANY_SIZE);
    disk.freeBytes = 90;
    await expect(store.write('job/second', bytes(1), ANY_SIZE)).rejects.toThrow(StoreFullError);
    disk.freeBytes = 91;
    await store.write('job/second', bytes(1), ANY_SIZE);
  });

  it('is kept by many writers together: each has a chunk in hand at most', async () => {
    const writers = 20;
    let lowest = Infinity;
    const measure = async () => {
      const space = await diskOf(40 * MB)();
      lowest = Math.min(lowest, space.freeBytes);
      return space;
    };
    const store = await LocalFileStore.open(folder.value, randomIds, 8 * MB, measure);
    const written = await Promise.allSettled(
      Array.from({ length: writers }, (_, index) => store.write(`job/${index}`, bytes(10 * MB), ANY_SIZE)),
    );
    expect(written.some(({ status }) => status === 'rejected')).toBe(true);
    expect(lowest).toBeGreaterThan(8 * MB - writers * 64 * KB - 4 * MB);
    expect((await store.capacity()).freeBytes).toBeGreaterThanOrEqual(8 * MB);
  });

  it('is measured on the disk the files are on', async () => {
    const { freeBytes, totalBytes } = await measureDisk(folder.value)();
    expect(freeBytes).toBeGreaterThan(0);
    expect(totalBytes).toBeGreaterThan(freeBytes);
  });
});
