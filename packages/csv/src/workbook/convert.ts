// Excel workbooks (.xlsx) as CSV: a separate entry point (`@skiptrace/csv/workbook`), because it needs an XML parser.
import type { ByteSource } from '../byte-source.js';
import { writtenCell } from '../enriched/cells.js';
import { MAX_HEAD_BYTES } from '../records/dialect.js';
import { Archive, MAX_CSV_CHARACTERS, requireAtMost, WorkbookTooLarge } from './archive.js';
import { readContents, readSharedStrings, type Sheet } from './contents.js';
import { readNumberFormats, readRows, type SheetRow } from './rows.js';

export interface ConvertedWorkbook {
  readonly sheet: string;
  /** Names of the other sheets. */
  readonly others: readonly string[];
  /** The CSV file as a stream; to be read once. */
  readonly csv: AsyncIterable<Uint8Array>;
  /** Sentences about the sheet for a person, once `csv` was read: of hidden rows, and of formulas without results. */
  notes(): string[];
}

const CHUNK_CHARACTERS = 256 * 1024;
/** A longer gap between two rows is dropped: row numbers do not matter in such a sheet. */
const MAX_GAP = 1000;

/** Reason why a workbook can't be read. The message is for the person who has the file, and doesn't name the file. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';

  constructor(
    readonly code: 'not_a_workbook' | 'too_large' | 'empty_sheet' | 'no_such_sheet',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface SheetChoice {
  /** The name of the sheet to take. */
  readonly sheet?: string;
  /** Rates a sheet by its beginning, as CSV. If no sheet is named, the one with the highest rating above 0 is used. */
  readonly rate?: (head: Uint8Array) => number;
}

/** Number of sheets that are rated; the list is expected among them. */
const MAX_LOOKED_AT = 20;

/**
 * Reads a visible sheet of a workbook as CSV: UTF-8, commas, CRLF, each row on the line of its number.
 * @param choice the sheet; without it, or if all are rated 0, the first
 * @throws WorkbookError (`no_such_sheet` if there is no sheet of this name), also while `csv` is read
 */
export async function readWorkbook(
  workbook: ByteSource,
  choice: SheetChoice = {},
): Promise<ConvertedWorkbook> {
  try {
    const archive = await Archive.open(workbook);
    const contents = await readContents(archive);
    const [first] = contents?.sheets ?? [];
    if (!contents || !first) throw workbookError();
    const facts = {
      strings: await readSharedStrings(archive),
      formats: await readNumberFormats(archive),
      from1904: contents.from1904,
    };
    const csvOf = (
      { name, part }: Sheet,
      found: Found = { hidden: 0, unsaved: 0 },
    ): AsyncGenerator<Uint8Array> => {
      const read = archive.read(part, 'sheet');
      if (!read) throw workbookError();
      return asCsv(name, counted(readRows(read, facts), found));
    };
    const found: Found = { hidden: 0, unsaved: 0 };
    const sheet = (await chosen(contents.sheets, csvOf, choice)) ?? first;
    return {
      sheet: sheet.name,
      others: contents.sheets.filter((other) => other !== sheet).map(({ name }) => name),
      csv: csvOf(sheet, found),
      notes: () => notesOf(found),
    };
  } catch (error) {
    throw error instanceof WorkbookError ? error : workbookError(error);
  }
}

/** Counts of a sheet's rows and cells that a person does not expect. */
interface Found {
  hidden: number;
  unsaved: number;
}

async function* counted(rows: AsyncGenerator<SheetRow>, found: Found): AsyncGenerator<SheetRow> {
  for await (const row of rows) {
    if (row.isHidden) found.hidden++;
    found.unsaved += row.unsaved;
    if (row.cells.size > 0) yield row;
  }
}

function notesOf({ hidden, unsaved }: Found): string[] {
  const grouped = (count: number): string => count.toLocaleString('en-US');
  return [
    ...(hidden === 0
      ? []
      : [
          hidden === 1
            ? '1 row is hidden in the sheet and is read like the others.'
            : `${grouped(hidden)} rows are hidden in the sheet and are read like the others.`,
        ]),
    ...(unsaved === 0
      ? []
      : [
          `${unsaved === 1 ? '1 cell has a formula' : `${grouped(unsaved)} cells have formulas`} without a saved result, so ` +
            `${unsaved === 1 ? 'it is' : 'they are'} empty. Open the workbook in Excel and save it, then try again.`,
        ]),
  ];
}

async function chosen(
  sheets: readonly Sheet[],
  csvOf: (sheet: Sheet) => AsyncGenerator<Uint8Array>,
  { sheet: name, rate }: SheetChoice,
): Promise<Sheet | undefined> {
  if (name !== undefined) return namedSheet(sheets, name);
  // A single sheet needs no rating.
  if (rate === undefined || sheets.length === 1) return undefined;
  let best: Sheet | undefined;
  let highest = 0;
  for (const sheet of sheets.slice(0, MAX_LOOKED_AT)) {
    const head = await headOf(() => csvOf(sheet));
    const rating = head === null ? 0 : rate(head);
    if (rating > highest) [best, highest] = [sheet, rating];
  }
  return best;
}

function namedSheet(sheets: readonly Sheet[], wanted: string): Sheet {
  const folded = wanted.trim().toLowerCase();
  const sheet =
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => name.trim().toLowerCase() === folded);
  if (sheet !== undefined) return sheet;
  const names = sheets.map(({ name }) => `"${name}"`).join(', ');
  throw new WorkbookError('no_such_sheet', `it has no sheet "${wanted}"; its sheets are ${names}`);
}

/** The first bytes of a sheet; null if it is empty or can't be read. */
async function headOf(read: () => AsyncGenerator<Uint8Array>): Promise<Uint8Array | null> {
  try {
    for await (const chunk of read()) return chunk.subarray(0, MAX_HEAD_BYTES);
  } catch {
    // Its error matters only if this sheet is chosen.
  }
  return null;
}

async function* asCsv(sheet: string, rows: AsyncGenerator<SheetRow>): AsyncGenerator<Uint8Array> {
  try {
    let isEmpty = true;
    for await (const chunk of linesOf(rows)) {
      isEmpty = false;
      yield UTF_8.encode(chunk);
    }
    if (isEmpty) throw new WorkbookError('empty_sheet', `the sheet "${sheet}" is empty`);
  } catch (error) {
    throw error instanceof WorkbookError ? error : workbookError(error);
  }
}

const UTF_8 = new TextEncoder();

/** The rows in texts of about CHUNK_CHARACTERS; no text if the sheet has no rows. */
async function* linesOf(rows: AsyncGenerator<SheetRow>): AsyncGenerator<string> {
  let rowsRead = 0;
  let line = 0;
  let text = '';
  let written = 0;
  let width = 0;
  for await (const { number, cells } of rows) {
    // The header is among the first rows, below a title.
    if (rowsRead < HEADER_ROWS) width = Math.max(width, Math.max(...cells.keys()) + 1);
    rowsRead++;
    if (number - line <= MAX_GAP) text += '\r\n'.repeat(Math.max(0, number - line - 1));
    text += `${lineOf(cells, width)}\r\n`;
    line = number;
    if (text.length < CHUNK_CHARACTERS) continue;
    written += text.length;
    requireAtMost(MAX_CSV_CHARACTERS, written, 'characters as CSV');
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** Number of first rows that may hold the header; the widest of them sets the width. */
const HEADER_ROWS = 20;

/** Workbooks drop the empty cells at the end of a row; they are restored up to the header's width. */
function lineOf(cells: SheetRow['cells'], width: number): string {
  let line = '';
  let at = 0;
  for (const [column, text] of [...cells].sort(([a], [b]) => a - b)) {
    line += ','.repeat(column - at) + writtenCell(text, ',');
    at = column;
  }
  return line + ','.repeat(Math.max(0, width - 1 - at));
}

function workbookError(cause?: unknown): WorkbookError {
  return cause instanceof WorkbookTooLarge
    ? new WorkbookError('too_large', cause.message, { cause })
    : new WorkbookError('not_a_workbook', "it can't be read as an Excel workbook", { cause });
}
