import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { say, shownToast, subscribeToToasts } from './toast.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('a toast', () => {
  it('is shown for four seconds, and every change is told', () => {
    const changed = vi.fn();
    const unsubscribe = subscribeToToasts(changed);
    say('Key revoked.');
    expect(shownToast()).toEqual({ words: 'Key revoked.' });
    vi.advanceTimersByTime(3_999);
    expect(shownToast()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(shownToast()).toBeNull();
    expect(changed).toHaveBeenCalledTimes(2);
    unsubscribe();
    say('Saved.');
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('makes way for the next one, which stays for its own four seconds', () => {
    say('Copied.');
    vi.advanceTimersByTime(3_000);
    say('Copied.');
    vi.advanceTimersByTime(3_000);
    expect(shownToast()).toEqual({ words: 'Copied.' });
    vi.advanceTimersByTime(1_000);
    expect(shownToast()).toBeNull();
  });
});
