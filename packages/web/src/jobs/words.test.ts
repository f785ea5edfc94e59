import type { SkipTraceJob } from '@skiptrace/contract';
import { describe, expect, it } from 'vitest';
import { contentsOf, lookedUpOf, matchesOf, missesOf, priceOf, situationOf } from './words.js';

const job = (changed: Partial<SkipTraceJob>): SkipTraceJob => ({
  id: '7b6f1f52-5a2c-4f43-9d53-0b1f7fd0c3a1',
  status: 'preview',
  filename: 'leads.csv',
  totalRows: 250,
  matchedRows: 20,
  unmatchedRows: 230,
  nonMatchCount: 70,
  pricePerRowCents: 4,
  totalChargeCents: 80,
  refundCents: null,
  downloadUrl: null,
  errorMessage: null,
  createdAt: '2026-11-24T12:00:00.000Z',
  updatedAt: '2026-11-24T12:00:00.000Z',
  ...changed,
});

describe('the matches of a job', () => {
  it('are counted among the rows looked up, not among rows without an address or with a repeated one', () => {
    expect(lookedUpOf(job({}))).toBe(90);
    expect(matchesOf(job({}))).toBe('20 of 90');
  });

  it('are null before they are known', () => {
    expect(matchesOf(job({ status: 'processing', matchedRows: null, nonMatchCount: null }))).toBeNull();
  });
});

const SUMMARY = {
  phoneRows: 15,
  callableRows: 8,
  mobileRows: 7,
  landlineRows: 3,
  dncOnlyRows: 4,
  notCheckedRows: 3,
  emailRows: 11,
  mailingRows: 20,
  absenteeRows: 6,
};

describe('the contacts on file for the matches of a job', () => {
  it('are shown beside the price if the server sends them', () => {
    expect(contentsOf(job({ resultSummary: SUMMARY })).slice(0, 2)).toEqual([
      ['With a phone', '15 (75%)'],
      ['You can call', '8'],
    ]);
    expect(contentsOf(job({}))).toEqual([]);
  });
});

describe('why rows of a job have no match', () => {
  it('is said for the reasons that occur, if the server knows', () => {
    const missReasons = {
      notOnFileRows: 1_060,
      severalFitRows: 3,
      unitRows: 7,
      incompleteRows: 0,
      noPhoneRows: 0,
    };
    expect(missesOf(job({ missReasons }))).toEqual([
      ['Address not on file', '1,060'],
      ['Several properties fit', '3'],
      ['Unit missing or not on file', '7'],
    ]);
    expect(missesOf(job({}))).toEqual([]);
  });
});

describe('the price of a job', () => {
  it('is not shown if nothing will ever be paid', () => {
    expect(priceOf(job({}))).toBe(80);
    expect(priceOf(job({ refundCents: 12 }))).toBe(68);
    expect(priceOf(job({ status: 'cancelled' }))).toBeNull();
    expect(priceOf(job({ status: 'failed', refundCents: 80 }))).toBeNull();
  });
});

describe('the situation of a job', () => {
  it.each<[string, Partial<SkipTraceJob>, string]>([
    ['before a yes', {}, 'You won’t be charged until you approve.'],
    ['after it', { status: 'confirmed' }, 'You paid $0.80.'],
    ['that found nobody', { matchedRows: 0, totalChargeCents: 0 }, 'this list is free'],
    ['with its file', { status: 'completed', downloadUrl: '/f' }, 'are ready. Total: $0.80.'],
    ['without its file', { status: 'completed' }, 'so you can’t download it again. Total: $0.80.'],
    ['that failed unpaid', { status: 'failed' }, 'Nothing has been charged.'],
    ['that failed after it', { status: 'failed', refundCents: 80 }, 'We refunded $0.80 to your balance.'],
    [
      'that was cancelled',
      { status: 'cancelled', updatedAt: '2026-11-28T12:00:00.000Z' },
      'You cancelled this list on Nov 28, 2026. Nothing was charged.',
    ],
    [
      'that was not approved',
      { status: 'cancelled', updatedAt: '2026-12-24T12:01:00.000Z' },
      'This list expired on Dec 24, 2026, because it wasn’t approved in time. Nothing was charged.',
    ],
    [
      'that got no file',
      { status: 'cancelled', totalRows: null, updatedAt: '2026-11-25T12:01:00.000Z' },
      'This list expired on Nov 25, 2026, because its file never arrived. Nothing was charged.',
    ],
  ])('says what it costs: %s', (_, changed, words) => {
    expect(situationOf(job(changed), 30)).toContain(words);
  });
});
