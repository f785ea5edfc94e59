import { dirname } from 'node:path';
import {
  cellsByHeader,
  mapHeaders,
  MAX_HEAD_BYTES,
  splitStreet,
  type HeaderMapping,
  type SplitStreet,
} from '@skiptrace/csv';
import { MS_PER_MINUTE } from '../../clock.js';
import { asCsv } from '../import/as-csv.js';
import { OwnerColumns } from '../import/owner-columns.js';
import { requireShortHeaders } from '../import/owner-file-errors.js';
import { tableIn, type OwnerTable } from '../import/owner-sample.js';
import { isSensitiveHeader } from '../import/sensitive-columns.js';

const ROWS = 5;
/** Characters of a cell that are sent to the page; the rest would not be seen in its table. */
const MAX_CHARACTERS = 200;
/** A person waits for it. */
const SEEN_WITHIN_MS = 2 * MS_PER_MINUTE;
const HIDDEN = '(never read)';

/** How a person says that the file is to be read. */
export interface PeekOptions {
  /** Which row holds the names of the columns, from 1; 0 for none. By default the file tells. */
  headerRow?: number;
  /** Of a workbook; by default the one that looks most like a list. */
  sheet?: string;
}

/** What a person needs to see of a file to say what its columns mean. */
export interface OwnerFileHead {
  headers: string[];
  /** Row with the names, from 1; 0 if no row has them. */
  headerRow: number;
  /** The rows of a title above it. */
  titleRows: { row: number; cells: string[] }[];
  /** Cells of the first rows. Cells of sensitive columns are hidden. */
  firstRows: string[][];
  /** Which row of the file each of these is, from 1. */
  firstRowNumbers: number[];
  /** Field → headers that hold it. */
  suggested: Record<string, string[]>;
  /** Field → headers that may hold it; none is read for it until the operator chooses one. */
  unclear: Record<string, string[]>;
  /** The columns that most likely hold the parts of the street, where it is split. */
  split: SplitStreet;
  /** What a person should know before the check. */
  notes: string[];
  /** Of a workbook. */
  sheet: string | null;
  otherSheets: string[];
}

/**
 * @param path of the file, or of the beginning of a CSV, in a folder of its own for what is unpacked of it
 * @throws OwnerImportError, CsvInputError
 */
export async function peek(
  path: string,
  { headerRow, sheet }: PeekOptions,
  reserveBytes: number | null,
): Promise<OwnerFileHead> {
  const csv = await asCsv(path, {
    ...{ scratch: dirname(path), reserveBytes, withinMs: SEEN_WITHIN_MS },
    // One byte more says that it goes on.
    maxBytes: MAX_HEAD_BYTES + 1,
    ...(sheet !== undefined && { sheet }),
  });
  try {
    const found = await tableIn(csv.path, headerRow);
    // Without names, the columns are called by their numbers.
    const table = found.headerAt === null ? await tableIn(csv.path, 0) : found;
    const headers = table.header.map((name) => name.trim());
    requireShortHeaders(headers);
    const mapping = mapHeaders(headers, { purpose: 'owners', samples: table.rows });
    const street = mapping.fields.find(({ field }) => field === 'address')?.headers ?? [];
    return {
      headers,
      ...topRows(table),
      suggested: suggestedFor(headers, mapping),
      unclear: unclearIn(mapping),
      split: splitStreet(street, headers, cellsByHeader(headers, table.rows)),
      notes: mapping.warnings.map(({ message }) => message),
      sheet: csv.sheets?.taken ?? null,
      otherSheets: [...(csv.sheets?.others ?? [])],
    };
  } finally {
    await csv.remove();
  }
}

function topRows({
  sample,
  headerAt,
}: OwnerTable): Pick<OwnerFileHead, 'headerRow' | 'titleRows' | 'firstRows' | 'firstRowNumbers'> {
  const all = [sample.header.names, ...sample.rows];
  const numbers = [sample.header, ...sample.places].map(({ line }) => line);
  const above = headerAt ?? -1;
  const first = all.slice(0, above + 1 + ROWS);
  // Whichever row is taken for the header: a column of secrets is never shown.
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

/** As far as the headers tell; what they leave open is for the operator to say. */
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
