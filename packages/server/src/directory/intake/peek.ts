import { dirname } from 'node:path';
import { standardize } from '@skiptrace/address';
import {
  cellsByHeader,
  mapHeaders,
  MAX_HEAD_BYTES,
  splitStreet,
  CsvReader,
  unguardedCell,
  type HeaderMapping,
  type SplitStreet,
} from '@skiptrace/csv';
import { MS_PER_MINUTE } from '../../platform/clock.js';
import { asCsv, type CsvFile } from '../import/as-csv.js';
import { OwnerColumns, isSensitiveHeader } from '../import/owner-columns.js';
import { requireShortHeaders, OwnerFile, type OwnerFileOptions } from '../import/owner-file.js';
import { ownersOfRow, type RowOptions } from '../import/owner-row.js';
import { tableIn, type OwnerTable } from '../import/owner-sample.js';
import { stateOfEveryRow } from '../import/read-part.js';
import { isRejectsFile, withoutOwnColumns } from '../import/rejects.js';
import { ownerName } from '../names.js';
import type { OwnerContact } from '../record.js';

const ROWS = 5;
/** Maximum number of characters of a cell sent to the page; its table shows no more. */
const MAX_CHARACTERS = 200;
/** Timeout, short because a person waits. */
const SEEN_WITHIN_MS = 2 * MS_PER_MINUTE;
const HIDDEN = '(never read)';

/** A person's choice of how to read the file. */
export interface PeekOptions {
  /** Row with the column names, from 1; 0 for none. Detected by default. */
  headerRow?: number;
  /** Sheet of a workbook; by default the one that looks most like a list. */
  sheet?: string;
}

/** Preview of a file, for a person to choose its columns. */
export interface OwnerFileHead {
  headers: string[];
  /** Row with the names, from 1; 0 if no row has them. */
  headerRow: number;
  /** Title rows above the header. */
  titleRows: { row: number; cells: string[] }[];
  /** Cells of the first rows. Cells of sensitive columns are hidden. */
  firstRows: string[][];
  /** Row number of each of these rows in the file, from 1. */
  firstRowNumbers: number[];
  /** Field → headers that hold it. */
  suggested: Record<string, string[]>;
  /** Field → headers that may hold it; none is read for it until the operator chooses one. */
  unclear: Record<string, string[]>;
  /** Most likely columns of the street's parts, if it is split. */
  split: SplitStreet;
  /** Notes for the person before the check. */
  notes: string[];
  /** Sheets of a workbook. */
  sheet: string | null;
  otherSheets: string[];
}

/**
 * @param path of the file, or of the beginning of a CSV, in a separate folder, which also gets the unpacked data
 * @throws OwnerImportError, CsvInputError
 */
export async function peek(
  path: string,
  { headerRow, sheet }: PeekOptions,
  reserveBytes: number | null,
): Promise<OwnerFileHead> {
  const csv = await beginningAsCsv(path, sheet, reserveBytes);
  try {
    const found = await tableIn(csv.path, headerRow);
    // Without a header, the columns are named by number.
    const table = found.headerAt === null ? await tableIn(csv.path, 0) : found;
    const headers = table.header.map((name) => name.trim());
    const readable = withoutOwnColumns(headers);
    requireShortHeaders(headers);
    const mapping = mapHeaders(readable, { purpose: 'owners', samples: table.rows });
    return {
      headers,
      ...topRows(table),
      suggested: suggestedFor(readable, mapping),
      unclear: unclearIn(mapping),
      split: splitStreet(mapping, readable, cellsByHeader(readable, table.rows)),
      notes: mapping.warnings.map(({ message }) => message),
      sheet: csv.sheets?.taken ?? null,
      otherSheets: [...(csv.sheets?.others ?? [])],
    };
  } finally {
    await csv.remove();
  }
}

/** A row with its owners, or why it is refused. */
export interface FirstOwners {
  /** On which line of the file the row begins. */
  line: number;
  /** A clause; null if the row is stored. */
  refused: string | null;
  owners: { name: string | null; property: string; contact: OwnerContact }[];
  phonesLeftOut: number;
  emailsLeftOut: number;
}

interface FirstOwnersOptions
  extends
    Omit<OwnerFileOptions, 'rejectsPath' | 'notes'>,
    Pick<RowOptions, 'dncDefault' | 'phoneTypeDefault'> {}

/**
 * The owners that the rows of `peek` become.
 * @param path as for `peek`
 * @throws OwnerImportError, CsvInputError
 */
export async function previewOwners(
  path: string,
  { sheet, ...options }: FirstOwnersOptions & Pick<PeekOptions, 'sheet'>,
  reserveBytes: number | null,
): Promise<FirstOwners[]> {
  const csv = await beginningAsCsv(path, sheet, reserveBytes);
  try {
    return await firstOwners(csv.path, options);
  } finally {
    await csv.remove();
  }
}

/**
 * Reads the first rows of a file like an import does.
 * @param path of a CSV, or of its beginning
 * @throws OwnerImportError, CsvInputError
 */
async function firstOwners(
  path: string,
  { dncDefault, phoneTypeDefault, ...options }: FirstOwnersOptions,
): Promise<FirstOwners[]> {
  const file = new OwnerFile(path, { ...options, rejectsPath: null });
  const found: FirstOwners[] = [];
  for await (const part of file.parts()) {
    const { header, dialect, readable, mapping, nameOrder } = file.layout;
    const columns = new OwnerColumns(readable, mapping);
    const isGuarded = isRejectsFile(header.names);
    const reader = new CsvReader({ mappedHeaders: columns.headers, opened: { header, dialect } });
    const rowOptions = {
      dncDefault,
      phoneTypeDefault,
      nameOrder,
      allowNameless: options.allowNameless === true,
      givenState: stateOfEveryRow(mapping),
    };
    for (const { blank, line, values } of [...reader.push(part.bytes), ...reader.end()]) {
      if (found.length === ROWS) return found;
      if (blank) continue;
      const row = ownersOfRow(columns.read(isGuarded ? values.map(unguardedCell) : values), rowOptions);
      const at = part.line + line - 1;
      found.push(
        'refused' in row
          ? { line: at, refused: row.detail ?? row.refused, owners: [], phonesLeftOut: 0, emailsLeftOut: 0 }
          : {
              line: at,
              refused: null,
              owners: row.records.map(({ contact }) => ({
                name: ownerName(contact),
                property: propertyText(contact),
                contact,
              })),
              phonesLeftOut: row.phonesLeftOut,
              emailsLeftOut: row.emailsLeftOut,
            },
      );
    }
  }
  return found;
}

/** The property's address as it is compared. */
const propertyText = (contact: OwnerContact): string =>
  standardize({
    address: contact.propertyAddress ?? '',
    city: contact.propertyCity,
    state: contact.propertyState,
    zip: contact.propertyZip,
  }).text;

const beginningAsCsv = (
  path: string,
  sheet: string | undefined,
  reserveBytes: number | null,
): Promise<CsvFile> =>
  asCsv(path, {
    scratch: dirname(path),
    reserveBytes,
    withinMs: SEEN_WITHIN_MS,
    // One more byte, to detect whether the file continues.
    maxBytes: MAX_HEAD_BYTES + 1,
    ...(sheet !== undefined && { sheet }),
  });

function topRows({
  sample,
  headerAt,
}: OwnerTable): Pick<OwnerFileHead, 'headerRow' | 'titleRows' | 'firstRows' | 'firstRowNumbers'> {
  const all = [sample.header.names, ...sample.rows];
  const numbers = [sample.header, ...sample.places].map(({ line }) => line);
  const above = headerAt ?? -1;
  const first = all.slice(0, above + 1 + ROWS);
  // Checks every row as a possible header, so that a sensitive column is never shown.
  const isHidden = (at: number): boolean => first.some((cells) => isSensitiveHeader(cells[at] ?? ''));
  const shown = (cells: readonly string[]): string[] =>
    cells.map((text, at) =>
      isHidden(at) && !isSensitiveHeader(text) ? HIDDEN : text.slice(0, MAX_CHARACTERS),
    );
  return {
    headerRow: headerAt === null ? 0 : (numbers[headerAt] ?? 0),
    titleRows: first
      .slice(0, Math.max(0, above))
      .map((cells, at) => ({ row: numbers[at] ?? 0, cells: shown(cells) })),
    firstRows: first.slice(above + 1).map(shown),
    firstRowNumbers: numbers.slice(above + 1, first.length),
  };
}

/** Columns detected from the headers; the operator chooses the others. */
function suggestedFor(headers: readonly string[], mapping: HeaderMapping): Record<string, string[]> {
  const { fields } = new OwnerColumns(headers, mapping);
  const suggested = new Map<string, string[]>();
  for (const { field, headers: from } of fields) {
    const known = suggested.get(field) ?? [];
    suggested.set(field, [...known, ...from.filter((header) => !known.includes(header))]);
  }
  return Object.fromEntries(suggested);
}

function unclearIn({ fields, errors }: HeaderMapping): Record<string, string[]> {
  const unclear = new Map<string, string[]>();
  for (const { field, headers, from } of fields) if (from === 'unclear') unclear.set(field, [...headers]);
  for (const { field, choices } of errors)
    if (field !== undefined && choices.length > 0) unclear.set(field, [...choices]);
  return Object.fromEntries(unclear);
}
