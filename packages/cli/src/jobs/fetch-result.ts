import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileSource } from '@skiptrace/csv/files';
import { isForService, restored } from '@skiptrace/csv/leads';
import type { JobHandle } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import { Failure } from '../failures/failure.js';
import { diskProblem } from '../failures/system-error.js';
import { publish, publishFile } from '../results/publish.js';
import { checkTarget, type Target } from '../results/target.js';
import { stateDirectory, forgetOld } from '../settings/paths.js';
import { makePrivateFolder } from '../settings/private-file.js';
import { temporaryFileBeside, temporaryFolder } from '../settings/temporary.js';
import { takeLock } from './lock.js';

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
  const { host } = context;
  const place = createHash('sha256').update(JSON.stringify([jobId, path.dirname(file)]));
  const lock = path.join(stateDirectory(host), 'downloads', `${place.digest('hex').slice(0, 32)}.lock`);
  try {
    await makePrivateFolder(path.dirname(lock));
    context.onEnd(await takeLock(lock, host));
    await forgetOld(path.dirname(lock), path.basename(lock), host);
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
