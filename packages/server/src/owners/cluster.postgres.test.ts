import { describe, expect, it } from 'vitest';
import {
  idBefore,
  keysTable,
  MAX_OWN_RECORDS,
  recordsTable,
  SHARED,
  tableNumber,
  tableOf,
} from './cluster.postgres.js';

const LAST_TABLE = 28_671;

describe('own tables', () => {
  it.each([1, 7, LAST_TABLE])('are identified by the ids of their records: %i', (table) => {
    expect(tableOf(idBefore(table) + 1)).toBe(table);
    expect(tableOf(idBefore(table) + MAX_OWN_RECORDS)).toBe(table);
    expect(tableOf(idBefore(table) + MAX_OWN_RECORDS + 1)).toBe(table + 1);
  });

  it('leave the lower ids to the shared ones', () => {
    expect([1, 2 ** 40 - 1].map(tableOf)).toEqual([SHARED, SHARED]);
    expect(recordsTable(SHARED)).toBe('owner_records');
    expect(keysTable(7)).toBe('owner_keys_7');
  });

  it("have ids that fit into the six bytes of a job's files", () => {
    expect(idBefore(LAST_TABLE) + MAX_OWN_RECORDS).toBe(2 ** 43 - 1);
    expect([LAST_TABLE, LAST_TABLE + 1].map(tableNumber)).toEqual([LAST_TABLE, SHARED]);
  });

  it.each([-1, 0.5, LAST_TABLE + 1, Number.NaN])('have no other numbers: %d', (table) => {
    expect(() => recordsTable(table)).toThrow('no tables of owners');
  });
});
