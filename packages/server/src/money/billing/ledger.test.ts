// Engines: SQLite, PostgreSQL at a release

import { describe, expect, it } from 'vitest';
import { dollars } from './ledger.js';

describe('an amount for people', () => {
  it.each([
    [0, '$0.00'],
    [4, '$0.04'],
    [-5, '-$0.05'],
    [99_999, '$999.99'],
    [100_000, '$1,000.00'],
    [123_456_789, '$1,234,567.89'],
    [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
  ])('%i cents is %s', (cents, text) => {
    expect(dollars(cents)).toBe(text);
  });
});
