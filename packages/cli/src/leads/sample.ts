import { createReadStream } from 'node:fs';
import { CsvInputError, type CsvSample, MAX_HEAD_BYTES, sampleCsv } from '@skiptrace/csv';
import { inputFailure } from './failures.js';
import type { Source } from './source.js';

/** The first rows of a file; undefined where it cannot be read as CSV, which is said by whoever reads it whole. */
export async function readSample(
  source: Source,
  delimiter: string | undefined,
): Promise<CsvSample | undefined> {
  const parts: Buffer[] = [];
  try {
    for await (const part of createReadStream(source.path, { end: MAX_HEAD_BYTES }))
      parts.push(part as Buffer);
    const head = Buffer.concat(parts);
    return sampleCsv(head, head.length <= MAX_HEAD_BYTES, delimiter === undefined ? {} : { delimiter });
  } catch (error) {
    if (error instanceof CsvInputError) return undefined;
    throw inputFailure(source, error);
  }
}
