import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BLOCK_RANGE,
  blockOf,
  encodeExactKeys,
  encodeLooseKeys,
  EXACT_BLOCKS,
  ExactKeys,
  LooseKeys,
  type ExactKey,
} from './key-blocks.js';

/** Distinct keys of one block, ascending. */
const blocks = fc
  .record({
    block: fc.integer({ min: 0, max: 1023 }),
    entries: fc.uniqueArray(
      fc.record({
        place: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: BLOCK_RANGE - 1 })),
        seal: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 2 ** 53 - 2 })),
        recordId: fc.integer({ min: 1, max: 2 ** 42 }),
        contacts: fc.integer({ min: 0, max: 15 * 1024 + 19 * 32 + 28 }),
      }),
      { selector: ({ place }) => place, maxLength: 300 },
    ),
  })
  .map(({ block, entries }) => ({
    block,
    keys: entries
      .toSorted((a, b) => a.place - b.place)
      .map(({ place, ...rest }): ExactKey => ({ key: block * BLOCK_RANGE + place, ...rest })),
  }));

const UNSETTLED = -1;

function expectFound(keys: ExactKeys, { key, seal, recordId, contacts }: ExactKey) {
  const place = keys.find(key);
  expect([keys.recordAt(place), keys.contactsAt(place)]).toEqual([recordId, contacts]);
  expect(keys.isSealed(place, seal ?? 0)).toBe(seal !== null);
  expect(keys.isSealed(place, (seal ?? 0) + 1)).toBe(false);
}

describe('a block of exact keys', () => {
  it('finds every key it was made of with all that belongs to it, and no other', () => {
    fc.assert(
      fc.property(blocks, fc.array(fc.nat({ max: 400 })), ({ block, keys }, others) => {
        const found = new ExactKeys(encodeExactKeys(keys));
        for (const entry of keys) {
          expect(blockOf(entry.key)).toBe(block);
          expectFound(found, entry);
        }
        const known = new Set(keys.map(({ key }) => key));
        for (const place of others) {
          const key = block * BLOCK_RANGE + place;
          if (!known.has(key)) expect(found.find(key)).toBe(-1);
        }
      }),
    );
  });

  it('may have come from a database at any address in memory', () => {
    const entry = { key: 5, seal: 6, recordId: 7, contacts: 8 };
    const bytes = Buffer.concat([Buffer.alloc(3), encodeExactKeys([entry])]).subarray(3);
    expectFound(new ExactKeys(bytes), entry);
  });

  it('is read as it was written before contents were noted', () => {
    const numbers = Float64Array.from([5, 9, 6, UNSETTLED, 7 * 1024 + 8, 0]);
    const keys = new ExactKeys(new Uint8Array(numbers.buffer));
    expectFound(keys, { key: 5, seal: 6, recordId: 7, contacts: 8 });
    expect(keys.isSealed(keys.find(9), 6)).toBe(false);
    expect(keys.find(6)).toBe(-1);
  });

  it('settles nothing for a record with more contacts than it can note', () => {
    const keys = new ExactKeys(encodeExactKeys([{ key: 5, seal: 6, recordId: 7, contacts: 16_384 }]));
    expect(keys.isSealed(keys.find(5), 6)).toBe(false);
  });
});

const place = fc.oneof(fc.integer({ min: 0, max: BLOCK_RANGE - 1 }), fc.constantFrom(0, 1, BLOCK_RANGE - 1));

describe('a block of loose keys', () => {
  it('may have every key it was made of', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: EXACT_BLOCKS, max: 2 * EXACT_BLOCKS - 1 }),
        fc.array(place, { maxLength: 500 }),
        (block, places) => {
          const keys = places.map((at) => block * BLOCK_RANGE + at);
          const found = new LooseKeys(encodeLooseKeys(keys));
          expect(keys.filter((key) => !found.mayHave(key))).toEqual([]);
        },
      ),
    );
  });

  it('has hardly any other', () => {
    const first = EXACT_BLOCKS * BLOCK_RANGE;
    const step = BLOCK_RANGE / 20_000;
    const keys = Array.from({ length: 2_000 }, (_, at) => first + Math.floor(10 * at * step));
    const found = new LooseKeys(encodeLooseKeys(keys));
    const others = Array.from({ length: 20_000 }, (_, at) => first + Math.floor(at * step)).filter(
      (key) => !keys.includes(key),
    );
    expect(others.filter((key) => found.mayHave(key)).length / others.length).toBeLessThan(0.08);
  });
});
