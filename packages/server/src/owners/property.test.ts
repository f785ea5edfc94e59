import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash53, hash53Twice } from './property.js';

describe('the hash of a text', () => {
  it('never changes, because stored directories depend on it', () => {
    expect(hash53('')).toBe(3338908027751811);
    expect(hash53('19901DE=7|ROSE|LN')).toBe(8509168905733653);
    expect(hash53('19901DE=7|ROSE|LN', 1)).toBe(3965092447875280);
  });

  it('is the same when computed under two seeds at once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.nat(), (text, seed, other) => {
        expect(hash53Twice(text, seed, other)).toEqual([hash53(text, seed), hash53(text, other)]);
      }),
    );
  });
});
