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
import { stateDirectory } from '../settings/paths.js';
import { makePrivateFolder } from '../settings/private-file.js';
import { temporaryFileBeside, temporaryFolder } from '../settings/temporary.js';
import { forgetOld } from '../settings/tidy.js';
import { takeLock } from './lock.js';

/**
 * Brings the enriched file of a completed job to its target, with every row of the person's list: whole or not at all. The
 * service's file alone is needed for it, whichever machine or program sent the list.
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

/** Where the service's file goes: beside the target, where there is room for the result as well, or in a temporary folder. */
async function placeFor(target: Target, context: Context): Promise<string> {
  if (target.kind === 'stdout') return path.join(await temporaryFolder(context), 'served.csv');
  return temporaryFileBeside(target.path, context);
}

/**
 * Whether this process is the only one that downloads the job into this folder, and stays it: then what came before a
 * download was cut is kept there, and the next one goes on with it.
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
    // Where no lock can be made, a download that is cut starts over the next time.
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
