import { describe, expect, it } from 'vitest';
import { ago, dateAndTime } from './format.js';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const before = (seconds: number): string => ago(NOW - seconds * 1_000, NOW);

describe('a moment in words', () => {
  it('is as long ago as a person would say', () => {
    expect([0, 44, 45, 60, 119, 3_599].map(before)).toEqual([
      ...['just now', 'just now', '1 minute ago', '1 minute ago', '2 minutes ago', '60 minutes ago'],
    ]);
    expect([3_600, 3 * 3_600, 86_399].map(before)).toEqual(['1 hour ago', '3 hours ago', '24 hours ago']);
    expect([86_400, 6 * 86_400].map(before)).toEqual(['1 day ago', '6 days ago']);
  });

  it('is its day after a week, and exact where it is still to come', () => {
    expect(before(7 * 86_400)).toBe('Nov 18, 2026');
    expect(ago('2026-11-25T12:05:00Z', NOW)).toBe(dateAndTime('2026-11-25T12:05:00Z'));
    // The clocks of a server and a browser differ a little.
    expect(ago('2026-11-25T12:00:20Z', NOW)).toBe('just now');
  });
});
