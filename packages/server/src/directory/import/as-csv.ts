import { mkdtemp, open, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { foreignFormat, noListText } from '@skiptrace/csv';
import { WorkbookError } from '@skiptrace/csv/workbook';
import { MS_PER_MINUTE } from '../../platform/clock.js';
import { StoreFullError } from '../../platform/storage/index.js';
import { OwnerImportError } from '../errors.js';

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
    const {
      sheet,
      others,
      notes: ofSheet,
    } = await unpack(
      { path, sheet: wanted ?? null, csv, folder, reserveBytes, maxBytes: maxBytes ?? null },
      { signal: limits.signal, ...(limits.withinMs !== undefined && { withinMs: limits.withinMs }) },
    );
    const skipped =
      others.length === 0 ? '' : ` Not imported: ${others.map((name) => `"${name}"`).join(', ')}.`;
    const notes = [...(others.length === 0 ? [] : [`Read the sheet "${sheet}".${skipped}`]), ...ofSheet];
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

/** Order for the thread. Plain data. */
export interface UnpackOrder {
  path: string;
  /** Null: the one that looks most like a list. */
  sheet: string | null;
  /** Path of the CSV to write, in `folder`. */
  csv: string;
  folder: string;
  /** Bytes to leave free on the disk; null to choose by the disk's size. */
  reserveBytes: number | null;
  /** Most bytes of CSV to write; null for all. */
  maxBytes: number | null;
}

export interface Unpacked {
  sheet: string;
  others: readonly string[];
  /** Sentences about the sheet. */
  notes: readonly string[];
}

/** Error sent by the thread. */
interface Failure {
  message: string;
  code: string | undefined;
  isOfWorkbook: boolean;
}

/** Built file (package.json, `imports`), even when tests run the sources: a thread cannot read TypeScript. */
const ENTRY = createRequire(import.meta.url).resolve('#unpacking-thread');

/** Heap limit: a workbook's shared texts stay in memory while its rows are read (csv/workbook/archive.ts). */
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 1024 };
/** Timeout; the largest workbooks that Excel writes take some two minutes. */
const UNPACKED_WITHIN_MS = 15 * MS_PER_MINUTE;

/**
 * Unpacks a workbook in a thread: the file is untrusted, and one that blocks or crashes the reader does not stop lookups.
 * @throws WorkbookError, StoreFullError when it would take from the disk's reserve, errors of the disk, the reason of `signal`
 */
async function unpack(
  order: UnpackOrder,
  { withinMs = UNPACKED_WITHIN_MS, signal }: { withinMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<Unpacked> {
  signal?.throwIfAborted();
  const worker = new Worker(ENTRY, { workerData: order, resourceLimits: MEMORY_LIMITS });
  let giveUp: () => void = () => undefined;
  const tooLong = setTimeout(() => giveUp(), withinMs);
  let stop: () => void = () => undefined;
  const onAbort = (): void => stop();
  signal?.addEventListener('abort', onAbort);
  try {
    const answer = await new Promise<Unpacked | Failure>((resolve, reject) => {
      giveUp = () => reject(new WorkbookError('too_large', "it can't be read in a reasonable time"));
      stop = () => reject(signal?.reason as Error);
      worker.on('message', resolve);
      worker.on('error', (error: Error & { code?: string }) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new WorkbookError('too_large', 'it takes too much memory to read', { cause: error })
            : error,
        ),
      );
      worker.on('exit', () => reject(new Error('The thread that reads the workbook has ended.')));
    });
    if (!('message' in answer)) return answer;
    throw errorOf(answer);
  } finally {
    clearTimeout(tooLong);
    signal?.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

/** An error of another thread is not an instance of a class here. */
function errorOf({ message, code, isOfWorkbook }: Failure): Error {
  if (isOfWorkbook) return new WorkbookError((code ?? 'not_a_workbook') as WorkbookError['code'], message);
  if (code === 'storage_full') return new StoreFullError();
  return Object.assign(new Error(message), { code });
}
