import { describe, expect, it } from 'vitest';
import { count, dollars, plainDollars, plural } from './amounts.js';

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
