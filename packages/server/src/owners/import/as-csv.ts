import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foreignFormat, noListText } from '@skiptrace/csv';
import { fileSource, writeChunks } from '@skiptrace/csv/files';
import { listScore } from '@skiptrace/csv/leads';
import { readWorkbook, WorkbookError } from '@skiptrace/csv/workbook';
import { OwnerImportError } from '../errors.js';

/** A file as CSV. */
export interface CsvFile {
  path: string;
  /** Of a workbook: the sheet that was taken, and those that were not. */
  sheets: { taken: string; others: readonly string[] } | null;
  /** What a person should know about it, as sentences. */
  notes: readonly string[];
  remove(): Promise<void>;
}

export interface AsCsvOptions {
  /** Folder for the copy of a workbook's sheet, which somebody else clears when this process is killed. */
  scratch?: string;
  /** Of a workbook; by default the one that looks most like a list. */
  sheet?: string;
}

/**
 * The file itself, or of an Excel workbook a copy of the sheet with the owners, for its owner alone to read.
 * @throws OwnerImportError
 */
export async function asCsv(
  path: string,
  { scratch = tmpdir(), sheet: wanted }: AsCsvOptions = {},
): Promise<CsvFile> {
  const format = await formatOf(path);
  const noList = format === 'zip' ? undefined : noListText(format);
  if (noList !== undefined)
    throw new OwnerImportError('unreadable_file', `Can't import ${path}: ${noList.message} ${noList.hint}`);
  if (format !== 'zip') return { path, sheets: null, notes: [], remove: () => Promise.resolve() };
  const folder = await mkdtemp(join(scratch, 'skiptrace-owners-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const csv = join(folder, 'owners.csv');
    const {
      sheet,
      others,
      csv: chunks,
    } = await readWorkbook(
      await fileSource(path),
      wanted === undefined ? { rate: (head) => listScore(head, 'owners') } : { sheet: wanted },
    );
    await writeChunks(csv, chunks);
    const skipped =
      others.length === 0 ? '' : ` Not imported: ${others.map((name) => `"${name}"`).join(', ')}.`;
    const notes = others.length === 0 ? [] : [`Read the sheet "${sheet}".${skipped}`];
    return { path: csv, sheets: { taken: sheet, others }, notes, remove };
  } catch (error) {
    await remove();
    if (!(error instanceof WorkbookError)) throw error;
    throw new OwnerImportError(
      'unreadable_file',
      error.code === 'no_such_sheet'
        ? `Can't import ${path}: ${error.message}.`
        : `Can't import ${path}: ${error.message}. ${noListText('zip')?.hint ?? ''}`,
      { cause: error },
    );
  }
}

async function formatOf(path: string): Promise<ReturnType<typeof foreignFormat>> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(8);
    await file.read(head, 0, head.length, 0);
    return foreignFormat(head);
  } finally {
    await file.close();
  }
}
