import { setImmediate } from 'node:timers/promises';
import type { ColumnMapping } from '@skiptrace/contract';
import type { CsvReader, CsvRecord } from '@skiptrace/csv';
import type { Lead } from '../../../directory/index.js';
import { itemAt } from '../../../platform/lib/item-at.js';

/** Which columns of a file are read, and what their cells mean. */
interface LeadColumns {
  /** In the order in which the reader yields the cells. */
  headers: readonly string[];
  /** Null if the row has no address: it is not looked up (reading 26). */
  lead(values: readonly string[]): Lead | null;
}

export function leadColumns(mapping: ColumnMapping): LeadColumns {
  const headers: string[] = [];
  /** Index of a field's cell among the values; `UNMAPPED` without one. */
  const indexOf = (field: Field): number => {
    const header = mapping[field];
    return header === undefined ? UNMAPPED : headers.push(header) - 1;
  };
  const at = {
    address: indexOf('address'),
    city: indexOf('city'),
    state: indexOf('state'),
    zip: indexOf('zip'),
    firstName: indexOf('firstName'),
    lastName: indexOf('lastName'),
  };
  return {
    headers,
    // Each property is written out: with a name in a variable, V8 would resolve it again for every row.
    lead(values) {
      const lead: Lead = { address: cell(values, at.address) };
      if (lead.address === '') return null;
      const city = cell(values, at.city);
      const state = cell(values, at.state);
      const zip = cell(values, at.zip);
      const firstName = cell(values, at.firstName);
      const lastName = cell(values, at.lastName);
      if (city !== '') lead.city = city;
      if (state !== '') lead.state = state;
      if (zip !== '') lead.zip = zip;
      if (firstName !== '') lead.firstName = firstName;
      if (lastName !== '') lead.lastName = lastName;
      return lead;
    },
  };
}

type Field = keyof Lead;

const UNMAPPED = -1;

const cell = (values: readonly string[], index: number): string =>
  index === UNMAPPED ? '' : itemAt(values, index).trim();

/**
 * Large enough that a query pays off; small enough that a batch's memory is freed young: with 1,000 rows the garbage
 * collector copies most of it, which costs a fifth of the whole work.
 */
export const BATCH_ROWS = 500;

/**
 * The records of a file in batches of at most `size`, the last line included. The event loop runs between batches, so
 * that a stopped worker can leave: this is a job's safe point.
 * @throws CsvInputError, any error of `source`, and the reason of `signal`
 */
export async function* recordBatches(
  source: AsyncIterable<Uint8Array>,
  reader: CsvReader,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<readonly CsvRecord[]> {
  let batch: CsvRecord[] = [];
  for await (const records of readRecords(source, reader)) {
    for (const record of records) {
      batch.push(record);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
      await setImmediate();
      signal.throwIfAborted();
    }
  }
  if (batch.length > 0) yield batch;
}

/** The records of a file, some at a time. @throws CsvInputError, any error of `source` */
export async function* readRecords(
  source: AsyncIterable<Uint8Array>,
  reader: CsvReader,
): AsyncGenerator<CsvRecord[]> {
  for await (const chunk of source) yield reader.push(chunk);
  yield reader.end();
}

/** Number of batches that wait for the database while the next is read. */
export const BATCHES_AHEAD = 1;

/** Yields the same items, but each only after `depth` more were read, so that work started for an item continues during reads. */
export async function* readAhead<T>(items: AsyncIterable<T>, depth: number): AsyncGenerator<T> {
  const held: T[] = [];
  for await (const item of items) {
    held.push(item);
    if (held.length > depth) yield* held.splice(0, 1);
  }
  yield* held;
}
