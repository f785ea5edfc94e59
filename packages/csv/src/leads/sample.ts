import { CsvInputError } from '../errors.js';
import { MAX_HEAD_BYTES } from '../records/dialect.js';
import { type CsvSample, sampleCsv } from '../records/sample.js';
import { type ByteSource, readWhole } from '../source/byte-source.js';

/** First rows of a file; undefined if it is not readable as CSV: the reader of the whole file reports that. */
export async function readSample(source: ByteSource, delimiter?: string): Promise<CsvSample | undefined> {
  const head = await readWhole(source, 0, Math.min(source.size, MAX_HEAD_BYTES + 1));
  try {
    return sampleCsv(head, head.length <= MAX_HEAD_BYTES, delimiter === undefined ? {} : { delimiter });
  } catch (error) {
    if (error instanceof CsvInputError) return undefined;
    throw error;
  }
}
