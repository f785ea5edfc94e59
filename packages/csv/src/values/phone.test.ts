import { describe, expect, it } from 'vitest';
import { dncFlag, phoneDigits, phoneType } from './phone.js';
import { isSentinel } from './sentinel.js';

describe('phone digits', () => {
  it.each([
    '6145550130',
    '(614) 555-0130',
    '614-555-0130',
    '614.555.0130',
    '+1 614 555 0130',
    '1-614-555-0130',
    '614/555-0130',
    '="6145550130"',
    '6145550130.0',
    '6.145550130E+09',
    '614-555-0130 x12',
    '614-555-0130 ext. 12',
    '614–555–0130',
  ])('are found in %j', (value) => {
    expect(phoneDigits(value)).toBe('6145550130');
  });

  it.each([
    '',
    'DNC Excluded',
    '555-0130',
    '0145550130',
    '6141550130',
    '2222222222',
    '26145550130',
    '614-555-0130 or 0131',
    '6.14555013E+09',
    'call me',
  ])('are not in %j', (value) => {
    expect(phoneDigits(value)).toBeNull();
  });
});

describe('phone type', () => {
  it.each([
    ['Mobile', 'mobile'],
    ['CELL', 'mobile'],
    ['Wireless', 'mobile'],
    ['Cell Phone', 'mobile'],
    ['Landline', 'landline'],
    ['Land Line', 'landline'],
    ['Residential', 'landline'],
    ['M', 'mobile'],
    ['m.', 'mobile'],
    ['W', 'mobile'],
    ['C', 'mobile'],
    ['Wireless Number', 'mobile'],
    ['L', 'landline'],
    ['LL', 'landline'],
    ['Landline Phone', 'landline'],
    ['Fixed_Line', 'landline'],
    ['VoIP', null],
    ['Non-Fixed VoIP', null],
    ['FIXED_LINE_OR_MOBILE', null],
    ['Business', null],
    ['1', null],
    ['Pager', null],
    ['', null],
  ])('of %j is %j', (value, type) => {
    expect(phoneType(value)).toBe(type);
  });
});

describe('Do Not Call', () => {
  it.each(['Y', 'yes', 'TRUE', '1', '1.0', 'DNC', 'Do Not Call', 'x'])('is meant by %j', (value) => {
    expect(dncFlag(value)).toBe(true);
  });

  it.each(['N', 'no', 'False', '0', 'Not on DNC', 'clean'])('is denied by %j', (value) => {
    expect(dncFlag(value)).toBe(false);
  });

  it.each(['', '-', 'N/A', 'maybe', '2'])('is not decided by %j', (value) => {
    expect(dncFlag(value)).toBeNull();
  });
});

describe('a sentinel', () => {
  it.each([
    '',
    '  ',
    'N/A',
    'na',
    'NULL',
    'None',
    'NaN',
    'Unknown',
    'TBD',
    '0',
    '-',
    '—',
    'Vacant  Land',
    'DNC Excluded',
  ])('is %j', (value) => {
    expect(isSentinel(value)).toBe(true);
  });

  it.each(['00000', 'Nan Smith', '1', 'no', 'land'])('is not %j', (value) => {
    expect(isSentinel(value)).toBe(false);
  });
});
