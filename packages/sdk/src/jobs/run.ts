import type { ColumnMapping, CreateSkipTraceJobRequest } from '@skiptrace/contract';
import { checkOptions, type OptionKinds } from '../check-options.js';
import { ConfigurationError, isSkipTraceError, NotOfferedError } from '../errors.js';
import type { JobStatus, SkipTraceJob } from '../open-answers.js';
import type { Cut } from '../transport/call-scope.js';
import type { BegunOptions, Transport } from '../transport/transport.js';
import { paidStatuses } from './api.js';
import { loadLeads } from './csv-companion.js';
import type { DownloadOptions } from './download.js';
import { checkOutput, openFileSink, partBeside, removeFile } from './files.node.js';
import { resumeJob, checkPrice, type JobHandle } from './handle.js';
import { waitFor, type WaitOptions, waitOptions } from './polling.js';
import { type PreparedFile, prepare } from './prepare.js';
import { markOf, refuseChanged, readResumeToken } from './resume-token.js';
import { digestOfFile, jobOfList, sorted } from './same-list.js';
import { checkedStream, type OutputTarget, openStreamSink, type Sink } from './sink.js';
import { type FileSource, isStream, nameOf, byteSourceOf } from './source.js';
import type { TransferProgress } from './upload.js';

/** The decision made by `onPreview`. There is no default: only the answer `confirm` spends money. */
export type Decision = 'confirm' | 'cancel';

/** `deadlineMs` bounds the whole run; the job continues on the server, and `resumeToken` continues the run. */
export interface RunOptions extends WaitOptions {
  /**
   * Header of each field's column in the file. Missing columns are found before the upload. `'auto'` finds the columns by
   * their names and cells, with the package `@skiptrace/csv`; if it is not certain, the run ends with `ColumnMappingError`
   * and nothing is uploaded. `onPreview` comes after the upload, before anything is paid.
   */
  columnMapping: ColumnMapping | 'auto';
  /**
   * Gets the price and decides. Called once, with the job in preview. TypeScript widens an async function's
   * one literal to `Promise<string>`, so the answer is checked at run time: only `confirm` confirms.
   */
  onPreview: (preview: SkipTraceJob, job: JobHandle) => Decision | Promise<string>;
  /** In cents. If the job costs more, nothing is confirmed and `onPreview` isn't asked: `CostLimitError`. */
  maxCostCents?: number | undefined;
  /**
   * Pays once for a property, however many rows name it in any spelling, and writes its owner to each of
   * them, with the package `@skiptrace/csv`. The result is restored on its way to `output`; a handle's own
   * `download` returns the service's file, which `restored` of `@skiptrace/csv/leads` completes. False pays
   * for each row. Default true; false for a `{ size, stream() }`, which would have to be read several times.
   */
  dedupe?: boolean | undefined;
  /**
   * Rows of one address are the same property, even if a column that is not read tells them apart (`1/2`, `REAR`, another parcel
   * number). Without it such a list ends with `ColumnMappingError`, above a share of rows that @skiptrace/csv names, and nothing is
   * uploaded: one part of the address may have a column that isn't recognized. A `{ size, stream() }` is read for this only with
   * `dedupe: true`. Default false.
   */
  sameProperty?: boolean | undefined;
  /**
   * Pay only for rows with a phone number: a row with an owner without phones counts as one without a match. A server that
   * doesn't know the option would charge for every match, so its job isn't confirmed: `NotOfferedError`. Default false.
   */
  requirePhone?: boolean | undefined;
  /** Target of the enriched file. Without it, download the completed job with its handle. */
  output?: OutputTarget | undefined;
  /** Replace an existing output file. Default false. */
  force?: boolean | undefined;
  /** The file's name on the server; must end in `.csv`. Default: the source's own name. */
  filename?: string | undefined;
  onProgress?: ((progress: TransferProgress & { phase: 'upload' | 'download' }) => void) | undefined;
  /** Continues the job of this token instead of creating one. */
  resumeToken?: string | undefined;
  /**
   * Creates and pays for a new job even if this account already has one for the same list (same bytes,
   * columns, `dedupe` and `requirePhone`), from this machine or another. By default that job is continued, or
   * its result downloaded again for free. Default false.
   */
  startOver?: boolean | undefined;
  /** Called with the job's token as soon as it exists. Save the token to continue after a crash. */
  onResumeToken?: ((token: string) => void | Promise<void>) | undefined;
}

const runOptions: OptionKinds<RunOptions> = {
  ...waitOptions,
  columnMapping: 'special',
  onPreview: 'special',
  maxCostCents: 'cents',
  dedupe: 'boolean',
  sameProperty: 'boolean',
  requirePhone: 'boolean',
  output: 'special',
  force: 'boolean',
  filename: 'string',
  onProgress: 'function',
  resumeToken: 'string',
  startOver: 'boolean',
  onResumeToken: 'function',
};

export interface RunResult {
  outcome: 'completed' | 'cancelled';
  job: SkipTraceJob;
  /** Cents charged by this call; 0 if cancelled, or if another run paid. */
  chargedCents: number;
  /** True if another run paid for the job, earlier or on another machine: `job.totalChargeCents` is its price. */
  paidBefore: boolean;
  handle: JobHandle;
}

/** See `Jobs.run`. A resumed run continues at the job's status. */
export async function run(transport: Transport, file: FileSource, options: RunOptions): Promise<RunResult> {
  checkOptions('jobs.run', options, runOptions);
  const begun = transport.begin(options);
  if (typeof options.onPreview !== 'function')
    throw new ConfigurationError("onPreview must be a function that answers 'confirm' or 'cancel'.");
  // Checked before anything is paid: first that the result can be stored, then that the file can be read.
  await checkOutputPlace(options);
  const { handle, source, isCopy } = await unlessCut(begun, openJob(transport, file, begun));
  const { output, force, maxCostCents, onProgress } = options;
  const stepOptions = stepOptionsOf(begun);
  const progressOf = (phase: 'upload' | 'download') =>
    onProgress && ((progress: TransferProgress) => onProgress({ phase, ...progress }));
  const waitForStatus = async (statuses: readonly JobStatus[]) =>
    (await waitFor({ transport, id: handle.id }, { statuses }, begun)).data;
  let isPaid = false;
  try {
    return await finishJob();
  } catch (error) {
    throw withAdvice(error);
  }

  async function finishJob(): Promise<RunResult> {
    const { status } = await handle.get(stepOptions);
    if (status === 'pending') {
      // Another process that started with the same list at the same time may be faster.
      const uploading = handle.upload(source, { ...stepOptions, onProgress: progressOf('upload') });
      await uploading.catch((error: unknown) => {
        if (!isSkipTraceError(error, 'conflict')) throw error;
      });
    }
    let job = await waitForStatus(['preview', ...paidStatuses]);
    let paidBefore = paidStatuses.includes(job.status);
    isPaid = paidBefore;
    if (job.status === 'preview') {
      if ((await askDecision(job, handle, options)) === 'cancel') {
        await handle.cancel(stepOptions);
        const cancelled = await handle.get(stepOptions);
        return { outcome: 'cancelled', job: cancelled, chargedCents: 0, paidBefore, handle };
      }
      // Checked again: the user may have taken hours to decide.
      await checkOutputPlace(options);
      const expectedTotalCents = job.totalChargeCents ?? 0;
      await handle.confirm({ ...stepOptions, expectedTotalCents, maxCostCents }).catch((error: unknown) => {
        // Another process with the same list confirmed it in the meantime.
        paidBefore =
          isSkipTraceError(error, 'conflict') && paidStatuses.includes(error.currentStatus ?? 'pending');
        if (!paidBefore) throw error;
      });
      isPaid = true;
    }
    job = await waitForStatus(['completed']);
    if (output !== undefined) {
      const downloadOptions = { ...stepOptions, force, onProgress: progressOf('download') };
      if (isCopy) await downloadRestored(handle, output, downloadOptions);
      else await handle.download(output, downloadOptions);
    }
    const chargedCents = paidBefore ? 0 : (job.totalChargeCents ?? 0);
    return { outcome: 'completed', job, chargedCents, paidBefore, handle };
  }

  /**
   * Adds to an error the data needed to continue. After payment the error must not say that the call may simply be repeated,
   * unless the call was one that continues a job: repeating it would create another job and pay for it.
   */
  function withAdvice(error: unknown): unknown {
    if (!isSkipTraceError(error)) return error;
    const jobFacts = { jobId: handle.id, resumeToken: handle.resumeToken() };
    const wasRefunded = isSkipTraceError(error, 'job_failed') && error.refundCents !== null;
    if (!isPaid || wasRefunded) return Object.assign(error, jobFacts);
    const advice =
      isSkipTraceError(error, 'download') && !error.retryable
        ? 'A new job, which is paid again: startOver: true.'
        : "The job is already paid for: continue it with this error's resumeToken, at no extra charge.";
    return Object.assign(error, {
      ...jobFacts,
      mayHaveBeenCharged: true,
      retryable: error.retryable && options.resumeToken !== undefined,
      message: `${error.message} ${advice}`,
    });
  }
}

/** A stream may stall before its first bytes: the deadline and the signal hold while the file is read, too. */
function unlessCut<T>({ scope }: BegunOptions, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onCut = (why: Cut) => reject(scope.errorOf(why, 'while the file was read'));
    const stopListening = scope.onCut(onCut, { isWaiting: true });
    work.then(resolve, reject).finally(stopListening);
  });
}

/** The options of a run that each of its steps gets: not `deadlineMs` and `signal`, which its scope has. */
function stepOptionsOf(options: RunOptions & BegunOptions): BegunOptions {
  const { scope, timeoutMs, maxRetryAfterMs, headers } = options;
  return { scope, timeoutMs, maxRetryAfterMs, headers };
}

async function askDecision(
  preview: SkipTraceJob,
  handle: JobHandle,
  { requirePhone, maxCostCents, onPreview }: RunOptions,
): Promise<Decision> {
  if (requirePhone === true && preview.requirePhone !== true) {
    const message =
      'This job counts matches without a phone, too: it is of a service, or was made, without requirePhone.';
    throw new NotOfferedError(`${message} Nothing was confirmed or charged.`, {
      operation: 'getSkipTraceJob',
    });
  }
  checkPrice(preview, maxCostCents);
  const decision: unknown = await onPreview(preview, handle);
  if (decision === 'confirm' || decision === 'cancel') return decision;
  throw new ConfigurationError(
    `onPreview must answer 'confirm' or 'cancel', not ${String(decision)}. Nothing was confirmed.`,
  );
}

/** @throws OutputExistsError, OutputError */
async function checkOutputPlace({ output, force = false }: RunOptions): Promise<void> {
  if (typeof output === 'string') await checkOutput(output, { force });
  else if (output) checkedStream(output);
}

/** The file to upload if the job still needs one, and whether the result has to be restored from a copy's. */
type RunFile = Pick<PreparedFile, 'source' | 'isCopy'>;

/** The job of a resume token, or of the list: one that the account already has, or a new one. */
async function openJob(
  transport: Transport,
  file: FileSource,
  options: RunOptions & BegunOptions,
): Promise<{ handle: JobHandle } & RunFile> {
  const { columnMapping: mapping, requirePhone, startOver } = options;
  const filename = options.filename ?? nameOf(file);
  if (options.resumeToken !== undefined) {
    const runFile = await prepareResumed(options.resumeToken, file, filename, mapping);
    return { handle: resumeJob(transport, options.resumeToken), ...runFile };
  }
  if (filename === undefined)
    throw new ConfigurationError('filename is required: this source has no name of its own.');
  const original = await markOf(file, options.dedupe === true || !isStream(file));
  const prepared = await prepare(file, mapping, { ...options, digest: original.digest });
  const { columnMapping, source, isCopy } = prepared;
  const phoneOption = requirePhone === true ? { requirePhone } : {};
  const contentDigest = prepared.contentDigest ?? (await digestOfFile(original, columnMapping, phoneOption));
  const request = {
    filename,
    columnMapping,
    ...phoneOption,
    ...(contentDigest !== undefined && { contentDigest }),
  };
  const marks = {
    created: { ...original, isCopy },
    // Another client may have uploaded a copy of a list that @skiptrace/csv reads, even if this one would not.
    found: { ...original, isCopy: prepared.contentDigest !== undefined },
  };
  const listOptions = { ...stepOptionsOf(options), startOver };
  const { handle, found } = await jobOfList(transport, request, listOptions, marks);
  await options.onResumeToken?.(handle.resumeToken());
  return { handle, source, isCopy: (found ? marks.found : marks.created).isCopy };
}

/**
 * Prepares the upload of a resumed job, if it still needs one: the file, or the same copy of it.
 *
 * @throws ConfigurationError, or InputFileError for a different file
 */
async function prepareResumed(
  token: string,
  file: FileSource,
  filename: string | undefined,
  mapping: RunOptions['columnMapping'],
): Promise<RunFile> {
  const { creation, file: mark } = readResumeToken(token);
  const request = creation?.request;
  // The job of another file, or of other columns, would be paid for by mistake.
  if (request && filename !== undefined && filename !== request.filename)
    throw new ConfigurationError(
      `The resume token belongs to a job for ${request.filename}, not ${filename}. Nothing was confirmed.`,
    );
  const isPresent = !mark || (await refuseChanged(file, mark, request?.filename ?? filename ?? 'The file'));
  // A job found at the service already has its file.
  if (!request) return { source: file, isCopy: mark?.isCopy === true };
  if (!mark?.isCopy) {
    if (mapping !== 'auto') refuseOtherColumns(request, mapping);
    return { source: file, isCopy: false };
  }
  // A missing file was uploaded before; its result is still restored.
  if (!isPresent) return { source: file, isCopy: true };
  const prepared = await prepare(file, mapping, { dedupe: true, sameProperty: true, digest: mark.digest });
  refuseOtherColumns(request, prepared.columnMapping);
  return prepared;
}

function refuseOtherColumns(request: CreateSkipTraceJobRequest, mapping: ColumnMapping): void {
  if (JSON.stringify(sorted(mapping)) !== JSON.stringify(sorted(request.columnMapping)))
    throw new ConfigurationError(
      'The resume token belongs to a job with another columnMapping. Nothing was confirmed.',
    );
}

/**
 * Downloads the result of a copy made by `prepare`, and restores the user's list: without the columns added for the service,
 * and with the owner in every row that repeats a property.
 */
async function downloadRestored(
  handle: JobHandle,
  output: OutputTarget,
  options: DownloadOptions,
): Promise<void> {
  const { restored } = await loadLeads();
  const restore = async (resultOfCopy: FileSource, sink: Sink) => {
    try {
      for await (const chunk of restored(await byteSourceOf(resultOfCopy))) await sink.write(chunk);
      await sink.publish?.();
    } finally {
      await sink.discard?.();
    }
  };
  if (typeof output !== 'string') {
    // A runtime without files can only keep the service's file in memory.
    const { force: _ofAPath, ...rest } = options;
    return restore(await handle.bytes(rest), openStreamSink(output));
  }
  const { force = false } = options;
  const temporary = await partBeside(output);
  try {
    await handle.download(temporary, options);
    await restore(temporary, await openFileSink(output, { jobId: handle.id, force, resumable: false }));
  } finally {
    await removeFile(temporary);
  }
}
