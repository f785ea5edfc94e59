import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foreignFormat } from '@skiptrace/csv';
import { fileSource, writeChunks } from '@skiptrace/csv/files';
import { readWorkbook, WorkbookError } from '@skiptrace/csv/workbook';
import { OwnerImportError } from '../errors.js';

/** A file as CSV. */
export interface CsvFile {
  path: string;
  /** What a person should know about it, as sentences. */
  notes: readonly string[];
  remove(): Promise<void>;
}

/**
 * The file itself, or of an Excel workbook a copy of its first sheet, for its owner alone to read.
 * @param scratch folder for the copy, which somebody else clears when this process is killed
 * @throws OwnerImportError
 */
export async function asCsv(path: string, scratch = tmpdir()): Promise<CsvFile> {
  if ((await formatOf(path)) !== 'zip') return { path, notes: [], remove: () => Promise.resolve() };
  const folder = await mkdtemp(join(scratch, 'skiptrace-owners-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const csv = join(folder, 'owners.csv');
    const { sheet, others, csv: chunks } = await readWorkbook(await fileSource(path));
    await writeChunks(csv, chunks);
    const skipped =
      others.length === 0 ? '' : ` Not imported: ${others.map((name) => `"${name}"`).join(', ')}.`;
    return { path: csv, notes: others.length === 0 ? [] : [`Read the sheet "${sheet}".${skipped}`], remove };
  } catch (error) {
    await remove();
    if (!(error instanceof WorkbookError)) throw error;
    throw new OwnerImportError(
      'unreadable_file',
      `Can't import ${path}: ${error.message}. Save the sheet with the owners as CSV and import that.`,
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
