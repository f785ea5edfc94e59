import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from './clock.js';

afterEach(() => void vi.useRealTimers());

it('waits longer than a timer can hold without firing at once', async () => {
  vi.useFakeTimers();
  const thirtyDays = 30 * 86_400_000;
  let isOver = false;
  const wait = systemClock.sleep(thirtyDays).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(thirtyDays - 1_000);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await wait;
  expect(vi.getTimerCount()).toBe(0);
});

it('ends a wait neither early nor late if the computer’s clock is changed', async () => {
  vi.useFakeTimers();
  let isOver = false;
  const wait = systemClock.sleep(10_000).then(() => (isOver = true));
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(isOver).toBe(false);
  vi.setSystemTime(Date.now() - 7_200_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await wait;
});

it('removes the timer of a cancelled limit and of an aborted wait', async () => {
  vi.useFakeTimers();
  systemClock.limit(1_000, () => {
    throw new Error('too late');
  })();
  const controller = new AbortController();
  const wait = systemClock.sleep(1_000, controller.signal);
  controller.abort(new Error('enough'));
  await expect(wait).rejects.toThrow('enough');
  expect(vi.getTimerCount()).toBe(0);
  await expect(systemClock.sleep(1_000, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  expect(vi.getTimerCount()).toBe(0);
});
