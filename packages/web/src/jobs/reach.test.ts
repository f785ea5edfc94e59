import { describe, expect, it } from 'vitest';
import { offerOf, reachOf } from './reach.js';

const summary = {
  phoneRows: 300,
  callableRows: 235,
  mobileRows: 200,
  landlineRows: 50,
  dncOnlyRows: 40,
  notCheckedRows: 25,
  emailRows: 0,
  mailingRows: 393,
  absenteeRows: 10,
};

describe('the offer of a list', () => {
  it('is said by the owners that may be called, and what each of them costs', () => {
    const job = { matchedRows: 393, nonMatchCount: 107, totalChargeCents: 1_572, resultSummary: summary };
    expect(offerOf(job).join('')).toBe('235 you can call of 393 matches, $15.72 (6.7¢ each)');
    expect(offerOf({ ...job, totalChargeCents: 0 }).join('')).toBe('235 you can call of 393 matches, free');
  });

  it('is said by the matches where the server says no more', () => {
    const short = { matchedRows: 1, nonMatchCount: 1, totalChargeCents: 4 };
    expect(offerOf(short).join('')).toBe('1 match for 2 addresses, $0.04');
    expect(reachOf(short)).toEqual([]);
  });

  it('adds up to the matches in the bar, without empty parts', () => {
    const parts = (job: Parameters<typeof reachOf>[0]) => reachOf(job).map(({ name, rows }) => [name, rows]);
    const job = { matchedRows: 393, nonMatchCount: 107, resultSummary: summary };
    expect(parts(job)).toEqual([
      ['You can call', 235],
      ['Not checked', 25],
      ['Only on Do Not Call', 40],
      ['No phone', 93],
    ]);
    expect(parts({ ...job, matchedRows: 300 }).map(([name]) => name)).not.toContain('No phone');
  });
});
