import { describe, expect, it } from 'vitest';
import { dueWords, undoneOf, type PersonRequest } from './people.js';

describe('a deadline', () => {
  const now = Date.UTC(2026, 10, 26, 20);
  const due = (day: string, state: 'open' | 'done' = 'open') =>
    dueWords({ dueAt: `2026-${day}T23:59:59.999Z`, state }, now);

  it('is shown in days, and is urgent in the last week', () => {
    expect([due('11-26'), due('11-27'), due('12-03'), due('12-04'), due('11-24')]).toEqual([
      { text: 'Due today', isUrgent: true },
      { text: 'Due in 1 day', isUrgent: true },
      { text: 'Due in 7 days', isUrgent: true },
      { text: 'Due in 8 days', isUrgent: false },
      { text: '2 days late', isUrgent: true },
    ]);
  });

  it('is not shown once the request is closed', () => {
    expect(due('11-24', 'done')).toBeNull();
  });
});

it('a request that is closed names what it asks for and has not got', () => {
  const undone = (wants: PersonRequest['wants'], ...deeds: ('suppressed' | 'exported' | 'deleted')[]) =>
    undoneOf({ wants, history: deeds.map((what) => ({ what, at: '', by: null, note: null })) });
  expect(undone('leave_out')).toEqual([expect.stringContaining('not been left out')]);
  expect(undone('leave_out', 'deleted')).toEqual([]);
  expect(undone('delete', 'suppressed')).toEqual([expect.stringContaining('Nothing has been deleted')]);
  expect(undone('know_and_delete', 'deleted')).toEqual([expect.stringContaining('copy')]);
  expect(undone('know_and_delete')).toHaveLength(2);
  expect(undone('know', 'exported')).toEqual([]);
});
