import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foreignFormat, noListText } from '@skiptrace/csv';
import { WorkbookError } from '@skiptrace/csv/workbook';
import { StoreFullError } from '../../storage/index.js';
import { OwnerImportError } from '../errors.js';
import { unpack } from './unpack.js';

/** A file as CSV. */
export interface CsvFile {
  path: string;
  /** For a workbook: the sheet that was read, and the other sheets. */
  sheets: { taken: string; others: readonly string[] } | null;
  /** Notes for a person, as sentences. */
  notes: readonly string[];
  remove(): Promise<void>;
}

export interface AsCsvOptions {
  /** Folder for the copy of a workbook's sheet. The caller clears it if this process is killed. */
  scratch?: string;
  /** Sheet of a workbook; by default the one that looks most like a list. */
  sheet?: string;
  /** Disk space that unpacking a workbook leaves free; by default chosen by the disk's size. */
  reserveBytes?: number | null;
  /** Limit for a workbook: stop reading the sheet after this many bytes. */
  maxBytes?: number;
  /** A workbook that takes longer is refused. */
  withinMs?: number;
  signal?: AbortSignal;
}

/**
 * The file itself, or for an Excel workbook a CSV copy of the sheet with the owners, readable only by this user.
 * @throws OwnerImportError
 */
export async function asCsv(
  path: string,
  { scratch = tmpdir(), sheet: wanted, reserveBytes = null, maxBytes, ...limits }: AsCsvOptions = {},
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
    const { sheet, others } = await unpack(
      { path, sheet: wanted ?? null, csv, folder, reserveBytes, maxBytes: maxBytes ?? null },
      { signal: limits.signal, ...(limits.withinMs !== undefined && { withinMs: limits.withinMs }) },
    );
    const skipped =
      others.length === 0 ? '' : ` Not imported: ${others.map((name) => `"${name}"`).join(', ')}.`;
    const notes = others.length === 0 ? [] : [`Read the sheet "${sheet}".${skipped}`];
    return { path: csv, sheets: { taken: sheet, others }, notes, remove };
  } catch (error) {
    await remove();
    if (error instanceof StoreFullError)
      throw new OwnerImportError(
        'unreadable_file',
        `There is too little room on the disk to unpack ${path}. Nothing was kept of it. Make room, or save the sheet as CSV.`,
        { cause: error },
      );
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
