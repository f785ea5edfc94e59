import type { SkipTraceJob } from '@skiptrace/contract';
import { describe, expect, it } from 'vitest';
import { costOfRepeat, earlierJob, isBetterOpened } from './uploaded-before.js';

const jobOf = (more: Partial<SkipTraceJob>): SkipTraceJob => ({
  id: 'one',
  filename: 'leads.csv',
  status: 'completed',
  matchedRows: 10,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  ...more,
});

describe('a list that was uploaded before', () => {
  it('is named by the job that cost something, also when newer ones were free or wait for approval', () => {
    const paid = jobOf({ id: 'paid', totalChargeCents: 40 });
    const free = jobOf({ id: 'free', totalChargeCents: 0, createdAt: '2026-11-25T00:00:00.000Z' });
    const newer = jobOf({ id: 'newer', status: 'preview', createdAt: '2026-11-26T00:00:00.000Z' });
    expect(earlierJob([newer, free, paid])).toBe(paid);
    expect(earlierJob([newer, free])).toBe(free);
    expect(earlierJob([newer])).toBe(newer);
  });

  it('is not named by jobs that failed, were cancelled or got no file', () => {
    const statuses = ['failed', 'cancelled', 'pending'] as const;
    expect(earlierJob(statuses.map((status) => jobOf({ status })))).toBeUndefined();
  });

  it('costs its matches again, but for those within the term of free repeats', () => {
    expect(costOfRepeat(jobOf({}), 0)).toBe('If you upload it again, you pay for its matches again.');
    expect(costOfRepeat(jobOf({}), 30)).toBe(
      'Matches that you paid for in the last 30 days are free; you pay for the others.',
    );
  });

  it('may have matches now where it had none', () => {
    expect(costOfRepeat(jobOf({ matchedRows: 0 }), 30)).toContain('It had no matches; ');
    expect(costOfRepeat(jobOf({ matchedRows: 0, requirePhone: true }), 0)).toContain('with a phone');
  });

  it('is better opened than uploaded again where its result is there, that costs its matches again, or nothing was paid yet', () => {
    expect(isBetterOpened(jobOf({}), 0)).toBe(true);
    expect(isBetterOpened(jobOf({ status: 'preview', matchedRows: null }), 30)).toBe(true);
    expect(isBetterOpened(jobOf({}), 30)).toBe(false);
    expect(isBetterOpened(jobOf({ downloadUrl: '/f' }), 30)).toBe(true);
    expect(isBetterOpened(jobOf({ matchedRows: 0 }), 0)).toBe(false);
  });

  it('was not paid while it waits for approval', () => {
    expect(costOfRepeat(jobOf({ status: 'preview', matchedRows: null }), 0)).toContain('Nothing was paid');
  });
});
