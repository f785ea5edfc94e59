import { Worker } from 'node:worker_threads';
import { WorkbookError } from '@skiptrace/csv/workbook';
import { MS_PER_MINUTE } from '../../clock.js';
import { StoreFullError } from '../../storage/index.js';
import { threadEntry } from './reading-threads.js';

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
}

/** Error sent by the thread. */
interface Failure {
  message: string;
  code: string | undefined;
  isOfWorkbook: boolean;
}

const ENTRY = threadEntry('./unpack-main.js', import.meta.url);

/** Heap limit: a workbook's shared texts stay in memory while its rows are read (csv/workbook/limits.ts). */
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 1024 };
/** Timeout; the largest workbooks that Excel writes take some two minutes. */
const UNPACKED_WITHIN_MS = 15 * MS_PER_MINUTE;

/**
 * Unpacks a workbook in a thread: the file is untrusted, and lookups continue whatever it does to the reader.
 * @throws WorkbookError, StoreFullError when it would take from the disk's reserve, errors of the disk, the reason of `signal`
 */
export async function unpack(
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
