import { describe, expect, it } from 'vitest';
import { whyOf, type OperatorJobDetails } from './jobs.js';

const details = (
  job: Partial<OperatorJobDetails['job']>,
  rest: Partial<OperatorJobDetails> = {},
): OperatorJobDetails => ({
  job: {
    id: 'job-1',
    accountId: 'a',
    accountName: 'Acme',
    mode: 'live',
    status: 'failed',
    totalRows: null,
    matchedRows: null,
    totalChargeCents: null,
    refundCents: null,
    errorMessage: null,
    createdAt: '2026-11-26T03:00:00Z',
    updatedAt: '2026-11-26T03:01:00Z',
    ...job,
  },
  origin: 'api',
  uploadBytes: null,
  priceCents: 4,
  repeatRows: null,
  blankAddressCount: null,
  hasUpload: false,
  hasResult: false,
  work: null,
  events: [],
  transactions: [],
  ...rest,
});
const work = {
  kind: 'match',
  failures: 1,
  takeovers: 1,
  dueAt: '2026-11-26T03:02:00Z',
  isRunning: false,
} as const;

describe('why a job failed', () => {
  it('is its own sentence where the file is at fault', () => {
    const errorMessage = 'The file has no column "Zip". Nothing was charged.';
    expect(whyOf(details({ errorMessage }))).toEqual([errorMessage]);
  });

  it('also names the lines of the log where the server is at fault, and a refund', () => {
    const errorMessage = 'Server error while writing the result.';
    expect(whyOf(details({ errorMessage, refundCents: 8 }))).toEqual([
      errorMessage,
      expect.stringContaining('have the subject job-1') as string,
      'What was paid for it is refunded.',
    ]);
  });

  it('is told before it has failed for good', () => {
    expect(whyOf(details({ status: 'processing' }, { work }))[0]).toMatch(/^It failed 2 times and is tried/);
    expect(whyOf(details({ status: 'processing' }))).toEqual([]);
  });
});
