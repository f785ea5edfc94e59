import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { count, dollars, parseCeiling, plainDollars, plural } from './amounts.js';

describe('money as text', () => {
  it('shows cents as dollars with two places and thousands', () => {
    expect([0, 4, 40, 39_248, 123_456_789].map(dollars)).toEqual([
      '$0.00',
      '$0.04',
      '$0.40',
      '$392.48',
      '$1,234,567.89',
    ]);
  });

  it('writes an amount as --max-cost accepts it', () => {
    expect(plainDollars(39_248)).toBe('392.48');
    expect(plainDollars(123_456_705)).toBe('1234567.05');
  });

  it('counts things', () => {
    expect(count(250_000)).toBe('250,000');
    expect(plural(1, 'row')).toBe('1 row');
    expect(plural(9_812, 'row')).toBe('9,812 rows');
  });
});

describe('--max-cost', () => {
  it('is US dollars, with or without cents, or none', () => {
    expect(parseCeiling('400')).toBe(40_000);
    expect(parseCeiling('392.48')).toBe(39_248);
    expect(parseCeiling('0.5')).toBe(50);
    expect(parseCeiling('0')).toBe(0);
    expect(parseCeiling('none')).toBe(Infinity);
  });

  it.each([
    '',
    ...[' ', '$400', '1,000', '4e2', '400c', '-1', '1.234', '.5', 'None', 'unlimited', '0x10'],
    '400 ',
  ])('refuses "%s" rather than guess', (text) => {
    expect(() => parseCeiling(text)).toThrow(/US dollars/);
  });

  it('reads every amount that is written', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000_000), (cents) => {
        expect(parseCeiling(plainDollars(cents))).toBe(cents);
      }),
    );
  });
});
