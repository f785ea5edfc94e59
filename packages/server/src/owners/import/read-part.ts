import { CsvReader, unguardedCell, type CsvRecord } from '@skiptrace/csv';
import { OwnerColumns } from './owner-columns.js';
import type { FileLayout, FilePart } from './owner-file.js';
import { ownersOfRow, type RowOptions } from './owner-row.js';
import { RecordBatch, type EncodedRecords } from './record-batch.js';
import { isRejectsFile } from './rejects.js';

/** How a file's rows become records. Plain data: it goes to other threads. */
export interface ReadingOptions extends FileLayout, RowOptions {}

export interface RefusedRow {
  line: number;
  reason: string;
  cells: string[];
}

/** What was found in rows, in numbers. */
export interface FoundCounts {
  rows: number;
  owners: number;
  addressKeys: number;
  phones: number;
  emails: number;
  phonesOut: number;
  phonesWithoutType: number;
  phonesOfOthers: number;
  phonesOver: number;
  emailsOut: number;
  dncAssumed: number;
}

/** What the rows of a part became. Plain data: it comes from other threads. */
export interface ReadPart {
  records: EncodedRecords;
  refused: RefusedRow[];
  found: FoundCounts;
}

export const NOTHING_FOUND: Readonly<FoundCounts> = {
  ...{ rows: 0, owners: 0, addressKeys: 0 },
  ...{ phones: 0, phonesOut: 0, phonesWithoutType: 0, phonesOfOthers: 0, phonesOver: 0, dncAssumed: 0 },
  ...{ emails: 0, emailsOut: 0 },
};

/** So few rows at a time are garbage before the collector would copy them. */
const BYTES_PER_PUSH = 64 * 1024;

/** Reads the rows of a part: nearly all of the work of an import that is not SQLite's. */
export function readPart(options: ReadingOptions, { bytes, line: firstLine }: FilePart): ReadPart {
  const { header, mapping } = options;
  const columns = new OwnerColumns(header.names, mapping);
  // Its cells were guarded against spreadsheets when it was written.
  const isGuarded = isRejectsFile(header.names);
  const reader = new CsvReader({ mappedHeaders: columns.headers, opened: options });
  const batch = new RecordBatch();
  const refused: RefusedRow[] = [];
  const found: FoundCounts = { ...NOTHING_FOUND };
  const take = ({ blank, line, values }: CsvRecord): void => {
    if (blank) return;
    found.rows++;
    const owners = ownersOfRow(columns.read(isGuarded ? values.map(unguardedCell) : values), options);
    if ('refused' in owners) {
      refused.push({ line: firstLine + line - 1, reason: owners.refused, cells: values });
      return;
    }
    found.phonesOut += owners.phonesLeftOut;
    found.phonesWithoutType += owners.phonesWithoutType;
    found.phonesOfOthers += owners.phonesOfOthers;
    found.phonesOver += owners.phonesOver;
    found.emailsOut += owners.emailsLeftOut;
    found.dncAssumed += owners.dncAssumed;
    for (const owner of owners.records) {
      found.owners++;
      found.addressKeys += owner.addressKeys.length;
      found.phones += owner.contact.phones.length;
      found.emails += owner.contact.emails.length;
      batch.add(owner);
    }
  };
  for (let at = 0; at < bytes.length; at += BYTES_PER_PUSH) {
    reader.push(bytes.subarray(at, at + BYTES_PER_PUSH)).forEach(take);
  }
  reader.end().forEach(take);
  return { records: batch.encoded(), refused, found };
}
