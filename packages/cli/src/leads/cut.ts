import { createReadStream } from 'node:fs';
import { CsvReader, type CsvRecord, withoutHelperCells } from '@skiptrace/csv';

/** What has to be known of the helper columns to cut them off again. */
export interface HelperShape {
  readonly count: number;
  readonly delimiter: string;
}

/** The enriched file without the helper cells in front of every record. */
export async function* withoutHelpers(
  whole: string,
  { count, delimiter }: HelperShape,
): AsyncGenerator<Uint8Array> {
  const reader = new CsvReader({ mappedHeaders: () => [], delimiter });
  let headerDone = false;
  const cut = (records: readonly CsvRecord[]) => {
    const { dialect, header } = reader;
    const parts: Uint8Array[] = [];
    if (!dialect || !header) return Buffer.concat(parts);
    if (!headerDone) {
      parts.push(header.preamble, withoutHelperCells(header.bytes, count, dialect), header.lineEnd);
      headerDone = true;
    }
    for (const { bytes, lineEnd, blank } of records) {
      parts.push(blank ? bytes : withoutHelperCells(bytes, count, dialect), lineEnd);
    }
    return Buffer.concat(parts);
  };
  for await (const chunk of createReadStream(whole)) yield cut(reader.push(chunk as Buffer));
  yield cut(reader.end());
}
