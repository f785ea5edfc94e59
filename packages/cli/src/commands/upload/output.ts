import path from 'node:path';
import type { SkipTrace, SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { isTestKey } from '../../credentials/key.js';
import { Failure } from '../../failures/failure.js';
import { noteJob } from '../../jobs/price.js';
import { findJob } from '../../jobs/find-or-create.js';
import type { UploadRecord } from '../../jobs/record.js';
import type { Source } from '../../leads/source.js';
import { enrichedName, openTarget, type Target } from '../../results/target.js';
import type { UploadOptions } from './options.js';

/** Target of the result, and the reason if it can't be used: it may already be this job's result. */
export interface PlannedOutput {
  readonly target: Target;
  readonly taken: Failure | undefined;
}

export async function planOutput(
  source: Source,
  { output, force }: UploadOptions,
  context: Context,
): Promise<PlannedOutput> {
  const { cwd } = context.host;
  const wish = { output, force, cwd, ...(!source.isPiped && { input: source.original }) };
  const list = source.isPiped ? 'stdin.csv' : source.original.replace(/\.xls[xm]$/i, '.csv');
  const name = enrichedName(list, { isTest: isTestKey(await context.findKey()) });
  try {
    return { target: await openTarget(wish, name), taken: undefined };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'output_exists') throw error;
    return { target: { kind: 'file', path: path.resolve(cwd, output ?? name), force }, taken: error };
  }
}

/**
 * The completed job with a result that is equal, byte for byte, to the file at the output: then there is
 * nothing to do. Any other file there is never touched.
 */
export async function jobAtOutput(
  { target, taken }: PlannedOutput,
  record: UploadRecord,
  client: SkipTrace,
  startOver: boolean,
  context: Context,
): Promise<SkipTraceJob | undefined> {
  if (!taken) return undefined;
  const id = target.kind === 'file' && !startOver ? await record.jobOf(target.path) : undefined;
  const job = id === undefined ? undefined : await findJob(client, id, context.signal);
  if (job?.status !== 'completed') {
    // Repeating the command would fail again; the failure names both alternatives.
    context.receipt.next = undefined;
    throw taken;
  }
  noteJob(context.receipt, job);
  return job;
}
