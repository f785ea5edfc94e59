import type { CreateSkipTraceJobRequest } from '@skiptrace/contract';
import { fromBase64Url, toBase64Url, hexOf } from '../bytes.js';
import { ConfigurationError, InputFileError, isSkipTraceError } from '../errors.js';
import { parseJson, type StreamingBody } from '../transport/exchange.js';
import { type FileSource, isStream, openSource } from './source.js';

/**
 * The state another process needs to continue a job. It holds neither the API key nor a signed address: repeating the
 * creation with its Idempotency-Key returns the same job with a new upload address.
 */
export interface ResumeState {
  readonly jobId: string;
  /** The creation request, if this package made the job. */
  readonly creation: Creation | undefined;
  /** The file for which `jobs.run` made the job. */
  readonly file?: FileMark | undefined;
}

export interface Creation {
  readonly request: CreateSkipTraceJobRequest;
  readonly idempotencyKey: string;
}

const version = 1;

export function resumeToken({ jobId, creation, file }: ResumeState): string {
  return toBase64Url(JSON.stringify({ v: version, jobId, creation, file }));
}

export function readResumeToken(token: string): ResumeState {
  const state = parsed(token);
  if (state?.['v'] !== version) {
    throw new ConfigurationError(
      typeof state?.['v'] === 'number'
        ? `The resume token has version ${state['v']}, but this package reads version ${version}.`
        : "That isn't a resume token.",
    );
  }
  const { jobId, creation, file } = state as unknown as ResumeState;
  const isWhole =
    typeof jobId === 'string' &&
    jobId !== '' &&
    (creation === undefined || isCreation(creation)) &&
    (file === undefined || isMark(file));
  if (!isWhole) throw new ConfigurationError('The resume token is damaged.');
  return { jobId, creation, file };
}

function parsed(token: string): Record<string, unknown> | undefined {
  try {
    return parseJson(fromBase64Url(token)) as Record<string, unknown> | undefined;
  } catch {
    return undefined;
  }
}

const isMark = (value: Partial<FileMark> | null): boolean =>
  typeof value?.bytes === 'number' && (value.digest === undefined || typeof value.digest === 'string');

const isCreation = (value: Partial<Creation> | null): boolean =>
  typeof value?.idempotencyKey === 'string' &&
  typeof value.request?.filename === 'string' &&
  typeof value.request.columnMapping === 'object';

/** Distinguishes a file from another one of the same name. */
export interface FileMark {
  readonly bytes: number;
  /** Undefined for a stream, which cannot be read twice for hashing and uploading. */
  readonly digest: string | undefined;
  /** True if the uploaded file is a copy that lists each property once. */
  readonly isCopy?: boolean;
}

/** Block size of a chained digest (each covers the previous digest and the next block): Web Crypto cannot hash incrementally. */
const blockBytes = 1024 * 1024;

const digestBytes = 32;

/** @param isHashed whether the file is read for it; by default not a stream, of which each reading may be a query */
export async function markOf(file: FileSource, isHashed = !isStream(file)): Promise<FileMark> {
  const body = await openSource(file);
  return { bytes: body.bytes, digest: isHashed ? await digestOf(body) : undefined };
}

/**
 * Rejects a file other than the one the job was created for, which would be paid for and given the wrong result. A missing
 * file is not rejected: the job may already have it.
 *
 * @throws InputFileError
 */
export async function refuseChanged(file: FileSource, made: FileMark, name: string): Promise<boolean> {
  const now = await markOf(file).catch((error: unknown) => {
    if (isSkipTraceError(error, 'input_file')) return undefined;
    throw error;
  });
  if (!now) return false;
  const isSame = now.digest === undefined || made.digest === undefined || now.digest === made.digest;
  if (now.bytes === made.bytes && isSame) return true;
  throw new InputFileError(
    `${name} has changed since this resume token's job was made. Nothing was confirmed or charged by this call. ` +
      'Bring the file back as it was, or run without the token to make a new job.',
  );
}

async function digestOf(body: StreamingBody): Promise<string> {
  const digest = new ChainedDigest();
  for await (const chunk of body.open()) await digest.add(chunk);
  return digest.hex();
}

/** Digest of bytes as they come. */
export class ChainedDigest {
  readonly #block = new Uint8Array(digestBytes + blockBytes);
  #filled = digestBytes;

  async add(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.byteLength;) {
      const piece = chunk.subarray(at, at + this.#block.byteLength - this.#filled);
      this.#block.set(piece, this.#filled);
      this.#filled += piece.byteLength;
      at += piece.byteLength;
      if (this.#filled === this.#block.byteLength) await this.#close();
    }
  }

  async hex(): Promise<string> {
    await this.#close();
    return hexOf(this.#block.subarray(0, digestBytes));
  }

  async #close(): Promise<void> {
    const digest = await crypto.subtle.digest('SHA-256', this.#block.subarray(0, this.#filled));
    this.#block.set(new Uint8Array(digest));
    this.#filled = digestBytes;
  }
}
