import { describe, expect, it } from 'vitest';
import { sampleOf, type Health } from './health.js';

const health = (seconds: number, matches: number, uptimeSeconds = seconds): Health => ({
  at: new Date(seconds * 1_000).toISOString(),
  status: 'ready',
  faults: [],
  shortages: [],
  version: '1',
  uptimeSeconds,
  database: 'sqlite',
  storage: 'local',
  backlog: { match: 2, enrich: 1 },
  freeBytes: null,
  residentBytes: 5,
  accounts: 1,
  jobs: {},
  lookups: { matches, misses: 0 },
});

describe('a moment of the charts', () => {
  it('has the lookups per second since the previous moment', () => {
    expect(sampleOf(health(15, 40), health(10, 20))).toEqual({
      at: 15_000,
      waitingTasks: 3,
      residentBytes: 5,
      matchesPerSecond: 4,
      missesPerSecond: 0,
    });
  });

  it.each([
    ['the first one', undefined],
    ['one of a server that was started since', health(10, 20, 100)],
    ['one of another server, which has done more', health(10, 90)],
    ['one of a younger server, which has done less', health(10, 20, 5)],
    ['one of an older server, which has done less', health(10, 20, 90_000)],
    ['the same answer again', health(15, 40)],
  ])('has no such figure after %s', (_, before) => {
    expect(sampleOf(health(15, 40), before).matchesPerSecond).toBeNull();
  });
});
