// Engines: SQLite, PostgreSQL at a release

import { expect, it } from 'vitest';
import { createLogger } from '../../platform/logger.js';
import { LogAllowance } from './log-allowance.js';

it('lets strangers write a limited number of lines a minute, and reports in the next how many were dropped', () => {
  let nowMs = 1_000_000_020_000;
  const warnings: object[] = [];
  const logger = createLogger('silent');
  logger.warn = (facts: object) => void warnings.push(facts);
  const allowance = new LogAllowance({ now: () => nowMs }, logger);
  const taken = (times: number) =>
    Array.from({ length: times }, () => allowance.take()).filter(Boolean).length;
  expect(taken(1_000)).toBe(100);
  expect(warnings).toEqual([]);
  nowMs += 60_000;
  expect(taken(10)).toBe(10);
  expect(warnings).toEqual([{ leftOut: 900 }]);
  nowMs += 60_000;
  expect(taken(1)).toBe(1);
  expect(warnings).toHaveLength(1);
});
