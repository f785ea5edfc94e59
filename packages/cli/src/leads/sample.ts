import type { CsvSample } from '@skiptrace/csv';
import { readSample as read } from '@skiptrace/csv/leads';
import { inputFailure } from './failures.js';
import { bytesOf, type Source } from './source.js';

/** The first rows of a file; undefined if it is not readable as CSV, which the full read reports. */
export async function readSample(
  source: Source,
  delimiter: string | undefined,
): Promise<CsvSample | undefined> {
  try {
    return await read(bytesOf(source), delimiter);
  } catch (error) {
    throw inputFailure(source, error);
  }
}
