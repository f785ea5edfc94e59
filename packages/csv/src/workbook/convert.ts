import { open } from 'node:fs/promises';
import { writtenCell } from '../enriched/cells.js';
import { Archive } from './archive.js';
import { readContents, readSharedStrings } from './contents.js';
import { MAX_CSV_CHARACTERS, requireAtMost, WorkbookTooLarge } from './limits.js';
import { readNumberFormats } from './number-formats.js';
import { readRows, type SheetRow } from './rows.js';

export interface ConvertedWorkbook {
  readonly sheet: string;
  /** Names of the sheets that were not taken. */
  readonly others: readonly string[];
}

const CHUNK = 256 * 1024;
/** A gap between two rows that is longer than this is left out: nobody counts rows in such a sheet. */
const MAX_GAP = 1000;

/** Why a workbook can't be taken. The message says it to the person who has the file, without naming the file. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';

  constructor(
    readonly code: 'not_a_workbook' | 'too_large' | 'empty_sheet',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Writes the first visible sheet of a workbook as CSV: UTF-8, commas, CRLF, each row on the line of its number. @throws WorkbookError */
export async function convertWorkbook(workbook: string, destination: string): Promise<ConvertedWorkbook> {
  const archive = await Archive.open(workbook).catch((error: unknown) => {
    throw broken(error);
  });
  try {
    const contents = await readContents(archive);
    const [sheet, ...others] = contents?.sheets ?? [];
    if (!contents || !sheet) throw broken();
    const facts = {
      strings: await readSharedStrings(archive),
      formats: await readNumberFormats(archive),
      from1904: contents.from1904,
    };
    const stream = await archive.read(sheet.part, 'sheet');
    if (!stream) throw broken();
    const rows = await write(readRows(stream, facts), destination);
    if (rows === 0) throw new WorkbookError('empty_sheet', `the sheet "${sheet.name}" is empty`);
    return { sheet: sheet.name, others: others.map(({ name }) => name) };
  } catch (error) {
    throw error instanceof WorkbookError ? error : broken(error);
  } finally {
    archive.close();
  }
}

async function write(rows: AsyncIterable<SheetRow>, destination: string): Promise<number> {
  const file = await open(destination, 'wx', 0o600);
  try {
    let count = 0;
    let line = 0;
    let text = '';
    let written = 0;
    let width = 0;
    for await (const { number, cells } of rows) {
      // The first row is the header.
      if (count === 0) width = Math.max(...cells.keys()) + 1;
      if (count > 0 && number - line <= MAX_GAP) text += '\r\n'.repeat(Math.max(0, number - line - 1));
      text += `${lineOf(cells, width)}\r\n`;
      line = number;
      count++;
      if (text.length < CHUNK) continue;
      written += text.length;
      requireAtMost(MAX_CSV_CHARACTERS, written, 'characters as CSV');
      await file.writeFile(text);
      text = '';
    }
    await file.writeFile(text);
    return count;
  } finally {
    await file.close();
  }
}

/** Workbooks drop the empty cells at the end of a row; up to the header's width they come back. */
function lineOf(cells: SheetRow['cells'], width: number): string {
  let line = '';
  let at = 0;
  for (const [column, text] of [...cells].sort(([a], [b]) => a - b)) {
    line += ','.repeat(column - at) + writtenCell(text, ',');
    at = column;
  }
  return line + ','.repeat(Math.max(0, width - 1 - at));
}

function broken(cause?: unknown): WorkbookError {
  return cause instanceof WorkbookTooLarge
    ? new WorkbookError('too_large', cause.message, { cause })
    : new WorkbookError('not_a_workbook', "it can't be read as an Excel workbook", { cause });
}
