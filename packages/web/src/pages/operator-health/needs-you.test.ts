import { describe, expect, it } from 'vitest';
import type { OperatorHome } from '../../api/operator-home.js';
import { toDos } from './needs-you.js';

const quiet: OperatorHome = {
  messages: { open: 0, unread: 0 },
  requests: { open: 0, late: 0, letters: 0, nextDueAt: null },
  failedJobs: 0,
  failedImports: 0,
  toApprove: 3,
  toApproveCents: 900,
  today: { spentCents: 0, toppedUpCents: 0, refundedCents: 0 },
  lastCheck: { checkedAt: '2026-11-26T03:00:00Z', checkedBy: 'service', accountsChecked: 1, findings: [] },
};

describe('open work of an operator', () => {
  it('is nothing on a quiet day, even if customers have lists to approve', () => {
    expect(toDos(quiet)).toEqual([]);
  });

  it('has late requests, findings and failures before what waits', () => {
    const busy: OperatorHome = {
      ...quiet,
      messages: { open: 2, unread: 0 },
      requests: { open: 3, late: 1, letters: 2, nextDueAt: '2026-11-20T00:00:00Z' },
      failedJobs: 1,
      failedImports: 2,
      lastCheck: {
        checkedAt: '2026-11-26T03:00:00Z',
        checkedBy: 'service',
        accountsChecked: 1,
        findings: ['a balance is wrong'],
      },
    };
    expect(toDos(busy).map(({ text, isUrgent }) => [text, isUrgent])).toEqual([
      ['1 request past the deadline', true],
      ['The doctor found 1 problem', true],
      ['1 job failed in the last day', true],
      ['2 imports of owners failed in the last day', true],
      ['2 open messages', false],
      ['2 requests can only be confirmed with a letter from you', false],
      ['2 open requests', false],
    ]);
  });

  it('has unread messages as urgent', () => {
    const [first] = toDos({ ...quiet, messages: { open: 5, unread: 1 } });
    expect(first).toMatchObject({ text: '1 unread message, 5 open', isUrgent: true });
  });
});
