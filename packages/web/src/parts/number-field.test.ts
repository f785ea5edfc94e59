import { describe, expect, it } from 'vitest';
import { faultOf, numberIn, type Bounds } from './number-field.js';

const DOLLARS: Bounds = { min: 0, max: 10_000, decimals: 2, prefix: '$' };
const COUNT: Bounds = { min: 1, max: 1_000_000 };

describe('a number that is typed', () => {
  it.each<[string, Bounds, number]>([
    ['0', DOLLARS, 0],
    [' 0.05 ', DOLLARS, 0.05],
    ['0.050', DOLLARS, 0.05],
    ['$1,234.50', DOLLARS, 1234.5],
    ['.5', DOLLARS, 0.5],
    ['10.', DOLLARS, 10],
    ['1000000', COUNT, 1_000_000],
    ['-5', { min: -10, max: 10 }, -5],
  ])('%j is good', (typed, bounds, number) => {
    expect(faultOf(typed, bounds)).toBeNull();
    expect(numberIn(typed)).toBe(number);
  });

  it('may be missing', () => {
    expect(faultOf(' ', DOLLARS)).toBeNull();
  });

  it.each<[string, Bounds, string]>([
    ['-1', DOLLARS, 'Enter a number from $0.00 to $10,000.00.'],
    ['-', DOLLARS, 'Enter a number from $0.00 to $10,000.00.'],
    ['1e3', DOLLARS, 'Enter a number from $0.00 to $10,000.00.'],
    ['12,50', DOLLARS, 'Enter a number from $0.00 to $10,000.00.'],
    ['1000000000000', DOLLARS, 'Enter a number from $0.00 to $10,000.00.'],
    ['0.055', DOLLARS, 'Enter at most 2 digits after the point.'],
    ['1.5', COUNT, 'Enter a whole number.'],
    ['0', COUNT, 'Enter a number from 1 to 1,000,000.'],
    ['20', { min: -10, max: 10, prefix: '$' }, 'Enter a number from -$10 to $10.'],
  ])('%j is not, and it is said why', (typed, bounds, fault) => {
    expect(faultOf(typed, bounds)).toBe(fault);
  });
});
