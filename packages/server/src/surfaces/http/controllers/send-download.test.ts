// Engines: SQLite, PostgreSQL at a release

import { describe, expect, it } from 'vitest';
import { rangeOf } from './send-download.js';

describe('the range of a download of 10 bytes', () => {
  it.each([
    ['bytes=0-3', { start: 0, end: 4 }],
    ['bytes=4-', { start: 4, end: 10 }],
    ['bytes=9-9', { start: 9, end: 10 }],
    ['bytes=4-99999999999999999999', { start: 4, end: 10 }],
    ['bytes=-3', { start: 7, end: 10 }],
    // RFC 9110 §14.1.2: a suffix longer than the file means the whole file.
    ['bytes=-10', { start: 0, end: 10 }],
    ['bytes=-99999999999999999999', { start: 0, end: 10 }],
    ['Bytes= 0-3 ', { start: 0, end: 4 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=99999999999999999999-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=3-2', null],
    ['bytes=0-1,3-4', null],
    ['bytes=a-b', null],
    ['bytes=1e0-3', null],
    ['bytes=-', null],
    ['lines=0-3', null],
    ['', null],
    [undefined, null],
  ] as const)('is, of %j, %j', (header, range) => {
    expect(rangeOf(header, 10)).toEqual(range);
  });

  it('does not exist for an empty file', () => {
    expect(rangeOf('bytes=-1', 0)).toBe('unsatisfiable');
    expect(rangeOf('bytes=0-', 0)).toBe('unsatisfiable');
  });
});
