import type { Writable } from 'node:stream';

import type { ColumnMapping } from '@skiptrace/contract';
import type { SkipTraceJob } from '../open-answers.js';

import { ConfigurationError } from '../errors/index.js';
import { checkPrice, type JobHandle } from './handle.js';
import type { JobsApi } from './api.js';
import type { Jobs } from './jobs.js';
import { waitFor, type WaitOptions } from './polling.js';
import { refuseExisting } from './sink.js';
import { type FileSource, nameOf, openSource } from './source.js';
import type { TransferProgress } from './upload.js';

/** What `onPreview` decides. There is no default: money is spent by answering `confirm`. */
export type Decision = 'confirm' | 'cancel';

export interface RunOptions extends WaitOptions {
  /** Which column of the file holds which field. `@skiptrace/csv` can find out; see the examples. */
  columnMapping: ColumnMapping;
  /** Shows the price and decides. Called once, with the job in preview. */
  onPreview: (preview: SkipTraceJob, job: JobHandle) => Decision | Promise<Decision>;
  /** Above this total, in cents, nothing is confirmed and `onPreview` is not asked: `CostLimitError`. */
  maxCostCents?: number | undefined;
  /** Where the enriched file goes. Without it the job is completed and can be downloaded with its handle. */
  output?: string | Writable | undefined;
  /** Replace an output file that is there. Default false. */
  force?: boolean | undefined;
  /** Name of the file at the service; must end in `.csv`. Default: the source's own name. */
  filename?: string | undefined;
  onProgress?: ((progress: TransferProgress & { phase: 'upload' | 'download' }) => void) | undefined;
  /** Goes on with a job of another process instead of creating one. */
  resumeToken?: string | undefined;
  /** Told the token of this job as soon as it exists: keep it, to go on after a crash. */
  onResumeToken?: ((token: string) => void | Promise<void>) | undefined;
}

export interface RunResult {
  outcome: 'completed' | 'cancelled';
  job: SkipTraceJob;
  /** Cents charged; 0 when cancelled. */
  chargedCents: number;
  handle: JobHandle;
}

/** The whole way of a file: create, upload, preview, decide, enrich, download. Resumed, it goes on from where the job is. */
export async function run(
  api: JobsApi,
  jobs: Jobs,
  file: FileSource,
  options: RunOptions,
): Promise<RunResult> {
  const { signal, output } = options;
  // Nothing should be paid for that then has no place to go, or cannot even be read.
  if (typeof output === 'string' && !options.force) await refuseExisting(output);
  if (typeof options.onPreview !== 'function')
    throw new ConfigurationError('onPreview must be a function that decides');

  const handle = await begin(jobs, file, options);
  let job = await handle.get({ signal });
  if (job.status === 'pending') {
    const onProgress = progressOf('upload', options);
    await handle.upload(file, { signal, onProgress });
  }
  job = await waitFor(api, handle.id, ['preview', 'confirmed', 'generating', 'completed'], options);
  if (job.status === 'preview') {
    if ((await decide(job, handle, options)) === 'cancel') {
      await handle.cancel({ signal });
      return { outcome: 'cancelled', job: await handle.get({ signal }), chargedCents: 0, handle };
    }
    await handle.confirm({
      signal,
      expectedTotalCents: job.totalChargeCents ?? 0,
      maxCostCents: options.maxCostCents,
    });
  }
  job = await handle.waitForCompleted(options);
  if (output !== undefined) {
    await handle.download(output, {
      signal,
      force: options.force,
      onProgress: progressOf('download', options),
    });
  }
  return { outcome: 'completed', job, chargedCents: job.totalChargeCents ?? 0, handle };
}

async function begin(jobs: Jobs, file: FileSource, options: RunOptions): Promise<JobHandle> {
  if (options.resumeToken !== undefined) return jobs.resume(options.resumeToken);
  await openSource(file);
  const filename = options.filename ?? (await nameOf(file));
  if (filename === undefined)
    throw new ConfigurationError('filename is needed for a source that has no name');
  const { columnMapping, signal } = options;
  const handle = await jobs.create({ filename, columnMapping }, { signal });
  await options.onResumeToken?.(handle.resumeToken());
  return handle;
}

async function decide(preview: SkipTraceJob, handle: JobHandle, options: RunOptions): Promise<Decision> {
  checkPrice(preview, options.maxCostCents);
  const decision: unknown = await options.onPreview(preview, handle);
  if (decision === 'confirm' || decision === 'cancel') return decision;
  throw new ConfigurationError(
    `onPreview must answer 'confirm' or 'cancel', not ${String(decision)}. Nothing was confirmed.`,
  );
}

function progressOf(phase: 'upload' | 'download', { onProgress }: RunOptions) {
  return onProgress && ((progress: TransferProgress) => onProgress({ phase, ...progress }));
}
