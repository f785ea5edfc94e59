import { rm } from 'node:fs/promises';
import type { JobHandle } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import { Failure } from '../failures/failure.js';
import { cutHelperColumns, type HelperShape } from '../leads/cut.js';
import { checkTarget, type Target } from '../results/target.js';
import { errorCode } from '../settings/private-file.js';

/**
 * Brings the enriched file of a completed job to its target: whole or not at all. Helper columns that only the service
 * needed are cut from it on the way.
 */
export async function fetchResult(
  handle: JobHandle,
  target: Target,
  helpers: HelperShape | undefined,
  context: Context,
): Promise<void> {
  const { receipt, signal, host } = context;
  receipt.next = receipt.suggest('jobs', 'download', handle.id);
  const progress = await context.progress();
  const onProgress = ({ bytes, totalBytes }: { bytes: number; totalBytes?: number | undefined }) =>
    progress.transfer('download', bytes, totalBytes);
  try {
    if (target.kind === 'file') {
      // It was checked before the upload; hours may have passed.
      await checkTarget(target);
      if (!helpers) await handle.download(target.path, { force: target.force, onProgress, signal });
      else {
        const whole = `${target.path}.${handle.id}.whole`;
        context.onEnd(() => rm(whole, { force: true }));
        await handle.download(whole, { force: true, onProgress, signal });
        await cutHelperColumns(whole, target.path, helpers);
      }
    } else if (!helpers) {
      await handle.download(host.stdout, { onProgress, signal });
    } else {
      throw new Failure('usage', '-o - cannot be used where columns have to be built.');
    }
  } catch (error) {
    throw isDiskError(error)
      ? new Failure('output_unwritable', `The result cannot be written: ${diskMessage(error)}.`, {
          hint: `Job ${handle.id} is paid and complete. Downloading it again is free.`,
          next: receipt.suggest('jobs', 'download', handle.id, '-o', 'FILE'),
          cause: error,
        })
      : error;
  } finally {
    progress.stop();
  }
}

const DISK_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be larger than is allowed',
  EROFS: 'the disk is read-only',
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EIO: 'the disk reports an error',
  ENOENT: 'the folder is gone',
};

/** Found in the error or in what caused it: the client wraps what the disk said. */
function diskCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = errorCode(at);
    if (code !== undefined && code in DISK_ERRORS) return code;
  }
  return undefined;
}

const isDiskError = (error: unknown) => diskCode(error) !== undefined;
const diskMessage = (error: unknown) => DISK_ERRORS[diskCode(error) ?? ''] ?? 'unknown error';
