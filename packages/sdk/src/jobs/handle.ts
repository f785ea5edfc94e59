import type { CreateSkipTraceJobRequest } from '@skiptrace/contract';
import { checkOptions, type OptionKinds } from '../check-options.js';
import { CostLimitError } from '../errors.js';
import type {
  JobStatus,
  ConfirmSkipTraceJobResponse,
  JobActionResponse,
  SkipTraceJob,
} from '../open-answers.js';
import { type Answer, answering, type FullAnswer } from '../transport/answer.js';
import { callOptions, type CallOptions } from '../transport/options.js';
import type { BegunOptions, Transport } from '../transport/transport.js';
import { dollars } from '../units.js';
import { conflictOf, create, type JobRef, paidStatuses, readJob } from './api.js';
import {
  download,
  downloadBytes,
  type Downloaded,
  type DownloadOptions,
  downloadStream,
  type ReadFileOptions,
} from './download.js';
import { type Awaited, waitFor, type WaitOptions, waitOptions, watch } from './polling.js';
import { type FileMark, type Creation, resumeToken, readResumeToken } from './resume-token.js';
import { settle } from './settle.js';
import type { OutputTarget } from './sink.js';
import type { FileSource } from './source.js';
import { upload, type UploadOptions, type UploadTarget } from './upload.js';

export interface ConfirmOptions extends CallOptions {
  /** Highest total to approve, in cents. If the price is above it, nothing is confirmed: `CostLimitError`. */
  maxCostCents?: number | undefined;
  /**
   * The approved total, in cents. If the preview's is higher, nothing is confirmed: `CostLimitError`. A lower
   * one is accepted.
   */
  expectedTotalCents?: number | undefined;
}

const confirmOptions: OptionKinds<ConfirmOptions> = {
  ...callOptions,
  maxCostCents: 'cents',
  expectedTotalCents: 'number',
};
/** Options of uploads, and of downloads into memory or a stream. */
const transferOptions: OptionKinds<UploadOptions> = { ...callOptions, onProgress: 'function' };
const downloadOptions: OptionKinds<DownloadOptions> = {
  ...transferOptions,
  force: 'boolean',
  resumable: 'boolean',
};

const previewed: readonly JobStatus[] = ['preview', ...paidStatuses];

/** Values known of a job that this package, or another process with it, has made. */
interface Made {
  readonly creation?: Creation | undefined;
  readonly target?: UploadTarget | undefined;
  readonly file?: FileMark | undefined;
}

/** One CSV job. Holds no connection and no state of the job: every method requests it from the server. */
export class JobHandle {
  readonly id: string;
  readonly #job: JobRef;
  readonly #made: Made;

  constructor(transport: Transport, id: string, made: Made = {}) {
    this.id = id;
    this.#job = { transport, id };
    this.#made = made;
  }

  /** Reads the current state of the job. */
  get(options: CallOptions = {}): Answer<SkipTraceJob> {
    return answering('job.get', options, callOptions, () => readJob(this.#job, options));
  }

  /**
   * Sends the file of a pending job and starts its processing. Costs nothing.
   *
   * @throws InputFileError if there is no such file or it cannot be read; nothing was sent
   * @throws ConflictError if the job already has its file
   */
  upload(source: FileSource, options: UploadOptions = {}): Answer<JobActionResponse> {
    return answering('job.upload', options, transferOptions, () => this.#upload(source, options));
  }

  /**
   * Waits until the price is known (or was already approved).
   *
   * @throws JobFailedError, JobCancelledError, JobTimeoutError
   */
  waitForPreview(options: WaitOptions = {}): Answer<SkipTraceJob> {
    return this.#wait('job.waitForPreview', { statuses: previewed }, options);
  }

  /**
   * Approves the price: charges `totalChargeCents` of the preview, or less if repeats are free
   * (`freeRepeatDays`) and some of the properties were paid for since. Starts making the enriched file. After
   * an unclear outcome the job is read and its status decides, so it is charged once or not at all.
   *
   * @throws CostLimitError, InsufficientBalanceError, ConflictError: nothing was charged
   * @throws UnknownOutcomeError if the job cannot be read either
   */
  confirm(options: ConfirmOptions = {}): Answer<ConfirmSkipTraceJobResponse> {
    return answering('job.confirm', options, confirmOptions, () => this.#confirm(options));
  }

  /** Cancels the job permanently. Possible while it is pending, uploaded or in preview; costs nothing. */
  cancel(options: CallOptions = {}): Answer<JobActionResponse> {
    return answering('job.cancel', options, callOptions, () =>
      settle(this.#job, 'cancelSkipTraceJob', this.#job.transport.begin(options)),
    );
  }

  /**
   * Waits until the enriched file can be downloaded.
   *
   * @throws JobFailedError with `refundCents` when the charge was refunded
   * @throws JobCancelledError, JobTimeoutError; ConflictError when the job is in preview, which only `confirm` ends
   */
  waitForCompleted(options: WaitOptions = {}): Answer<SkipTraceJob> {
    return this.#wait('job.waitForCompleted', { statuses: ['completed'], stuckIn: ['preview'] }, options);
  }

  /**
   * Downloads the enriched file to a path, atomically, or to a writable Node or web stream, which stays open.
   *
   * @throws OutputExistsError if the path exists and `force` was not given
   * @throws OutputError if it cannot be written; DownloadError if it cannot be fetched completely
   */
  download(target: OutputTarget, options: DownloadOptions = {}): Answer<Downloaded> {
    return answering('job.download', options, downloadOptions, () => download(this.#job, target, options));
  }

  /** The enriched file in memory. @throws DownloadError when it cannot be fetched whole */
  bytes(options: ReadFileOptions = {}): Answer<Uint8Array<ArrayBuffer>> {
    return answering('job.bytes', options, transferOptions, () => downloadBytes(this.#job, options));
  }

  /**
   * Downloads the enriched file as a web stream with back-pressure: `new Response(await job.stream())`. A truncated file is an
   * error of the stream, `DownloadError` or another of this package.
   */
  async stream(options: ReadFileOptions = {}): Promise<ReadableStream<Uint8Array>> {
    checkOptions('job.stream', options, transferOptions);
    return downloadStream(this.#job, options);
  }

  /** Yields the job each time it has changed, until it is completed, failed or cancelled. */
  watch(options: WaitOptions = {}): AsyncGenerator<SkipTraceJob, void, undefined> {
    checkOptions('job.watch', options, waitOptions);
    return watch(this.#job, options);
  }

  /** Lets another process continue the job: `client.jobs.resume(token)`. Contains no key and no signed link. */
  resumeToken(): string {
    const { creation, file } = this.#made;
    return resumeToken({ jobId: this.id, creation, file });
  }

  #wait(method: string, awaited: Awaited, options: WaitOptions): Answer<SkipTraceJob> {
    return answering(method, options, waitOptions, () => waitFor(this.#job, awaited, options));
  }

  async #upload(source: FileSource, options: UploadOptions): Promise<FullAnswer<JobActionResponse>> {
    const call = this.#job.transport.begin(options);
    const target = this.#made.target ?? (await this.#targetAgain(call));
    return upload(this.#job, target, source, call);
  }

  async #confirm(options: ConfirmOptions): Promise<FullAnswer<ConfirmSkipTraceJobResponse>> {
    const { maxCostCents, expectedTotalCents, ...call } = this.#job.transport.begin(options);
    if (maxCostCents !== undefined || expectedTotalCents !== undefined) {
      checkPrice(await this.get(call), maxCostCents, expectedTotalCents);
    }
    return settle(this.#job, 'confirmSkipTraceJob', call);
  }

  /** Gets a new signed upload address for a resumed job by repeating its creation under the same key. */
  async #targetAgain(call: BegunOptions): Promise<UploadTarget | undefined> {
    const { creation } = this.#made;
    if (!creation) return undefined;
    const { data: again } = await create(this.#job.transport, creation, call);
    if (again.jobId === this.id) return again;
    // The server no longer remembers the key, so this created another job. It costs nothing and is cancelled.
    await new JobHandle(this.#job.transport, again.jobId).cancel(call);
    return undefined;
  }
}

/** @throws CostLimitError, or ConflictError when the job is not in preview */
export function checkPrice(job: SkipTraceJob, maxCostCents?: number, expectedCents?: number): void {
  const { status, totalChargeCents, id: jobId } = job;
  if (status !== 'preview' || typeof totalChargeCents !== 'number')
    throw conflictOf(jobId, status, '. Only jobs in preview can be confirmed.');
  const price = `The job costs ${dollars(totalChargeCents)},`;
  if (expectedCents !== undefined && totalChargeCents > expectedCents) {
    const message = `${price} not the agreed ${dollars(expectedCents)}. Nothing was charged.`;
    throw new CostLimitError(message, { totalChargeCents, jobId, limitCents: expectedCents });
  }
  if (maxCostCents !== undefined && totalChargeCents > maxCostCents) {
    const message = `${price} more than your limit of ${dollars(maxCostCents)} (maxCostCents). Nothing was charged.`;
    throw new CostLimitError(message, { totalChargeCents, jobId, limitCents: maxCostCents });
  }
}

/** Creates a job that waits for its file, and records its mark if the file is already known. */
export async function createJob(
  transport: Transport,
  request: CreateSkipTraceJobRequest,
  options: CallOptions,
  file?: FileMark,
): Promise<FullAnswer<JobHandle>> {
  const creation = { request, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() };
  const answer = await create(transport, creation, options);
  const target = answer.data;
  return { ...answer, data: new JobHandle(transport, target.jobId, { creation, target, file }) };
}

export function resumeJob(transport: Transport, token: string): JobHandle {
  const { jobId, ...made } = readResumeToken(token);
  return new JobHandle(transport, jobId, made);
}
