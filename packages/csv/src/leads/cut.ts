import { withoutHelperCells } from '../helpers/helper-csv.js';
import { CsvReader } from '../records/reader.js';
import type { CsvRecord } from '../records/record.js';
import type { ByteSource } from '../source/byte-source.js';
import { joined } from '../source/joined.js';

/** What has to be known of the helper columns to cut them off again. */
export interface HelperShape {
  readonly count: number;
  readonly delimiter: string;
}

/** The enriched file without the helper cells in front of every record. */
export async function* withoutHelpers(
  whole: ByteSource,
  { count, delimiter }: HelperShape,
): AsyncGenerator<Uint8Array> {
  const reader = new CsvReader({ mappedHeaders: () => [], delimiter });
  let headerDone = false;
  const cut = (records: readonly CsvRecord[]) => {
    const { dialect, header } = reader;
    const parts: Uint8Array[] = [];
    if (!dialect || !header) return joined(parts);
    if (!headerDone) {
      parts.push(header.preamble, withoutHelperCells(header.bytes, count, dialect), header.lineEnd);
      headerDone = true;
    }
    for (const { bytes, lineEnd, blank } of records) {
      parts.push(blank ? bytes : withoutHelperCells(bytes, count, dialect), lineEnd);
    }
    return joined(parts);
  };
  for await (const chunk of whole.read()) yield cut(reader.push(chunk));
  yield cut(reader.end());
}
