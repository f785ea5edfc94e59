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
    const offer = (totalChargeCents: number) => offerOf({ ...job, totalChargeCents }).join('');
    expect(offer(1_572)).toBe('235 you can call of 393 matches, $15.72 (6.7¢ for each you can call)');
    expect(offer(0)).toBe('235 you can call of 393 matches, free');
  });

  it('has what each costs in tenths of a cent, in dollars from a dollar on, and not below a tenth of a cent', () => {
    const each = (totalChargeCents: number, callableRows: number) =>
      /\((.*) for each you can call\)$/.exec(
        offerOf({
          matchedRows: 4_000,
          totalChargeCents,
          resultSummary: { ...summary, callableRows },
        }).join(''),
      )?.[1];
    expect(each(1_000, 250)).toBe('4¢');
    expect(each(9_990, 100)).toBe('99.9¢');
    expect(each(99_970, 1_000)).toBe('$1.00');
    expect(each(12_345, 100)).toBe('$1.23');
    expect(each(100, 1_000)).toBe('0.1¢');
    expect(each(99, 1_000)).toBeUndefined();
    expect(each(1_572, 0)).toBeUndefined();
  });

  it('is that no owners were found, where nothing matched', () => {
    const none = { matchedRows: 0, nonMatchCount: 5, totalChargeCents: 0 };
    const empty = { ...summary, callableRows: 0 };
    expect(offerOf({ ...none, resultSummary: empty }).join('')).toBe('no owners found, free');
    expect(offerOf({ ...none, requirePhone: true }).join('')).toBe('no owners with a phone found, free');
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
