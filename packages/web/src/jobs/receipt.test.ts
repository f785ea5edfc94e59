import type { SkipTraceJob } from '@skiptrace/contract';
import { expect, it } from 'vitest';
import { money } from '../parts/format.js';
import { receiptLines } from './receipt.js';

const job: SkipTraceJob = {
  id: '7b6f1f52-5a2c-4f43-9d53-0b1f7fd0c3a1',
  status: 'completed',
  filename: 'leads.csv',
  downloadUrl: null,
  errorMessage: null,
  totalRows: 1_801,
  matchedRows: 400,
  unmatchedRows: 1_401,
  nonMatchCount: 80,
  pricePerRowCents: 4,
  repeatRows: 5,
  totalChargeCents: 1_580,
  refundCents: null,
  createdAt: '2026-11-24T12:00:00.000Z',
  updatedAt: '2026-11-24T12:00:00.000Z',
};

it('lists what was paid for and what was free', () => {
  expect(receiptLines(job)).toEqual([
    ['Matches', '395 × $0.04', '$15.80'],
    ['Matches you paid for before', '5', 'Free'],
    ['Not found', '80', 'Free'],
    ['Duplicates, or can’t match', '1,321', 'Free'],
    ['Total', '1,801 rows', '$15.80'],
  ]);
});

it('says why rows had no match, line by line, if the server knows', () => {
  const missReasons = {
    notOnFileRows: 70,
    severalFitRows: 0,
    unitRows: 10,
    incompleteRows: 0,
    noPhoneRows: 0,
  };
  expect(receiptLines({ ...job, missReasons }).slice(2, 5)).toEqual([
    ['Address not on file', '70', 'Free'],
    ['Unit missing or not on file', '10', 'Free'],
    ['Duplicates, or can’t match', '1,321', 'Free'],
  ]);
});

it('subtracts refunds: the refunded rows are no longer matches', () => {
  const lines = receiptLines({ ...job, matchedRows: 398, nonMatchCount: 82, refundCents: 8 });
  expect(lines[0]).toEqual(['Matches', '395 × $0.04', '$15.80']);
  expect(lines.slice(-2)).toEqual([
    ['Refund', 'Owners we may no longer show', '-$0.08'],
    ['Total', '1,801 rows', '$15.72'],
  ]);
});

it('adds up to all rows after a refund', () => {
  const missReasons = { notOnFileRows: 3, severalFitRows: 0, unitRows: 1, incompleteRows: 0, noPhoneRows: 0 };
  const refunded = {
    ...{ ...job, totalRows: 9, matchedRows: 3, nonMatchCount: 4, repeatRows: 0, missReasons },
    ...{ pricePerRowCents: 4, totalChargeCents: 20, refundCents: 8 },
  };
  expect(receiptLines(refunded).map(([what, amount]) => [what, amount])).toEqual([
    ['Matches', '5 × $0.04'],
    ['Address not on file', '1'],
    ['Unit missing or not on file', '1'],
    ['Duplicates, or can’t match', '2'],
    ['Refund', 'Owners we may no longer show'],
    ['Total', '9 rows'],
  ]);
});

it('adds up to all rows after a refund by the operator, which is in Billing', () => {
  const rows = { ...job, matchedRows: 398, nonMatchCount: 82 };
  for (const refundCents of [1, 8, 10, 1_580])
    expect(receiptLines({ ...rows, refundCents }).slice(2)).toEqual([
      ['Not found', '80', 'Free'],
      ['Duplicates, or can’t match', '1,321', 'Free'],
      ['Refund', refundCents > 8 ? 'See Billing' : 'Owners we may no longer show', `-${money(refundCents)}`],
      ['Total', '1,801 rows', money(1_580 - refundCents)],
    ]);
});

it('leaves out lines with zero rows, and is empty before the rows are matched', () => {
  const all = { ...job, totalRows: 2, matchedRows: 2, nonMatchCount: 0, repeatRows: 0 };
  expect(receiptLines({ ...all, pricePerRowCents: 0, totalChargeCents: 0, requirePhone: true })).toEqual([
    ['Matches with a phone', '2 × $0.00', '$0.00'],
    ['Total', '2 rows', '$0.00'],
  ]);
  expect(receiptLines({ ...job, matchedRows: null, nonMatchCount: null })).toEqual([]);
});
