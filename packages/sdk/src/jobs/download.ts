import type { Writable } from 'node:stream';

import { ConflictError, DownloadError, isSkipTraceError } from '../errors/index.js';
import type { CallOptions } from '../options.js';
import { backoffMs } from '../transport/backoff.js';
import type { WireAnswer } from '../transport/exchange.js';
import { headerOf } from '../transport/headers.js';
import { type JobsApi, readJob } from './api.js';
import { aborted, pause } from './pause.js';
import { openFileSink, openStreamSink, type Sink } from './sink.js';
import type { TransferProgress } from './upload.js';

export interface DownloadOptions extends CallOptions {
  /** Replace a file that is there. Default false. */
  force?: boolean | undefined;
  onProgress?: ((progress: TransferProgress) => void) | undefined;
}

export interface Downloaded {
  bytes: number;
}

/** Tries in a row that brought no new byte. */
const maxFruitlessTries = 5;

/**
 * Brings the enriched file of a completed job to a path, whole or not at all, or to a stream. A broken transfer goes
 * on where it stopped (Range, while the ETag stays the same); the link is read anew for every try and carries no key.
 */
export async function download(
  api: JobsApi,
  jobId: string,
  target: string | Writable,
  options: DownloadOptions,
): Promise<Downloaded> {
  // Ask first: a job that is not completed should leave no trace on the disk.
  const firstUrl = await freshUrl(api, jobId, options);
  const sink =
    typeof target === 'string'
      ? await openFileSink(target, { force: options.force ?? false })
      : openStreamSink(target);
  try {
    const bytes = await new Transfer(api, jobId, sink, options).run(firstUrl);
    await sink.publish();
    return { bytes };
  } finally {
    await sink.discard();
  }
}

async function freshUrl(api: JobsApi, jobId: string, { signal, timeoutMs }: CallOptions): Promise<string> {
  const job = await readJob(api, jobId, { signal, timeoutMs });
  if (job.status !== 'completed') {
    throw new ConflictError(`The job is ${job.status}; only a completed job has a file to download.`, {
      currentStatus: job.status,
    });
  }
  if (!job.downloadUrl) {
    throw new DownloadError('The service no longer keeps the file of this job.', {
      receivedBytes: 0,
      totalBytes: undefined,
      retryable: false,
    });
  }
  return job.downloadUrl;
}

/** One file on its way, over as many requests as it takes. */
class Transfer {
  readonly #api: JobsApi;
  readonly #jobId: string;
  readonly #sink: Sink;
  readonly #options: DownloadOptions;
  #received = 0;
  #total: number | undefined;
  #etag: string | undefined;

  constructor(api: JobsApi, jobId: string, sink: Sink, options: DownloadOptions) {
    this.#api = api;
    this.#jobId = jobId;
    this.#sink = sink;
    this.#options = options;
  }

  async run(firstUrl: string): Promise<number> {
    let url = firstUrl;
    for (let fruitless = 0; ;) {
      const before = this.#received;
      const failure = await this.#fetchOn(url);
      if (!failure) return this.#received;
      fruitless = this.#received > before ? 1 : fruitless + 1;
      if (fruitless >= maxFruitlessTries) throw failure;
      await pause(this.#api, backoffMs(fruitless, this.#api.clock.random), this.#options.signal);
      url = await freshUrl(this.#api, this.#jobId, this.#options);
    }
  }

  /** One request, from where the file stands. Answers what went wrong if another may cure it; throws what none can. */
  async #fetchOn(url: string): Promise<DownloadError | undefined> {
    const { signed } = this.#api.transport;
    const limits = signed.limits(this.#api.transport.begin(this.#options));
    try {
      const headers = { accept: 'text/csv', 'accept-encoding': 'identity', ...this.#range() };
      const answer = await signed.send({ method: 'GET', url, headers }, limits);
      if (answer.status !== 200 && answer.status !== 206) {
        answer.discard();
        return this.#failure(`The file's address answered ${answer.status}.`);
      }
      await this.#align(answer);
      await limits.race(this.#take(answer, limits));
    } catch (cause) {
      if (limits.cutShort === 'signal') throw aborted(this.#options.signal);
      if (isSkipTraceError(cause)) throw cause;
      return this.#failure(
        limits.cutShort ? `${limits.cutShort} ran out.` : 'The connection broke off.',
        cause,
      );
    } finally {
      limits.dispose();
    }
    return this.#total === undefined || this.#received === this.#total
      ? undefined
      : this.#failure(`${this.#received} of ${this.#total} bytes came.`);
  }

  /** Only a strong ETag says that the rest belongs to the bytes that are here (RFC 9110 §13.1.5). */
  #range(): Record<string, string> {
    if (this.#received === 0 || this.#etag === undefined) return {};
    return { range: `bytes=${this.#received}-`, 'if-range': this.#etag };
  }

  /** Brings the sink to where the answer begins. */
  async #align({ status, headers, discard }: WireAnswer): Promise<void> {
    const from =
      status === 206 ? Number(/^bytes (\d+)-/.exec(headerOf(headers, 'content-range') ?? '')?.[1]) : 0;
    if (from !== this.#received) {
      if (from !== 0 || !(await this.#sink.restart())) {
        discard();
        throw this.#failure('The file changed while it was sent, and what was written cannot be taken back.');
      }
      this.#received = 0;
    }
    const length = headerOf(headers, 'content-length');
    // A length that counts compressed bytes says nothing here.
    const counts = length !== undefined && headerOf(headers, 'content-encoding') === undefined;
    this.#total = counts ? from + Number(length) : undefined;
    const etag = headerOf(headers, 'etag');
    this.#etag = etag?.startsWith('"') ? etag : undefined;
  }

  async #take(answer: WireAnswer, limits: { touch(): void; hold(): void }): Promise<void> {
    for await (const chunk of answer.stream()) {
      limits.hold();
      await this.#sink.write(chunk);
      this.#received += chunk.byteLength;
      this.#options.onProgress?.({ bytes: this.#received, totalBytes: this.#total });
      limits.touch();
    }
  }

  #failure(message: string, cause?: unknown): DownloadError {
    const facts = { receivedBytes: this.#received, totalBytes: this.#total };
    return new DownloadError(message, { ...facts, retryable: true, cause });
  }
}
