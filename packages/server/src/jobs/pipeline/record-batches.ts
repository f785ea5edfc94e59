import { setImmediate } from 'node:timers/promises';
import type { CsvReader, CsvRecord } from '@skiptrace/csv';

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
