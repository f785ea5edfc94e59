import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { JobHandle } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import { Failure } from '../failures/failure.js';
import { temporaryFolder } from '../leads/source.js';
import { diskProblem } from '../failures/system-error.js';
import { publish } from '../results/publish.js';
import { checkTarget, partBeside, type Target } from '../results/target.js';

/** Makes the result from the service's file, where that is not the result itself. */
export type Rewrite = (whole: string) => AsyncIterable<Uint8Array>;

/** Brings the enriched file of a completed job to its target: whole or not at all. */
export async function fetchResult(
  handle: JobHandle,
  target: Target,
  rewrite: Rewrite | undefined,
  context: Context,
): Promise<void> {
  const { receipt, host, signal } = context;
  receipt.next = receipt.suggest('jobs', 'download', handle.id);
  const progress = context.progress();
  const download = (to: string | typeof host.stdout, force: boolean) =>
    handle.download(to, {
      force,
      signal,
      onProgress: ({ bytes, totalBytes }) => progress.transfer('download', bytes, totalBytes),
    });
  try {
    // It was checked before the upload; hours may have passed.
    await checkTarget(target);
    if (rewrite) {
      const whole = await wholePlace(handle.id, target, context);
      await download(whole, true);
      progress.stop();
      await publish(target, rewrite(whole), context);
      await rm(whole, { force: true });
    } else if (target.kind === 'file') await download(target.path, target.force);
    else await download(host.stdout, false);
  } catch (error) {
    throw paidButUnwritten(error, handle.id, context) ?? error;
  } finally {
    progress.stop();
  }
}

/** Beside the target, where there is room for the result as well; for standard output in a temporary folder. */
async function wholePlace(jobId: string, target: Target, context: Context): Promise<string> {
  if (target.kind === 'stdout') return path.join(await temporaryFolder(context), 'whole.csv');
  const place = partBeside(target.path, jobId);
  context.onEnd(() => rm(place, { force: true }));
  return place;
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
