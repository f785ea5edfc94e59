import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCeiling } from './ceiling.js';
import { plainDollars } from '../amounts.js';

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
    ' ',
    '$400',
    '1,000',
    '4e2',
    '400c',
    '-1',
    '1.234',
    '.5',
    'None',
    'unlimited',
    '0x10',
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
