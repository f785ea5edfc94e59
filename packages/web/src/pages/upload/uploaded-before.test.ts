import type { SkipTraceJob } from '@skiptrace/contract';
import { describe, expect, it } from 'vitest';
import { costOfRepeat, earlierJob } from './uploaded-before.js';

const NOW = Date.UTC(2026, 10, 27);
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
  it('is named by the job that was paid, also when a newer one was not', () => {
    const paid = jobOf({ id: 'paid' });
    const newer = jobOf({ id: 'newer', status: 'preview', createdAt: '2026-11-26T00:00:00.000Z' });
    expect(earlierJob([newer, paid])).toBe(paid);
    expect(earlierJob([newer])).toBe(newer);
  });

  it('is not named by jobs that failed, were cancelled or got no file', () => {
    const statuses = ['failed', 'cancelled', 'pending'] as const;
    expect(earlierJob(statuses.map((status) => jobOf({ status })))).toBeUndefined();
  });

  it('costs its matches again, unless repeats are free and it is recent', () => {
    const again = 'If you upload it again, you pay for its matches again.';
    expect(costOfRepeat(jobOf({}), 0, NOW)).toBe(again);
    expect(costOfRepeat(jobOf({}), 30, NOW)).toBe('Matches that you paid for in the last 30 days are free.');
    expect(costOfRepeat(jobOf({ createdAt: '2026-10-01T00:00:00.000Z' }), 30, NOW)).toBe(again);
  });

  it('may have matches now where it had none', () => {
    expect(costOfRepeat(jobOf({ matchedRows: 0 }), 30, NOW)).toContain('It had no matches; ');
    expect(costOfRepeat(jobOf({ matchedRows: 0, requirePhone: true }), 0, NOW)).toContain('with a phone');
  });

  it('was not paid while it waits for approval', () => {
    expect(costOfRepeat(jobOf({ status: 'preview', matchedRows: null }), 0, NOW)).toContain(
      'Nothing was paid',
    );
  });
});
