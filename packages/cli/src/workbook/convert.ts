import { open } from 'node:fs/promises';
import { writtenCell } from '@skiptrace/csv';
import { Failure } from '../failures/failure.js';
import { Archive } from './archive.js';
import { readContents, readSharedStrings } from './contents.js';
import { readNumberFormats } from './number-formats.js';
import { readRows, type SheetRow } from './rows.js';

export interface Converted {
  readonly sheet: string;
  /** Names of the sheets that were not taken. */
  readonly others: readonly string[];
}

const CHUNK = 256 * 1024;
/** A gap between two rows that is longer than this is left out: nobody counts rows in such a sheet. */
const MAX_GAP = 1000;

/** Writes the first visible sheet of a workbook as CSV: UTF-8, commas, CRLF, each row on the line of its number. */
export async function convertWorkbook(
  workbook: string,
  shown: string,
  destination: string,
): Promise<Converted> {
  const archive = await Archive.open(workbook).catch((error: unknown) => {
    throw broken(shown, error);
  });
  try {
    const contents = await readContents(archive);
    const [sheet, ...others] = contents?.sheets ?? [];
    if (!contents || !sheet) throw broken(shown);
    const stream = await archive.read(sheet.part);
    if (!stream) throw broken(shown);
    const facts = {
      strings: await readSharedStrings(archive),
      formats: await readNumberFormats(archive),
      from1904: contents.from1904,
    };
    const rows = await write(readRows(stream, facts), destination);
    if (rows === 0) throw new Failure('input_empty', `The sheet "${sheet.name}" of ${shown} is empty.`);
    return { sheet: sheet.name, others: others.map(({ name }) => name) };
  } catch (error) {
    throw error instanceof Failure ? error : broken(shown, error);
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
    for await (const { number, cells } of rows) {
      if (count > 0 && number - line <= MAX_GAP) text += '\r\n'.repeat(Math.max(0, number - line - 1));
      text += `${cells.map((cell) => writtenCell(cell, ',')).join(',')}\r\n`;
      line = number;
      count++;
      if (text.length < CHUNK) continue;
      await file.writeFile(text);
      text = '';
    }
    await file.writeFile(text);
    return count;
  } finally {
    await file.close();
  }
}

function broken(shown: string, cause?: unknown): Failure {
  return new Failure('input_not_text', `${shown} cannot be read as an Excel workbook.`, {
    hint: 'Open it in a spreadsheet and save it as CSV.',
    cause,
  });
}
