import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash53 } from '../hash.js';
import { SeenIdentities } from './seen-identities.js';

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
