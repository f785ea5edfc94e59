import { hexOf, joined, utf8 } from '../bytes.js';
import { ConfigurationError, ConflictError, DownloadError, isSkipTraceError } from '../errors.js';
import { type FullAnswer, webHeaders } from '../transport/answer.js';
import type { AttemptLimits } from '../transport/call-scope.js';
import type { WireAnswer } from '../transport/exchange.js';
import { headerOf, requestIdOf } from '../transport/headers.js';
import { tell } from '../transport/log.js';
import type { CallOptions } from '../transport/options.js';
import type { BegunOptions, Transport } from '../transport/transport.js';
import { readJob } from './api.js';
import { openFileSink } from './files.node.js';
import { checkStream, openStreamSink, type OutputTarget, type Sink } from './sink.js';
import type { TransferProgress } from './upload.js';

export interface DownloadOptions extends CallOptions {
  /** Replace an existing file. Default false. */
  force?: boolean | undefined;
  /**
   * Keep the received bytes if the transfer ends early, even by a kill, and continue from them next time. Make sure that no
   * other process downloads this job into this folder at the same time. Default false: no files are left.
   */
  resumable?: boolean | undefined;
  onProgress?: ((progress: TransferProgress) => void) | undefined;
}

/** Options for downloading into memory or a stream. */
export type ReadFileOptions = Omit<DownloadOptions, 'force' | 'resumable'>;

export interface Downloaded {
  bytes: number;
}

type BegunDownload = DownloadOptions & BegunOptions;

/** Consecutive tries without a new byte before giving up. */
const maxFruitlessTries = 5;
/** Redirects followed for one file: stores and CDNs redirect a few times, and more are a loop. */
const maxRedirects = 5;

/**
 * Downloads the enriched file of a completed job to a path, atomically, or to a stream. A broken transfer resumes where it
 * stopped (Range, while the ETag stays the same). Every try gets a new link; the request carries no API key.
 */
export async function download(
  transport: Transport,
  jobId: string,
  target: OutputTarget,
  options: DownloadOptions,
): Promise<FullAnswer<Downloaded>> {
  const call = transport.begin(options);
  // The job is checked first: one that is not completed should leave no trace on the disk.
  const firstUrl = await freshUrl(transport, jobId, call);
  return transfer(transport, jobId, firstUrl, await openSink(target, jobId, call), call);
}

/** Downloads the enriched file into memory. */
export async function downloadBytes(
  transport: Transport,
  jobId: string,
  options: ReadFileOptions,
): Promise<FullAnswer<Uint8Array<ArrayBuffer>>> {
  const call = transport.begin(options);
  const firstUrl = await freshUrl(transport, jobId, call);
  let chunks: Uint8Array[] = [];
  const done = () => Promise.resolve();
  const answer = await transfer(
    transport,
    jobId,
    firstUrl,
    {
      kept: undefined,
      write: (chunk) => {
        chunks.push(chunk.slice());
        return Promise.resolve();
      },
      restart: () => {
        chunks = [];
        return Promise.resolve(true);
      },
      mark: done,
      publish: done,
      discard: done,
    },
    call,
  );
  return { ...answer, data: joined(chunks) };
}

/** Downloads as a stream with back-pressure. It fails with the error that ended the download. */
export async function downloadStream(
  transport: Transport,
  jobId: string,
  options: ReadFileOptions,
): Promise<ReadableStream<Uint8Array>> {
  const call = transport.begin(options);
  const firstUrl = await freshUrl(transport, jobId, call);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  transfer(transport, jobId, firstUrl, openStreamSink(writable), call)
    .then(
      () => writable.close(),
      (error: unknown) => writable.abort(error),
    )
    // A reader that has cancelled needs no notice of the end.
    .catch(() => {});
  return readable;
}

async function transfer(
  transport: Transport,
  jobId: string,
  firstUrl: string,
  sink: Sink,
  call: BegunDownload,
): Promise<FullAnswer<Downloaded>> {
  try {
    const answer = await new Transfer(transport, jobId, sink, call).run(firstUrl);
    await sink.publish();
    return answer;
  } finally {
    await sink.discard();
  }
}

function openSink(target: OutputTarget, jobId: string, options: DownloadOptions): Promise<Sink> | Sink {
  const { force = false, resumable = false } = options;
  if (typeof target === 'string') return openFileSink(target, { jobId, force, resumable });
  checkStream(target);
  return openStreamSink(target);
}

async function freshUrl(transport: Transport, jobId: string, call: BegunOptions): Promise<string> {
  const { data: job } = await readJob(transport, jobId, { ...call, idempotencyKey: undefined });
  if (job.status !== 'completed') {
    throw new ConflictError(`The job is ${job.status}. Only completed jobs have a file to download.`, {
      jobId,
      currentStatus: job.status,
    });
  }
  if (!job.downloadUrl) {
    throw new DownloadError("The service no longer has this job's file.", {
      jobId,
      receivedBytes: 0,
      totalBytes: undefined,
      retryable: false,
    });
  }
  return job.downloadUrl;
}

/** The download of one file, over as many requests as it takes. */
class Transfer {
  readonly #transport: Transport;
  readonly #jobId: string;
  readonly #sink: Sink;
  readonly #call: BegunDownload;
  #received: number;
  #total: number | undefined;
  /** Fingerprint of the ETag of the bytes received so far. */
  #version: string | undefined;
  /** The ETag itself; for bytes left by an earlier download only the fingerprint is known. */
  #etag: string | undefined;
  #tries = 0;
  #last: Omit<FullAnswer<Downloaded>, 'data'> | undefined;

  constructor(transport: Transport, jobId: string, sink: Sink, call: BegunDownload) {
    this.#transport = transport;
    this.#jobId = jobId;
    this.#sink = sink;
    this.#call = call;
    this.#received = sink.kept?.bytes ?? 0;
    this.#version = sink.kept?.version;
  }

  async run(firstUrl: string): Promise<FullAnswer<Downloaded>> {
    let url = firstUrl;
    // If the file is sent again from its start, only bytes beyond those received before count as progress.
    let furthest = this.#received;
    for (let fruitless = 0; ;) {
      const failure = await this.#fetchOn(url);
      if (!failure && this.#last) return { ...this.#last, data: { bytes: this.#received } };
      const error = failure ?? this.#failure("The file didn't arrive.");
      fruitless = this.#received > furthest ? 1 : fruitless + 1;
      furthest = Math.max(furthest, this.#received);
      if (fruitless >= maxFruitlessTries) throw error;
      const event = { operation: 'downloadFile', attempt: this.#tries, error };
      await this.#transport.backOff(fruitless, event, this.#call, { jobId: this.#jobId });
      url = await freshUrl(this.#transport, this.#jobId, this.#call);
    }
  }

  /** Sends one request for the rest of the file. Returns an error that another try may fix; throws one that no retry can fix. */
  async #fetchOn(url: string): Promise<DownloadError | undefined> {
    const limits = this.#transport.limitsOf(this.#call);
    this.#tries += 1;
    try {
      const answer = await this.#open(url, limits);
      if (answer instanceof DownloadError) return answer;
      const misfit = await this.#align(answer);
      if (misfit) {
        answer.discard();
        return misfit;
      }
      await limits.race(this.#take(answer, limits));
      this.#last = {
        status: answer.status,
        headers: webHeaders(answer.headers),
        requestId: requestIdOf(answer.headers),
        attempts: this.#tries,
      };
    } catch (cause) {
      const { cutShort } = limits;
      if (cutShort !== undefined && cutShort !== 'timeoutMs')
        throw this.#call.scope.errorOf(cutShort, 'during the download', { jobId: this.#jobId });
      if (isSkipTraceError(cause)) throw cause;
      return this.#failure(
        cutShort ? 'The download stalled (timeoutMs).' : 'The connection broke during the download.',
        cause,
      );
    } finally {
      limits.dispose();
    }
    if (this.#received === 0) return this.#failure('The file arrived empty.');
    return this.#total === undefined || this.#received === this.#total
      ? undefined
      : this.#failure(`Only ${this.#received} of ${this.#total} bytes arrived.`);
  }

  /** Opens the file's URL, following redirects. */
  async #open(address: string, limits: AttemptLimits): Promise<WireAnswer | DownloadError> {
    const attempt = this.#tries;
    const headers = { accept: 'text/csv', 'accept-encoding': 'identity', ...this.#range() };
    let url = address;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const answer = await this.#transport.signed({ method: 'GET', url, headers, attempt }, limits);
      if (answer.status === 200 || answer.status === 206) return answer;
      answer.discard();
      const location = headerOf(answer.headers, 'location');
      const isRedirect = [301, 302, 303, 307, 308].includes(answer.status) && location !== undefined;
      if (answer.status === 416) await this.#forget();
      if (!isRedirect || !URL.canParse(location, url))
        return this.#failure(`The download URL answered ${answer.status}.`);
      const next = new URL(location, url);
      if (url.startsWith('https:') && next.protocol === 'http:') {
        throw new ConfigurationError(
          `The download URL redirects from https to plain http (${next.host}), so it wasn't followed.`,
          { jobId: this.#jobId },
        );
      }
      url = next.href;
    }
    return this.#failure(`The download URL redirects more than ${maxRedirects} times.`);
  }

  /** Range and If-Range headers for the missing bytes, if the ETag can prove that they belong to the bytes received so far. */
  #range(): Record<string, string> {
    if (this.#received === 0 || this.#version === undefined) return {};
    const range = `bytes=${this.#received}-`;
    return this.#etag === undefined ? { range } : { range, 'if-range': this.#etag };
  }

  /** Moves the sink to the start of the answer; returns the reason if that is impossible. */
  async #align(answer: WireAnswer): Promise<DownloadError | undefined> {
    const part = readFilePart(answer);
    if (typeof part === 'string') return this.#failure(part);
    const { from, total, etag } = part;
    const version = etag === undefined ? undefined : await fingerprint(etag);
    // A server without support for If-Range sends the rest of the current file, which may be another version.
    const fits =
      from === this.#received &&
      version === this.#version &&
      (this.#total === undefined || total === this.#total);
    if (from > 0 && !fits) {
      await this.#forget();
      return this.#failure('The file changed during the download.');
    }
    if (from === 0) await this.#forget();
    if (version !== undefined) await this.#sink.mark(version);
    this.#total = total;
    this.#version = version;
    this.#etag = etag;
    return undefined;
  }

  /** Starts over. @throws DownloadError when bytes already written to a stream cannot be taken back */
  async #forget(): Promise<void> {
    this.#version = undefined;
    this.#etag = undefined;
    this.#total = undefined;
    if (!(await this.#sink.restart()))
      throw this.#failure("The file changed during the download, and the stream can't start over.");
    this.#received = 0;
  }

  async #take(answer: WireAnswer, limits: { touch(): void; hold(): void }): Promise<void> {
    for await (const chunk of answer.stream()) {
      limits.hold();
      await this.#sink.write(chunk);
      this.#received += chunk.byteLength;
      tell(this.#call.onProgress, { bytes: this.#received, totalBytes: this.#total });
      limits.touch();
    }
  }

  #failure(message: string, cause?: unknown): DownloadError {
    const facts = { jobId: this.#jobId, receivedBytes: this.#received, totalBytes: this.#total };
    return new DownloadError(message, { ...facts, retryable: true, cause });
  }
}

/** Version identifier for the name of a partial file; an ETag may contain characters that a file name cannot. */
async function fingerprint(etag: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', utf8(etag));
  return hexOf(new Uint8Array(hash, 0, 8));
}

/** The part of a file that an answer carries. */
interface FilePart {
  /** Offset of its first byte in the file. */
  readonly from: number;
  /** Size of the whole file in bytes; undefined for a chunked body, which marks its own end. */
  readonly total: number | undefined;
  /** A strong ETag: only a strong one proves that the bytes of two answers belong together (RFC 9110 §13.1.5). */
  readonly etag: string | undefined;
}

/** Media types of a CSV file; a store that was given no type sends a generic binary one. */
const csvTypes = /^(text\/csv|application\/csv|(application|binary)\/octet-stream)\s*(;|$)/i;

/**
 * Reads the headers of a file's answer. Any kind of answer can come from an address: a network's log-in page,
 * a proxy's error, a body that is silently truncated.
 *
 * @returns the part, or a sentence saying why this is not the file
 */
function readFilePart({ status, headers }: WireAnswer): FilePart | string {
  const type = headerOf(headers, 'content-type');
  if (type !== undefined && !csvTypes.test(type)) return `The download URL answered with ${type}, not CSV.`;
  const encoding = headerOf(headers, 'content-encoding') ?? 'identity';
  if (encoding !== 'identity') return `The file arrived encoded as ${encoding}, which wasn't requested.`;
  const length = headerOf(headers, 'content-length');
  // undici also accepts the end of a `Connection: close` response as the end of a chunked body.
  const closes = /\bclose\b/i.test(headerOf(headers, 'connection') ?? '');
  const inChunks = !closes && /\bchunked\s*$/i.test(headerOf(headers, 'transfer-encoding') ?? '');
  const strong = headerOf(headers, 'etag');
  const etag = strong?.startsWith('"') ? strong : undefined;
  if (status === 206) {
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headerOf(headers, 'content-range') ?? '');
    if (!range) return 'Part of the file arrived without saying which part.';
    const [, first, last, whole] = range;
    // Without a known end, a truncated body would be taken for the whole file.
    if (Number(last) + 1 !== Number(whole)) return 'A different part of the file arrived than was requested.';
    return { from: Number(first), total: Number(whole), etag };
  }
  if (length === undefined && !inChunks) return 'The file arrived without a length, so it may be cut off.';
  if (length === '0') return 'The file arrived empty.';
  return { from: 0, total: length === undefined ? undefined : Number(length), etag };
}
