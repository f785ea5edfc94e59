import { createHash } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import type { ByteSource } from '@skiptrace/csv';
import { fileSource } from '@skiptrace/csv/files';
import type { JobHandle } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import { Failure } from '../failures/failure.js';
import { diskProblem } from '../failures/system-error.js';
import { modeFor, publish } from '../results/publish.js';
import { checkTarget, type Target } from '../results/target.js';
import { stateDirectory } from '../settings/paths.js';
import { makePrivateFolder } from '../settings/private-file.js';
import { temporaryFileBeside, temporaryFolder } from '../settings/temporary.js';
import { forgetOld } from '../settings/tidy.js';
import { takeLock } from './lock.js';

/** Makes the result from the service's file, where that is not the result itself. */
export type Rewrite = (whole: ByteSource) => AsyncIterable<Uint8Array>;

/** Brings the enriched file of a completed job to its target: whole or not at all. */
export async function fetchResult(
  handle: JobHandle,
  target: Target,
  rewrite: Rewrite | undefined,
  context: Context,
): Promise<void> {
  const { receipt, host, signal } = context;
  receipt.next = receipt.suggest('jobs', 'download', handle.id);
  const progress = await context.progress();
  const resumable = target.kind === 'file' && (await isAlone(handle.id, target.path, context));
  const download = (to: string | typeof host.stdout, force: boolean) =>
    handle.download(to, {
      force,
      signal,
      resumable,
      onProgress: ({ bytes, totalBytes }) => progress.transfer('download', bytes, totalBytes),
    });
  try {
    // It was checked before the upload; hours may have passed.
    await checkTarget(target);
    if (rewrite) {
      const whole = await wholePlace(target, context);
      await download(whole, true);
      progress.stop();
      await publish(target, rewrite(await fileSource(whole)), context);
      await rm(whole, { force: true });
    } else if (target.kind === 'file') {
      const mode = await modeFor(target.path);
      await download(target.path, target.force);
      await chmod(target.path, mode);
    } else await download(host.stdout.isTTY ? shownOn(context) : host.stdout, false);
  } catch (error) {
    throw paidButUnwritten(error, handle.id, context) ?? error;
  } finally {
    progress.stop();
  }
}

/** Beside the target, where there is room for the result as well; for standard output in a temporary folder. */
async function wholePlace(target: Target, context: Context): Promise<string> {
  if (target.kind === 'stdout') return path.join(await temporaryFolder(context), 'whole.csv');
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

/** Removes the control characters that a terminal would carry out. */
function shownOn({ console }: Context): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => void console.data(chunk).then(() => done(), done),
  });
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
