import { readdir } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder, type Temporary } from '../../testing/temporary.js';
import { hash53 } from '../property.js';
import { KeyBuckets, SeenIdentities } from './key-index.js';
import { KEY_NUMBERS, NONE } from './record-batch.js';

describe('identities that were seen', () => {
  it.each([0, 2 ** 34])('are never taken for new, in a file of %i bytes', (fileBytes) => {
    const identity = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(fc.uniqueArray(identity, { maxLength: 50 }), (identities) => {
        const seen = new SeenIdentities(fileBytes);
        for (const one of identities) seen.add(one);
        expect(identities.filter((one) => !seen.add(one))).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });

  it('hardly ever make another one look known', () => {
    const seen = new SeenIdentities();
    const mistaken = Array.from({ length: 200_000 }, (_, n) => seen.add(hash53(`somebody ${n}`)));
    expect(mistaken.filter(Boolean).length).toBeLessThan(3);
  });
});

const entry = (key: number, seal = NONE) => Float64Array.of(key, 0, seal, NONE);
const keysOf = (entries: Float64Array) => [...entries.filter((_, at) => at % KEY_NUMBERS === 0)];

describe('keys in buckets', () => {
  let folder: Temporary<string>;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  it('are all there again, a bucket after the other, whether memory or a file held them', () => {
    const buckets = new KeyBuckets(path.join(folder.value, 'keys'));
    // Some buckets get more than a block holds, others hardly anything.
    const keys = Array.from(
      { length: 20_000 },
      (_, n) => hash53(`key ${n}`) % (n % 3 === 0 ? 2 ** 46 : 2 ** 53),
    );
    for (const [recordId, key] of keys.entries()) buckets.add(entry(key, key), 0, recordId);
    const found: number[][] = [];
    let largestBefore = -1;
    for (const entries of buckets.entries()) {
      const inBucket = keysOf(entries);
      expect(Math.min(...inBucket)).toBeGreaterThan(largestBefore);
      largestBefore = Math.max(...inBucket);
      for (let at = 0; at < entries.length; at += KEY_NUMBERS)
        found.push([...entries.slice(at, at + KEY_NUMBERS)]);
    }
    buckets.close();
    found.sort(([, a = 0], [, b = 0]) => a - b);
    expect(found).toEqual(keys.map((key, recordId) => [key, recordId, key, NONE]));
  });

  it('leave no file behind', async () => {
    const buckets = new KeyBuckets(path.join(folder.value, 'keys'));
    for (let recordId = 0; recordId < 2_000; recordId++) buckets.add(entry(1), 0, recordId);
    expect(await readdir(folder.value)).toEqual([]);
    buckets.close();
  });
});
