import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_RANGE, EXACT_BLOCKS } from './exact-keys.js';
import { encodeLooseKeys, LooseKeys } from './loose-keys.js';

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
