import { joined, sha256Hex } from '../bytes.js';
import { ConfigurationError, DownloadError } from '../errors.js';
import { type FullAnswer, fullAnswer } from '../transport/answer.js';
import type { AttemptLimits } from '../transport/call-scope.js';
import type { WireAnswer } from '../transport/exchange.js';
import { headerOf } from '../transport/headers.js';
import { tell } from '../transport/log.js';
import type { CallOptions } from '../transport/options.js';
import type { BegunOptions, SendSigned } from '../transport/transport.js';
import { conflictOf, type JobRef, readJob } from './api.js';
import { openFileSink } from './files.node.js';
import { checkedStream, openStreamSink, type OutputTarget, type Sink } from './sink.js';
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

/** Consecutive tries without a new byte before giving up. */
const maxFruitlessTries = 5;
/** Redirects followed for one file: stores and CDNs redirect a few times, and more are a loop. */
const maxRedirects = 5;

export function download(
  job: JobRef,
  target: OutputTarget,
  options: DownloadOptions,
): Promise<FullAnswer<Downloaded>> {
  const { force = false, resumable = false } = options;
  return downloadInto(job, options, () =>
    typeof target === 'string'
      ? openFileSink(target, { jobId: job.id, force, resumable })
      : openStreamSink(checkedStream(target)),
  );
}

export async function downloadBytes(
  job: JobRef,
  options: ReadFileOptions,
): Promise<FullAnswer<Uint8Array<ArrayBuffer>>> {
  let chunks: Uint8Array[] = [];
  const answer = await downloadInto(job, options, () => ({
    write: (chunk) => void chunks.push(chunk.slice()),
    restart: () => {
      chunks = [];
      return true;
    },
  }));
  return { ...answer, data: joined(chunks) };
}

export function downloadStream(job: JobRef, options: ReadFileOptions): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  return new Promise((resolve, reject) => {
    const open = () => {
      resolve(readable);
      return openStreamSink(writable);
    };
    downloadInto(job, options, open)
      .then(
        () => writable.close(),
        (error: unknown) => {
          reject(error);
          return writable.abort(error);
        },
      )
      // A reader that has cancelled needs no notice of the end.
      .catch(() => {});
  });
}

async function downloadInto(
  job: JobRef,
  options: DownloadOptions,
  open: () => Sink | Promise<Sink>,
): Promise<FullAnswer<Downloaded>> {
  const call = job.transport.begin(options);
  // The job is checked first: one that is not completed should leave no trace on the disk.
  const url = await freshUrl(job, call);
  const sink = await open();
  try {
    const answer = await fetchWhole(job, url, sink, call);
    await sink.publish?.();
    return answer;
  } finally {
    await sink.discard?.();
  }
}

async function freshUrl(job: JobRef, call: BegunOptions): Promise<string> {
  const { status, downloadUrl } = (await readJob(job, call)).data;
  const jobId = job.id;
  if (status !== 'completed')
    throw conflictOf(jobId, status, '. Only completed jobs have a file to download.');
  if (downloadUrl) return downloadUrl;
  const facts = { jobId, receivedBytes: 0, totalBytes: undefined, retryable: false };
  throw new DownloadError("The service no longer has this job's file.", facts);
}

/**
 * Fetches one file, over as many requests as it takes. A broken transfer resumes where it stopped (Range, while the ETag stays
 * the same). Every try gets a new link; the request carries no API key.
 */
async function fetchWhole(
  job: JobRef,
  firstUrl: string,
  sink: Sink,
  call: DownloadOptions & BegunOptions,
): Promise<FullAnswer<Downloaded>> {
  const { transport, id: jobId } = job;
  let received = sink.kept?.bytes ?? 0;
  let total: number | undefined;
  /** Fingerprint of the ETag of the bytes received so far. */
  let version = sink.kept?.version;
  /** The ETag itself; for bytes left by an earlier download only the fingerprint is known. */
  let etag: string | undefined;
  let url = firstUrl;
  // If the file is sent again from its start, only bytes beyond those received before count as progress.
  let furthest = received;
  for (let tries = 1, fruitless = 0; ; tries++) {
    const result = await fetchOn(tries);
    if (!(result instanceof DownloadError)) return result;
    fruitless = received > furthest ? 1 : fruitless + 1;
    furthest = Math.max(furthest, received);
    if (fruitless >= maxFruitlessTries) throw result;
    const event = { operation: 'downloadFile', attempt: tries, error: result };
    await transport.backOff(fruitless, event, call, { jobId });
    url = await freshUrl(job, call);
  }

  /** Sends one request for the rest of the file. Returns an error that another try may fix; throws one that no retry can fix. */
  function fetchOn(attempt: number): Promise<FullAnswer<Downloaded> | DownloadError> {
    const read = async (send: SendSigned, limits: AttemptLimits) => {
      const answer = await follow(attempt, send);
      if (answer instanceof DownloadError) return answer;
      const misfit = await align(answer);
      if (misfit) {
        answer.discard();
        return misfit;
      }
      await limits.race(take(answer, limits));
      if (received === 0) return failure('The file arrived empty.');
      if (total !== undefined && received !== total)
        return failure(`Only ${received} of ${total} bytes arrived.`);
      return fullAnswer(answer, attempt, { bytes: received });
    };
    return transport.fileTry(call, { when: 'during the download', jobId }, read, (cause, isStalled) =>
      failure(
        isStalled ? 'The download stalled (timeoutMs).' : 'The connection broke during the download.',
        cause,
      ),
    );
  }

  /** Requests the part of the file that is still missing, and follows redirects. */
  async function follow(attempt: number, send: SendSigned): Promise<WireAnswer | DownloadError> {
    const headers = { accept: 'text/csv', 'accept-encoding': 'identity', ...range() };
    let at = url;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const answer = await send({ method: 'GET', url: at, headers, attempt });
      const { status } = answer;
      if (status === 200 || status === 206) return answer;
      answer.discard();
      const location = headerOf(answer.headers, 'location');
      const isRedirect = [301, 302, 303, 307, 308].includes(status) && location !== undefined;
      if (status === 416) await forget();
      if (!isRedirect || !URL.canParse(location, at)) return failure(`The download URL answered ${status}.`);
      const next = new URL(location, at);
      if (at.startsWith('https:') && next.protocol === 'http:') {
        throw new ConfigurationError(
          `The download URL redirects from https to plain http (${next.host}), so it wasn't followed.`,
          { jobId },
        );
      }
      at = next.href;
    }
    return failure(`The download URL redirects more than ${maxRedirects} times.`);
  }

  /** Range and If-Range headers for the missing bytes, if the ETag can prove that they belong to the bytes received so far. */
  function range(): Record<string, string> {
    if (received === 0 || version === undefined) return {};
    return { range: `bytes=${received}-`, ...(etag !== undefined && { 'if-range': etag }) };
  }

  /** Moves the sink to the start of the answer; returns the reason if that is impossible. */
  async function align(answer: WireAnswer): Promise<DownloadError | undefined> {
    const part = readFilePart(answer);
    if (typeof part === 'string') return failure(part);
    // A digest names the partial file, because an ETag may have characters that a file name can't.
    const now = part.etag === undefined ? undefined : await sha256Hex(part.etag, 8);
    // A server without support for If-Range sends the rest of the current file, which may be another version.
    const fits = part.from === received && now === version && (total === undefined || part.total === total);
    if (part.from > 0 && !fits) {
      await forget();
      return failure('The file changed during the download.');
    }
    if (part.from === 0) await forget();
    if (now !== undefined) await sink.mark?.(now);
    version = now;
    ({ total, etag } = part);
    return undefined;
  }

  /** Starts over. @throws DownloadError when bytes already written to a stream cannot be taken back */
  async function forget(): Promise<void> {
    version = etag = total = undefined;
    if (!(await sink.restart()))
      throw failure("The file changed during the download, and the stream can't start over.");
    received = 0;
  }

  async function take(answer: WireAnswer, limits: AttemptLimits): Promise<void> {
    for await (const chunk of answer.stream()) {
      limits.hold();
      await sink.write(chunk);
      received += chunk.byteLength;
      tell(call.onProgress, { bytes: received, totalBytes: total });
      limits.touch();
    }
  }

  function failure(message: string, cause?: unknown): DownloadError {
    const facts = { jobId, receivedBytes: received, totalBytes: total };
    return new DownloadError(message, { ...facts, retryable: true, cause });
  }
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
