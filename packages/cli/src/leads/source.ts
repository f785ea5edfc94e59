import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type ByteSource,
  foreignFormat,
  CsvInputError,
  type CsvInputErrorCode,
  noListText,
} from '@skiptrace/csv';
import { fileOfSize } from '@skiptrace/csv/files';
import { csvName } from '@skiptrace/csv/leads';
import type { Context } from '../context.js';
import { Failure, type FailureCode } from '../failures/failure.js';
import { errorCode, readProblem, writingIn } from '../failures/system-error.js';
import { temporaryFolder } from '../settings/temporary.js';
import { plain } from '../terminal/text.js';

/** A lead file on disk. */
export interface Source {
  /** Path of its CSV: the file itself, or a temporary copy if it came by standard input or was a workbook. */
  readonly path: string;
  /** The named file: results go beside it and never replace it. */
  readonly original: string;
  /** True for a pipe (`-`, or `<(command)` of a shell): it can't be read again, and results can't go beside it. */
  readonly isPiped: boolean;
  /** Name for the service, which accepts only names that end in .csv. */
  readonly name: string;
  /** Name in messages, as the user typed it. */
  readonly shown: string;
  /** Number of rows that this program added above the file's own: the header of a file without one. */
  readonly addedRows?: number;
  readonly bytes: number;
}

export const bytesOf = ({ path: file, bytes }: Source): ByteSource => fileOfSize(file, bytes);

/**
 * Opens the file, or copies a pipe into a temporary file, because it is read more than once.
 * @param sheet the workbook's sheet, if the user named one
 */
export async function openSource(file: string, context: Context, sheet?: string): Promise<Source> {
  const { stdin, cwd } = context.host;
  if (file === '-') {
    if (stdin.isTTY === true) context.console.note('Reading from the terminal; Ctrl-D ends it.');
    return keptSource(stdin, STDIN, sheet, context);
  }
  const original = path.resolve(cwd, file);
  if ((await stat(original).catch(() => undefined))?.isFIFO() === true)
    return keptSource(createReadStream(original), file, sheet, context);
  const bytes = await sizeOf(original, file);
  const name = csvName(path.basename(original));
  const source = { path: original, original, isPiped: false, name, shown: path.basename(original), bytes };
  return readable(source, file, sheet, context);
}

/**
 * Copies the file, because it is read several times. If it were sorted and saved again between two readings, owners would be written beside
 * other addresses.
 */
export async function unchanging(source: Source, context: Context): Promise<Source> {
  if (source.isPiped || source.path !== source.original) return source;
  const folder = await temporaryFolder(context);
  const copy = path.join(folder, 'list.csv');
  await writingIn(folder, () => copyFile(source.path, copy, constants.COPYFILE_FICLONE));
  return { ...source, path: copy, bytes: await sizeOf(copy, source.shown) };
}

/** The file itself or, for a workbook with any file name, the sheet with the list. */
async function readable(
  source: Source,
  shown: string,
  sheet: string | undefined,
  context: Context,
): Promise<Source> {
  const isWorkbook = /\.xls[xm]$/i.test(source.original) || (await startsAsArchive(source.path));
  if (isWorkbook) return converted(source, shown, sheet, context);
  if (sheet === undefined) return source;
  throw new Failure('usage', `${plain(shown)} is no Excel workbook (.xlsx), so it has no sheets.`, {
    hint: 'Leave out --sheet.',
  });
}

const STDIN = 'standard input';

async function keptSource(
  pipe: NodeJS.ReadableStream,
  shown: string,
  sheet: string | undefined,
  context: Context,
): Promise<Source> {
  const folder = await temporaryFolder(context);
  const kept = path.join(folder, 'stdin.csv');
  await writingIn(folder, () =>
    pipeline(pipe, createWriteStream(kept, { mode: 0o600 }), { signal: context.signal }),
  );
  const bytes = await sizeOf(kept, shown);
  const source = { path: kept, original: kept, isPiped: true, name: 'stdin.csv', shown, bytes };
  return readable(source, shown, sheet, context);
}

/** The list in a workbook as a CSV file. The code for workbooks is loaded only here. */
async function converted(
  source: Source,
  shown: string,
  wanted: string | undefined,
  context: Context,
): Promise<Source> {
  const { convertWorkbook } = await import('../workbook/convert.js');
  const folder = await temporaryFolder(context);
  const csv = path.join(folder, 'sheet.csv');
  const { sheet, others, notes } = await writingIn(folder, () =>
    convertWorkbook(source.original, shown, csv, wanted),
  );
  const more = others.length === 0 ? '' : `, not ${others.map((name) => `"${plain(name)}"`).join(', ')}`;
  const choose = others.length === 0 || wanted !== undefined ? '' : ' For another, add --sheet NAME.';
  context.console.note(`${plain(shown)}: reading sheet "${plain(sheet)}"${more}.${choose}`);
  for (const note of notes) context.console.warn(`warning: ${note}`);
  return { ...source, path: csv, bytes: await sizeOf(csv, shown) };
}

async function startsAsArchive(file: string): Promise<boolean> {
  for await (const head of createReadStream(file, { end: 7 })) return foreignFormat(head as Buffer) === 'zip';
  return false;
}

/** The size of a regular file that is not empty; otherwise a failure that says what the file is. */
async function sizeOf(file: string, shown: string): Promise<number> {
  let found;
  try {
    found = await stat(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') {
      throw new Failure('input_missing', `No such file: ${shown}.`, {
        hint: file === shown ? 'Check the name.' : `Looked for ${file}.`,
        cause: error,
      });
    }
    throw unreadable(shown, error);
  }
  if (found.isDirectory())
    throw new Failure('input_unreadable', `${shown} is a directory, not a file.`, {
      hint: 'Name a file in it.',
    });
  if (!found.isFile())
    throw new Failure('input_unreadable', `${shown} is not a regular file.`, {
      hint: 'Pipe it in: skiptrace upload -',
    });
  if (found.size === 0)
    throw new Failure('input_empty', `${shown} is empty.`, {
      hint: 'Export the list again.',
    });
  return found.size;
}

function unreadable(shown: string, error: unknown): Failure {
  return new Failure('input_unreadable', `${shown} can't be read: ${readProblem(error)}.`, {
    cause: error,
  });
}

const FAILURE_OF: Partial<Record<CsvInputErrorCode, FailureCode>> = {
  empty: 'input_empty',
  no_rows: 'input_empty',
  not_text: 'input_not_text',
  too_many_rows: 'input_too_big',
  missing_column: 'mapping_unclear',
  duplicate_column: 'mapping_unclear',
  reserved_column: 'mapping_unclear',
  no_header_row: 'usage',
};

const HINT_OF: Partial<Record<CsvInputErrorCode, string>> = {
  empty: 'Export the list again.',
  no_rows: 'Export the list again, with its rows.',
  too_many_rows: 'Split the file and run each part.',
  reserved_column: 'Rename the column or take it out, then run the command again.',
  unclosed_quote: 'Close or remove the quote, then run the command again.',
};

/** Message with lines counted in the person's own file, without a header that we added. */
function messageFor({ addedRows = 0 }: Source, { message, line }: CsvInputError): string {
  return addedRows === 0 || line === undefined
    ? message
    : message.replace(`line ${line}`, `line ${line - addedRows}`);
}

/** Failure that ends the command, from an error found while reading a file. */
export function inputFailure(source: Source, error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (!(error instanceof CsvInputError)) return unreadable(source.shown, error);
  const noList = noListText(error.format);
  return new Failure(
    FAILURE_OF[error.code] ?? 'input_broken',
    `${source.shown}: ${noList?.message ?? messageFor(source, error)}`,
    {
      hint: noList?.hint ?? HINT_OF[error.code],
      cause: error,
    },
  );
}
