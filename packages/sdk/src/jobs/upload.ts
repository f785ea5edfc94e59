import { type CreateSkipTraceJobResponse, limits as contractLimits } from '@skiptrace/contract';
import { utf8 } from '../bytes.js';
import { InputFileError, UploadError } from '../errors.js';
import type { JobActionResponse } from '../open-answers.js';
import type { FullAnswer } from '../transport/answer.js';
import { type StreamingBody, counted } from '../transport/exchange.js';
import { tell } from '../transport/log.js';
import type { CallOptions } from '../transport/options.js';
import type { BegunOptions, SendSigned } from '../transport/transport.js';
import { conflictOf, type JobRef, readJob } from './api.js';
import { settle } from './settle.js';
import { type FileSource, nameOf, openSource } from './source.js';

export interface TransferProgress {
  /** Bytes of the file sent or received. Starts at 0 again when a transfer is repeated. */
  bytes: number;
  /** Undefined if a download's length is unknown. */
  totalBytes: number | undefined;
}

export interface UploadOptions extends CallOptions {
  onProgress?: ((progress: TransferProgress) => void) | undefined;
}

/** Upload destination of a new job, from the answer to its creation. */
export type UploadTarget = Pick<CreateSkipTraceJobResponse, 'uploadMethod' | 'uploadUrl'>;

const maxPutTries = 5;

/**
 * Uploads a file to a job, by the method the server chose, and starts its processing. Costs nothing. A broken upload
 * restarts at the first byte; the source is opened again for it.
 */
export async function upload(
  job: JobRef,
  target: UploadTarget | undefined,
  source: FileSource,
  options: UploadOptions,
): Promise<FullAnswer<JobActionResponse>> {
  const { transport, id: jobId } = job;
  const { onProgress, ...call } = transport.begin(options);
  const opened = await openSource(source);
  const totalBytes = opened.bytes;
  const file = counted(opened, (bytes) => tell(onProgress, { bytes, totalBytes }));
  if (target?.uploadMethod === 'presigned') {
    await put(job, target.uploadUrl, file, call);
    return settle(job, 'markSkipTraceJobUploaded', call);
  }
  refuseTooLarge(file);
  const body = multipartFile(nameOf(source) ?? 'upload.csv', file);
  const operation = 'uploadSkipTraceJobFile';
  return settle(job, operation, call, () =>
    transport.operation<JobActionResponse>(operation, { jobId, file: body }, call),
  );
}

/** Rejects a file that the service would read to the end and then refuse (openapi.yaml#/x-limits: directUploadBytes). */
function refuseTooLarge({ bytes }: StreamingBody): void {
  const { directUploadBytes } = contractLimits;
  if (bytes > directUploadBytes)
    throw new InputFileError(
      `The file is too large: ${megabytes(bytes)} MB, and this server takes ${megabytes(directUploadBytes)} MB. Split it. Nothing was sent.`,
    );
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_048_576);

/** PUTs the raw file to a signed address, without the API key: the address may belong to another host. */
async function put(job: JobRef, url: string, file: StreamingBody, call: BegunOptions): Promise<void> {
  const { transport, id: jobId } = job;
  const host = URL.canParse(url) ? new URL(url).host : 'the storage';
  const headers = { 'content-type': 'text/csv', 'content-length': String(file.bytes) };
  for (let attempt = 1; ; attempt++) {
    const error = await tryOnce(attempt);
    if (!error) return;
    if (!error.retryable || attempt >= maxPutTries) throw error;
    await transport.backOff(attempt, { operation: 'uploadFile', attempt, error }, call, { jobId });
  }

  function tryOnce(attempt: number): Promise<UploadError | undefined> {
    const facts = { jobId, attempts: attempt };
    const work = async (send: SendSigned) => {
      const { status, discard } = await send({ method: 'PUT', url, headers, body: file, attempt });
      discard();
      if (status >= 200 && status < 300) return undefined;
      if (status === 409) {
        const { data } = await readJob(job, call);
        throw conflictOf(jobId, data.status, ' and already has its file.');
      }
      const why = status === 403 ? 'the upload URL has expired or was changed' : `${host} answered ${status}`;
      const retryable = status >= 500 || status === 429;
      return new UploadError(`The upload was refused: ${why}.`, { ...facts, status, retryable });
    };
    return transport.fileTry(call, { when: 'during the upload', jobId }, work, (cause, isStalled) => {
      const why = isStalled ? 'it stalled (timeoutMs)' : reasonOf(cause);
      return new UploadError(`The upload to ${host} failed: ${why}.`, { ...facts, cause, retryable: true });
    });
  }
}

/** The error's code, because its message may hold network addresses. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'the connection was lost';
}

/** A multipart/form-data body with one part named `file` (RFC 7578), of exactly known length and never held in memory. */
function multipartFile(filename: string, file: StreamingBody) {
  const boundary = `skiptrace-${crypto.randomUUID()}`;
  const head = utf8(
    `--${boundary}\r\n` +
      `Content-Disposition: form-data; name="file"; filename="${escapeName(filename)}"\r\n` +
      `Content-Type: text/csv\r\n\r\n`,
  );
  const tail = utf8(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + file.bytes + tail.length,
    async *open(): AsyncGenerator<Uint8Array> {
      yield head;
      yield* file.open();
      yield tail;
    },
  };
}

/** Escapes as browsers do (HTML, "multipart/form-data encoding algorithm"): a quote or line break would end the header. */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
