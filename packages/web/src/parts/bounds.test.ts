import { describe, expect, it } from 'vitest';
import { faultOf, type Bounds } from './bounds.js';

const DOLLARS: Bounds = { min: 0, max: 10, decimals: 2, prefix: '$' };
const COUNT: Bounds = { min: 1, max: 1_000_000 };

describe('a number that is typed', () => {
  it.each<[number | string, Bounds]>([
    ['', DOLLARS],
    [0, DOLLARS],
    [0.05, DOLLARS],
    ['0.050', DOLLARS],
    ['10.00', DOLLARS],
    ['.5', DOLLARS],
    [1_000_000, COUNT],
    [-5, { min: -10, max: 10 }],
  ])('%j is good', (typed, bounds) => {
    expect(faultOf(typed, bounds)).toBeNull();
  });

  it.each<[number | string, Bounds, string]>([
    [-1, DOLLARS, 'Enter a number from $0.00 to $10.00.'],
    ['-', DOLLARS, 'Enter a number from $0.00 to $10.00.'],
    [1_000_000_000_000, DOLLARS, 'Enter a number from $0.00 to $10.00.'],
    [0.055, DOLLARS, 'Enter at most 2 digits after the point.'],
    [1.5, COUNT, 'Enter a whole number.'],
    [0, COUNT, 'Enter a number from 1 to 1,000,000.'],
    [20, { min: -10, max: 10, prefix: '$' }, 'Enter a number from -$10 to $10.'],
  ])('%j is not, and it is said why', (typed, bounds, fault) => {
    expect(faultOf(typed, bounds)).toBe(fault);
  });
});
