import { setImmediate } from 'node:timers/promises';
import type { CsvReader, CsvRecord } from '@skiptrace/csv';

/**
 * Large enough for a query to pay; small enough for what a batch needs to die young: with 1,000 rows the collector of
 * garbage copies most of them, which costs a fifth of the whole work.
 */
export const BATCH_ROWS = 500;

/**
 * The records of a file in batches of at most `size`, the last line included. Between batches the event loop turns, so
 * that a stopped worker leaves: that is a job's safe point.
 * @throws CsvInputError, whatever `source` throws, and the reason of `signal`
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

/** The records of a file, some at a time. @throws CsvInputError, whatever `source` throws */
export async function* readRecords(
  source: AsyncIterable<Uint8Array>,
  reader: CsvReader,
): AsyncGenerator<CsvRecord[]> {
  for await (const chunk of source) yield reader.push(chunk);
  yield reader.end();
}
