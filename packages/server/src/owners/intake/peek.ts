import { dirname } from 'node:path';
import { isDataRow, mapHeaders, sampleCsv, type HeaderMapping } from '@skiptrace/csv';
import { OwnerImportError } from '../errors.js';
import { asCsv } from '../import/as-csv.js';
import { OwnerColumns } from '../import/owner-columns.js';
import { headerless, requireShortHeaders } from '../import/owner-file-errors.js';
import { headOf } from '../import/owner-sample.js';
import { isSensitiveHeader } from '../import/sensitive-columns.js';

const ROWS = 5;
/** Characters of a cell that are sent to the page; the rest would not be seen in its table. */
const MAX_CHARACTERS = 200;
const HIDDEN = '(never read)';

/** What a person needs to see of a file to say what its columns mean. */
export interface OwnerFileHead {
  headers: string[];
  /** Cells of the first rows. Those of columns that are never read are hidden. */
  firstRows: string[][];
  /** Field → headers that hold it. */
  suggested: Record<string, string[]>;
  /** Field → headers that may hold it; none is read for it until the operator chooses one. */
  unclear: Record<string, string[]>;
}

/**
 * @param path of the file, or of the beginning of a CSV, in a folder of its own for what is unpacked of it
 * @throws OwnerImportError, CsvInputError
 */
export async function peek(path: string): Promise<OwnerFileHead> {
  const csv = await asCsv(path, dirname(path));
  try {
    const { head, atEnd } = await headOf(csv.path);
    const sample = sampleCsv(head, atEnd);
    if (sample === undefined) {
      throw new OwnerImportError('unreadable_file', 'The first row of the file never ends.');
    }
    const headers = sample.header.names.map((name) => name.trim());
    requireShortHeaders(headers);
    if (isDataRow(headers)) throw headerless(headers);
    const cell = (text: string, at: number): string =>
      isSensitiveHeader(headers[at] ?? '') ? HIDDEN : text.slice(0, MAX_CHARACTERS);
    const mapping = mapHeaders(headers, { purpose: 'owners' });
    return {
      headers,
      firstRows: sample.rows.slice(0, ROWS).map((cells) => cells.map(cell)),
      suggested: suggestedFor(headers, mapping),
      unclear: unclearIn(mapping),
    };
  } finally {
    await csv.remove();
  }
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
