import { describe, expect, it } from 'vitest';
import { MS_PER_DAY } from '../../clock.js';
import type { DropBatch, DropStore } from '../drop-store.js';
import { deadlinesOf, dropFindings } from './deadlines.js';

const AUGUST = Date.UTC(2026, 7, 1);
const day = (days: number): number => AUGUST + days * MS_PER_DAY;
const batch = (takenDay: number | null, state: DropBatch['state']): DropBatch => ({
  ...{ id: `batch ${takenDay ?? ''}`, service: 'production', way: 'api', state, createdAt: AUGUST },
  ...{ takenAt: takenDay === null ? null : day(takenDay), answeredAt: null },
});
const found = (batches: readonly DropBatch[], nowDay: number, set: number | null = null) =>
  dropFindings(
    { batches: () => Promise.resolve([...batches]) } as unknown as DropStore,
    { now: () => day(nowDay) },
    set,
  );

describe('the deadlines of DROP', () => {
  it('are 45 days, and 30 from 2027 on, unless the operator sets another number', () => {
    const days = (nowMs: number, set: number | null = null) => deadlinesOf([], nowMs, set).periodDays;
    expect([days(AUGUST), days(Date.UTC(2026, 11, 31, 23)), days(Date.UTC(2027, 0, 1))]).toEqual([
      45, 45, 30,
    ]);
    expect(days(AUGUST, 20)).toBe(20);
  });

  it('warn a week before the lists have to be fetched again, except operators who never used DROP', async () => {
    expect(await found([], 1_000)).toEqual([]);
    const batches = [batch(10, 'answered'), batch(3, 'answered')];
    expect(await found(batches, 48)).toEqual([]);
    expect(await found(batches, 49)).toEqual([expect.stringContaining('have to be fetched by 2026-09-25')]);
    expect(await found(batches, 20, 15)).toEqual([expect.stringContaining('every 15 days')]);
  });

  it('warn a week before statuses are due, even after later downloads that failed', async () => {
    expect(await found([batch(10, 'listed'), batch(3, 'answered')], 47)).toEqual([]);
    expect(await found([batch(10, 'listed'), batch(3, 'answered')], 49)).toEqual([
      expect.stringContaining('statuses that DROP waits for are due 2026-09-25'),
    ]);
    expect(await found([batch(null, 'asked'), batch(3, 'answered')], 49)).toEqual([
      expect.stringContaining('have to be fetched by 2026-09-18'),
    ]);
  });
});
