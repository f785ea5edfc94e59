import { describe, expect, it } from 'vitest';
import { centsIn, consequenceOf, priceFault, riseWarning, changesOf } from './terms.js';

describe('a price that an operator types', () => {
  it.each([
    ...(['3', ' 3 ', '3¢', '3 c', '3 cents', '$0.03', '$.03', '$ 0.030'] as const).map(
      (typed) => [typed, 3] as const,
    ),
    ...([
      ['0', 0],
      ['$0', 0],
      ['$3', 300],
      ['$3.5', 350],
      ['1000', 1_000],
      ['$10.00', 1_000],
    ] as const),
  ])('%j is %i cents', (typed, cents) => {
    expect([centsIn(typed), priceFault(typed)]).toEqual([cents, null]);
  });

  it.each(['0.03', '3.5', '3.00', '$', '$.', '$0.035', '-3', '3¢¢', 'three', '1,000', '1001', '$10.01'])(
    '%j is refused, never read as something else',
    (typed) => {
      expect(priceFault(typed)).not.toBeNull();
    },
  );

  it('may be left out', () => {
    expect(priceFault(' ')).toBeNull();
  });

  it('is shown with its consequence, and asks if dollars were meant', () => {
    expect(consequenceOf(3)).toBe('100 matches cost $3.00.');
    expect(consequenceOf(0)).toBe('Every match is free.');
    expect(consequenceOf(300)).toBe('100 matches cost $300.00. That is $3.00 per match: are these cents?');
  });

  it('is warned about if it is more than five times the one before', () => {
    expect(riseWarning(4, 20)).toBeNull();
    expect(riseWarning(4, 3)).toBeNull();
    expect(riseWarning(3, 300)).toBe(
      'That is 100 times the price of $0.03: 100 matches will cost $300.00 instead of $3.00.',
    );
    expect(riseWarning(0, 3)).toBe('Matches were free: 100 matches will cost $3.00 instead of $0.00.');
  });
});

describe('a change of price and limits', () => {
  it('shows the old and the new value, and calls an unset one the default', () => {
    expect(
      changesOf({ priceCents: 3, freeRepeatDays: null, was: { priceCents: null, freeRepeatDays: 30 } }),
    ).toEqual(['Price per match: from the default to $0.03', 'Days of free repeats: from 30 to the default']);
  });

  it('shows no old value for the first ones of an account', () => {
    expect(changesOf({ dailyMisses: 1_000 })).toEqual([
      'Free misses a day: 1,000, when the account was created',
    ]);
  });
});
