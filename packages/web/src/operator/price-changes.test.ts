import { describe, expect, it } from 'vitest';
import { changesOf } from './price-changes.js';

describe('a change of price and limits', () => {
  it('says from what to what, with the default by its name', () => {
    expect(
      changesOf({ priceCents: 3, freeRepeatDays: null, was: { priceCents: null, freeRepeatDays: 30 } }),
    ).toEqual(['Price per match: from the default to $0.03', 'Days of free repeats: from 30 to the default']);
  });

  it('of the account’s creation has no value before', () => {
    expect(changesOf({ dailyMisses: 1_000 })).toEqual([
      'Free misses a day: 1,000, when the account was created',
    ]);
  });
});
