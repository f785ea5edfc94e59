// @skiptrace/csv against csv-parse's events on one file: interleaved, medians, mapped columns decoded.
import { openSync, readSync, closeSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { COLUMN_MAPPING } from './job-data.mjs';
import { median } from './median.mjs';

const requireFromCsv = createRequire(path.resolve(import.meta.dirname, '../../../packages/csv/package.json'));
const CHUNK_BYTES = 64 * 1024;
const MAPPED = Object.values(COLUMN_MAPPING);

/** Median milliseconds of both. @throws Error when they read the file differently */
export async function timeCsvReading(file, rounds) {
  const { CsvReader } = await import('@skiptrace/csv');
  const { parse } = requireFromCsv('csv-parse');
  const chunks = chunksOf(file);
  const times = { reader: [], csvParse: [] };
  for (let round = 0; round < rounds; round++) {
    let from = performance.now();
    const ours = readWithReader(CsvReader, chunks);
    times.reader.push(performance.now() - from);
    from = performance.now();
    const theirs = await readWithCsvParse(parse, chunks);
    times.csvParse.push(performance.now() - from);
    if (ours.rows !== theirs.rows || ours.letters !== theirs.letters) throw new Error('the two disagree');
  }
  return { readerMs: median(times.reader), csvParseMs: median(times.csvParse) };
}

function chunksOf(file) {
  const handle = openSync(file, 'r');
  const chunks = [];
  for (;;) {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const length = readSync(handle, chunk);
    if (length === 0) break;
    chunks.push(chunk.subarray(0, length));
  }
  closeSync(handle);
  return chunks;
}

function readWithReader(CsvReader, chunks) {
  const reader = new CsvReader({ mappedHeaders: MAPPED });
  const seen = { rows: 0, letters: 0 };
  const take = (records) => {
    for (const { blank, values } of records) {
      if (blank) continue;
      seen.rows += 1;
      seen.letters += values[0].length;
    }
  };
  for (const chunk of chunks) take(reader.push(chunk));
  take(reader.end());
  return seen;
}

function readWithCsvParse(parse, chunks) {
  return new Promise((resolve, reject) => {
    const parser = parse({ bom: true, relax_column_count: true });
    const seen = { rows: 0, letters: 0 };
    let column = -1;
    parser.on('readable', () => {
      for (let record = parser.read(); record !== null; record = parser.read()) {
        if (column === -1) column = record.indexOf(MAPPED[0]);
        else {
          seen.rows += 1;
          seen.letters += record[column].length;
        }
      }
    });
    parser.on('error', reject);
    parser.on('end', () => resolve(seen));
    for (const chunk of chunks) parser.write(chunk);
    parser.end();
  });
}
