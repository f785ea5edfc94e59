import { CsvReader, stateCode, unguardedCell, type CsvRecord } from '@skiptrace/csv';
import { cellsIn, isLookedAt } from '@skiptrace/csv/leads';
import type { RowFormat } from '../owner-database.js';
import { countUntyped } from './cells.js';
import { OwnerColumns } from './owner-columns.js';
import type { FileLayout, FilePart } from './owner-file.js';
import { ownersOfRow, type RowOptions, type ZipLines } from './owner-row.js';
import { RecordBatch, type EncodedRecords } from './record-batch.js';
import { isRejectsFile, keptColumns, LINES_SHOWN } from './rejects.js';

/** How a file's rows become records. Plain data: it goes to other threads. */
export interface ReadingOptions extends FileLayout, Omit<RowOptions, 'givenState'> {
  /** Size of the file: of a large one, a share of the properties is looked at. */
  fileBytes: number;
  rowFormat: RowFormat;
}

/** A row, to find rows of one property that an unread column tells apart. */
export interface PlacedRow {
  property: string;
  line: number;
  /** Cells of `FileLayout.apart`. */
  cells: string[];
}

export interface RefusedRow {
  line: number;
  /** See `Refusal`. */
  reason: string;
  detail: string;
  /** Cells of all kept columns (`keptColumns`). */
  cells: string[];
}

/** Counts of findings in rows. */
export interface FoundCounts {
  rows: number;
  owners: number;
  addressKeys: number;
  phones: number;
  emails: number;
  phonesOut: number;
  /** Phones stored, but left out of answers because they have no type. */
  phonesWithoutType: number;
  /** Phones without a type in the data, including those typed by the operator's setting. */
  untypedPhones: number;
  phonesOfOthers: number;
  phonesOver: number;
  emailsOut: number;
  dncAssumed: number;
  /** Phones with a type that was not understood: stored without one. */
  unknownTypes: number;
  /** Rows with a ZIP in another state than the one given for every row. */
  elsewhere: number;
  /** Rows that were stored without their ZIP, because it isn't five digits. */
  zipsUnread: number;
  /** Stored rows with a ZIP of another state than theirs. */
  zipsOfOtherState: number;
}

/** Result of reading a part. Plain data, because it comes from other threads. */
export interface ReadPart {
  records: EncodedRecords;
  refused: RefusedRow[];
  found: FoundCounts;
  /** Some of the types that were not understood, as written. */
  unknownTypes: string[];
  zipLines: ZipLines;
  placed: PlacedRow[];
}

export const NOTHING_FOUND: Readonly<FoundCounts> = {
  rows: 0,
  owners: 0,
  addressKeys: 0,
  elsewhere: 0,
  zipsUnread: 0,
  zipsOfOtherState: 0,
  phones: 0,
  phonesOut: 0,
  phonesWithoutType: 0,
  untypedPhones: 0,
  phonesOfOthers: 0,
  phonesOver: 0,
  dncAssumed: 0,
  unknownTypes: 0,
  emails: 0,
  emailsOut: 0,
};

/** Small enough that the rows are garbage before the garbage collector would copy them. */
const BYTES_PER_PUSH = 64 * 1024;

/** Maximum number of unknown types shown. */
export const SHOWN_TYPES = 5;

/**
 * Reads the rows of a part. Except for SQLite, this is nearly all of an import's work.
 */
export function readPart(options: ReadingOptions, { bytes, line: firstLine }: FilePart): ReadPart {
  const { header, readable, mapping, apart, fileBytes } = options;
  const columns = new OwnerColumns(readable, mapping);
  // Its cells were guarded against spreadsheets when it was written.
  const isGuarded = isRejectsFile(header.names);
  const reader = new CsvReader({ mappedHeaders: columns.headers, opened: options });
  const batch = new RecordBatch(options.rowFormat);
  const refused: RefusedRow[] = [];
  const refusedBytes: Uint8Array[] = [];
  const rowOptions = { ...options, givenState: stateOfEveryRow(mapping) };
  const found: FoundCounts = { ...NOTHING_FOUND };
  const unknownTypes = new Set<string>();
  const zipLines: ZipLines = { unread: [], ofOtherState: [] };
  const placed: PlacedRow[] = [];
  const placedBytes: Uint8Array[] = [];
  const take = (record: CsvRecord): void => {
    if (record.blank) return;
    found.rows++;
    const { line, values } = record;
    const owners = ownersOfRow(columns.read(isGuarded ? values.map(unguardedCell) : values), rowOptions);
    if ('refused' in owners) {
      const { refused: reason, detail = reason } = owners;
      refused.push({ line: firstLine + line - 1, reason, detail, cells: [] });
      // Copied, because they are a view of reused memory.
      refusedBytes.push(record.bytes.slice(), record.lineEnd);
      return;
    }
    if (apart.places.length > 0 && isLookedAt(owners.property, fileBytes)) {
      placed.push({ property: owners.property, line: firstLine + line - 1, cells: [] });
      placedBytes.push(record.bytes.slice(), record.lineEnd);
    }
    if (owners.isElsewhere) found.elsewhere++;
    const { zipFault } = owners;
    if (zipFault !== null) {
      found[zipFault === 'unread' ? 'zipsUnread' : 'zipsOfOtherState']++;
      if (zipLines[zipFault].length < LINES_SHOWN) zipLines[zipFault].push(firstLine + line - 1);
    }
    found.phonesOut += owners.phonesLeftOut;
    found.phonesOfOthers += owners.phonesOfOthers;
    found.phonesOver += owners.phonesOver;
    found.emailsOut += owners.emailsLeftOut;
    found.dncAssumed += owners.dncAssumed;
    found.unknownTypes += owners.unknownTypes.length;
    for (const type of owners.unknownTypes) if (unknownTypes.size < SHOWN_TYPES) unknownTypes.add(type);
    for (const owner of owners.records) {
      found.owners++;
      found.addressKeys += owner.addressKeys.length;
      found.phones += owner.contact.phones.length;
      found.phonesWithoutType += owner.contact.untypedPhones?.length ?? 0;
      found.untypedPhones += countUntyped(owner.contact);
      found.emails += owner.contact.emails.length;
      batch.add(owner);
    }
  };
  for (let at = 0; at < bytes.length; at += BYTES_PER_PUSH) {
    reader.push(bytes.subarray(at, at + BYTES_PER_PUSH)).forEach(take);
  }
  reader.end().forEach(take);
  cellsIn(placedBytes, options, apart.places).forEach((cells, at) => {
    const row = placed[at];
    if (row !== undefined) row.cells = cells;
  });
  const cells = cellsIn(refusedBytes, options, keptColumns(header.names));
  refused.forEach((row, at) => {
    const whole = cells[at] ?? [];
    row.cells = isGuarded ? whole.map(unguardedCell) : whole;
  });
  return { records: batch.encoded(), refused, found, unknownTypes: [...unknownTypes], zipLines, placed };
}

/** Given state of every row, which the ZIP of a row overrides. */
export function stateOfEveryRow({ state, mapping, build }: FileLayout['mapping']): string | null {
  if (state === undefined || mapping.state !== undefined || build.state !== undefined) return null;
  return stateCode(state);
}
