// The steps of a job after its file is sent: wait, pay, download.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileSource } from '@skiptrace/csv/files';
import { isForService, restored } from '@skiptrace/csv/leads';
import type { JobHandle, SkipTraceJob } from '@skiptrace/sdk';
import { dollars } from '../amounts.js';
import type { Context } from '../context.js';
import { Failure } from '../failures/failure.js';
import { diskProblem, errorCode } from '../failures/system-error.js';
import { mayHaveBeenCharged } from '../receipt.js';
import { publish, publishFile, checkTarget, type Target } from '../results.js';
import { temporaryFileBeside, temporaryFolder } from '../settings/temporary.js';
import { approve, type Spending, shortage } from '../spending.js';
import { plain } from '../terminal/text.js';
import { holdState } from './lock.js';
import { detailLines, previewedCents, priceLine, noteJob, shortId } from './words.js';

/** Statuses at which waiting for a job can end. */
type Stop = 'preview' | 'completed';

/** Statuses that end the wait although the wanted status will never come. */
const ENDED: ReadonlySet<string> = new Set(['failed', 'cancelled']);

/**
 * Waits until the job needs a person or is ready to download: its preview, or its end. The receipt and the
 * progress display follow every status in between.
 */
export async function follow(
  handle: JobHandle,
  stops: readonly Stop[],
  context: Context,
): Promise<SkipTraceJob> {
  const { receipt, signal } = context;
  const progress = await context.progress();
  for await (const job of handle.watch({ signal })) {
    noteJob(receipt, job);
    if (stops.some((stop) => stop === job.status) || ENDED.has(job.status)) {
      progress.stop();
      return job;
    }
    progress.show({ event: 'state', status: job.status });
  }
  throw new Failure('still_running', `Job ${shortId(handle.id)} is still running on the server.`, {
    next: receipt.suggest('jobs', 'wait', handle.id),
  });
}

/** The failure of a job that will never have a result. */
export function endedBadly(job: SkipTraceJob, context: Context): Failure {
  if (job.status === 'cancelled')
    return new Failure('job_cancelled', `Job ${shortId(job.id)} was cancelled.`);
  const reason = plain(job.errorMessage ?? 'the service gave no reason');
  const refund = job.refundCents === null || job.refundCents === undefined ? undefined : job.refundCents;
  if (refund !== undefined) context.receipt.refunded(refund);
  return new Failure('job_failed', `Job ${shortId(job.id)} failed: ${reason}`, {
    hint: refund === undefined ? undefined : `The ${dollars(refund)} you paid was refunded.`,
  });
}

export interface Payment {
  readonly spending: Spending;
  /** See `priceLine`. */
  readonly ofWhat?: string;
  /** Command that approves the price in advance, shown if there is no terminal for the question. */
  readonly yesCommand: (cents: number) => string;
}

/** Shows the price of a job in preview, asks, and confirms it. Returns the cents charged. */
export async function pay(
  handle: JobHandle,
  preview: SkipTraceJob,
  { spending, ofWhat, yesCommand }: Payment,
  context: Context,
): Promise<number> {
  const { console, receipt } = context;
  const cents = previewedCents(preview);
  console.note(priceLine(preview, ofWhat), { style: 'bold' });
  for (const line of detailLines(preview)) console.note(line);
  const confirm = receipt.suggest('jobs', 'confirm', handle.id);
  const cancel = receipt.suggest('jobs', 'cancel', handle.id);
  const waiting = (approval: string) =>
    `The list waits for your approval, as job ${shortId(handle.id)}.\nTo approve: ${approval}\nTo cancel:  ${cancel}`;
  receipt.next = confirm;
  await approve(
    {
      cents,
      sentence: 'This job costs',
      shortage: () => shortage(cents, context),
      otherwise: waiting(confirm),
      toAllow: waiting(yesCommand(cents)),
      yesCommand: yesCommand(cents),
    },
    spending,
    context,
  );
  receipt.mayCharge();
  receipt.next = receipt.suggest('jobs', 'get', handle.id);
  const answer = await confirmAt(handle, cents, context);
  receipt.job(handle.id, answer.status);
  receipt.charged(answer.totalChargeCents);
  receipt.next = receipt.suggest('jobs', 'download', handle.id);
  if (answer.totalChargeCents > 0)
    console.note(`Charged ${dollars(answer.totalChargeCents)}.`, { mark: 'ok' });
  return answer.totalChargeCents;
}

/** Confirms at the price that was shown and approved, however long ago that was. */
async function confirmAt(handle: JobHandle, agreedCents: number, { signal, receipt }: Context) {
  try {
    return await handle.confirm({ signal, expectedTotalCents: agreedCents });
  } catch (error) {
    if (!mayHaveBeenCharged(error)) {
      receipt.charged(0);
      // Another program may have confirmed the job, or cancelled it.
      receipt.next = errorCode(error) === 'conflict' ? receipt.suggest('jobs', 'get', handle.id) : undefined;
    }
    if (errorCode(error) !== 'cost_limit') throw error;
    throw new Failure('price_changed', `The price changed: it is no longer ${dollars(agreedCents)}.`, {
      hint: 'The job was not confirmed.',
      next: receipt.suggest('jobs', 'confirm', handle.id),
      cause: error,
    });
  }
}

/**
 * Writes the enriched file of a completed job to its target, with every row of the user's list, atomically.
 * It needs only the service's file, so any machine can download a list that another program sent.
 */
export async function fetchResult(handle: JobHandle, target: Target, context: Context): Promise<void> {
  const { receipt, signal } = context;
  receipt.next = receipt.suggest('jobs', 'download', handle.id);
  const progress = await context.progress();
  const resumable = target.kind === 'file' && (await isAlone(handle.id, target.path, context));
  try {
    // It was checked before the upload; hours may have passed.
    await checkTarget(target);
    const file = await placeFor(target, context);
    await handle.download(file, {
      force: true,
      signal,
      resumable,
      onProgress: ({ bytes, totalBytes }) => progress.transfer('download', bytes, totalBytes),
    });
    progress.stop();
    const served = await fileSource(file);
    if (target.kind === 'file' && !(await isForService(served))) await publishFile(file, target);
    else await publish(target, restored(served), context);
    await rm(file, { force: true });
  } catch (error) {
    throw paidButUnwritten(error, handle.id, context) ?? error;
  } finally {
    progress.stop();
  }
}

/** The job after its download, which gives back the price of owners who have asked to be left out since the result was written. */
export const afterDownload = (
  handle: JobHandle,
  before: SkipTraceJob,
  { signal }: Context,
): Promise<SkipTraceJob> => handle.get({ signal }).catch(() => before);

/** Folder for the service's file: beside the target, which has room for the result as well, or a temporary folder. */
async function placeFor(target: Target, context: Context): Promise<string> {
  if (target.kind === 'stdout') return path.join(await temporaryFolder(context), 'served.csv');
  return temporaryFileBeside(target.path, context);
}

/**
 * True if this process is the only one that downloads the job into this folder, and stays it: then a partial
 * download is kept there, and the next run continues it.
 * @throws Failure busy
 */
async function isAlone(jobId: string, file: string, context: Context): Promise<boolean> {
  try {
    const { lock } = await holdState(context.host, 'downloads', [jobId, path.dirname(file)]);
    context.onEnd(() => lock.release());
    return true;
  } catch (error) {
    // If no lock can be made, a partial download starts over the next time.
    if (error instanceof Failure && error.code === 'output_unwritable') return false;
    throw error;
  }
}

function paidButUnwritten(error: unknown, jobId: string, { receipt }: Context): Failure | undefined {
  const problem = diskProblem(error);
  if (problem === undefined) return undefined;
  return new Failure('output_unwritable', `The result cannot be written: ${problem}.`, {
    hint: `Job ${jobId} is paid and complete. Downloading it again is free.`,
    next: receipt.suggest('jobs', 'download', jobId, '-o', 'FILE'),
    cause: error,
  });
}

/** A job stays completed when the service has removed its file. */
export function fileGone(jobId: string, more = ''): Failure {
  return new Failure('file_gone', `The service no longer has the file of job ${jobId}.`, {
    hint: `It keeps files for a limited time. ${more}`.trimEnd(),
  });
}
