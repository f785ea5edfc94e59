import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
  type CompletedPart,
  type GetObjectCommandInput,
  type GetObjectCommandOutput,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Readable } from 'node:stream';
import type { BucketUrl } from '../../environment.js';
import { FileChangedError, FileGoneError, StorageUnavailableError } from '../file-store.js';
import { faultOf, isMissing, isUploadGone, reasonOf, statusOf } from './faults.js';

/** A write holds PARTS_AT_ONCE parts that are being sent and one that is being filled: 32 MB. */
const PART_BYTES = 8 * 1024 * 1024;
export const PARTS_AT_ONCE = 3;
const CONNECT_TIMEOUT_MS = 5_000;
/** A request without an answer for this long is sent again, up to ATTEMPTS times in all. */
const SILENCE_TIMEOUT_MS = 15_000;
const ATTEMPTS = 3;
const PRECONDITION_FAILED = 412;
const FORBIDDEN = 403;
/** `/readyz` answers within this time even when the bucket hangs: load balancers wait a few seconds, and lookups need no files. */
const FAULT_TIMEOUT_MS = 1_500;

/** Bytes of an object: from `start`, up to `end` without it. */
export interface Range {
  start: number;
  end: number;
}

/** An object as a list tells it. */
export interface StoredObject {
  key: string;
  bytes: number;
  changedAtMs: number;
}

/** An unfinished multipart upload. */
export interface MultipartUpload {
  key: string;
  uploadId: string | undefined;
}

/** How long a presigned URL is good, and from when. */
interface Signing {
  ttlSeconds: number;
  /** The current time in ms since 1970. */
  nowMs: number;
}

/**
 * One bucket, by the keys of its objects. Credentials come from the environment of the process. What fails is a FileGoneError,
 * StoreFullError or StorageUnavailableError.
 */
export class Bucket {
  readonly #client: S3Client;
  readonly #name: string;

  constructor({ bucket, region, endpoint, pathStyle }: BucketUrl) {
    this.#name = bucket;
    this.#client = new S3Client({
      region,
      ...(endpoint === null ? {} : { endpoint }),
      forcePathStyle: pathStyle,
      maxAttempts: ATTEMPTS,
      // Stores other than Amazon's do not know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: SILENCE_TIMEOUT_MS,
        httpsAgent: { maxSockets: 100, keepAlive: true },
        httpAgent: { maxSockets: 100, keepAlive: true },
      },
    });
  }

  async put(key: string, body: Buffer): Promise<void> {
    await this.#send(() => this.#client.send(new PutObjectCommand({ ...this.#at(key), Body: body })));
  }

  /** Writes an object of unknown size as a multipart upload, which is aborted when it fails: nothing of it stays in the bucket. */
  async upload(key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#at(key), Body: Readable.from(source, { objectMode: false }) },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    try {
      await upload.done();
    } catch (error) {
      await upload.abort().catch(() => undefined);
      throw faultOf(error);
    }
  }

  /** Null where there is no such object. */
  async head(key: string): Promise<{ bytes: number; etag: string | undefined } | null> {
    try {
      const { ContentLength, ETag } = await this.#client.send(new HeadObjectCommand(this.#at(key)));
      if (ContentLength === undefined) throw lengthUnknown();
      return { bytes: ContentLength, etag: ETag };
    } catch (error) {
      if (!isMissing(error)) throw faultOf(error);
      await this.#requireBucket();
      return null;
    }
  }

  async read(key: string, range: Range): Promise<Readable> {
    const first = range.end <= range.start ? null : await this.#get(key, range);
    if (first === null) return Readable.from([]);
    return Readable.from(this.#resumed(key, range, first), { objectMode: false });
  }

  /**
   * Copies the object that has this ETag.
   * @returns false where it is gone
   * @throws FileChangedError where it is another one by now
   */
  async copy(from: string, to: string, etag: string | undefined): Promise<boolean> {
    const copy = { ...this.#at(to), CopySource: this.#source(from), CopySourceIfMatch: etag };
    try {
      await this.#client.send(new CopyObjectCommand(copy));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw statusOf(error) === PRECONDITION_FAILED ? new FileChangedError() : faultOf(error);
    }
  }

  async delete(key: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand(this.#at(key)));
    } catch (error) {
      if (!isMissing(error)) throw faultOf(error);
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const query = { Bucket: this.#name, Prefix: prefix };
    const pages = paginateListObjectsV2({ client: this.#client }, query);
    for (;;) {
      const { value: page, done } = await this.#send(() => pages.next());
      if (done === true) return;
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key === undefined || Size === undefined || LastModified === undefined)
          throw new StorageUnavailableError('its lists are not complete');
        yield { key: Key, bytes: Size, changedAtMs: LastModified.getTime() };
      }
    }
  }

  /** The folders directly under a prefix. */
  foldersIn(prefix: string): Promise<string[]> {
    return this.#send(async () => {
      const found: string[] = [];
      const query = { Bucket: this.#name, Prefix: prefix, Delimiter: '/' };
      for await (const page of paginateListObjectsV2({ client: this.#client }, query))
        for (const { Prefix = '' } of page.CommonPrefixes ?? []) found.push(Prefix.slice(prefix.length, -1));
      return found;
    });
  }

  async beginUpload(key: string): Promise<MultipartUpload> {
    const begun = await this.#send(() => this.#client.send(new CreateMultipartUploadCommand(this.#at(key))));
    return { key, uploadId: begun.UploadId };
  }

  /** @param number of the part, from 1 */
  async sendPart(upload: MultipartUpload, number: number, body: Buffer): Promise<CompletedPart> {
    const part = { ...this.#of(upload), PartNumber: number, Body: body };
    const { ETag } = await this.#send(() => this.#client.send(new UploadPartCommand(part)));
    return { PartNumber: number, ETag };
  }

  /** Copies a range of another object as a part (UploadPartCopy): no byte passes through this machine. */
  async copyPart(
    upload: MultipartUpload,
    number: number,
    from: string,
    { start, end }: Range,
  ): Promise<CompletedPart> {
    const part = {
      ...{ ...this.#of(upload), PartNumber: number },
      ...{ CopySource: this.#source(from), CopySourceRange: `bytes=${start}-${end - 1}` },
    };
    const { CopyPartResult } = await this.#send(() => this.#client.send(new UploadPartCopyCommand(part)));
    return { PartNumber: number, ETag: CopyPartResult?.ETag };
  }

  async completeUpload(upload: MultipartUpload, parts: CompletedPart[]): Promise<void> {
    const whole = { ...this.#of(upload), MultipartUpload: { Parts: parts } };
    await this.#send(() => this.#client.send(new CompleteMultipartUploadCommand(whole)));
  }

  async abortUpload(upload: MultipartUpload): Promise<void> {
    try {
      await this.#client.send(new AbortMultipartUploadCommand(this.#of(upload)));
    } catch (error) {
      if (!isUploadGone(error)) throw faultOf(error);
    }
  }

  /** Multipart uploads that were begun before a moment and never completed. */
  uploadsBefore(beforeMs: number, prefix: string): Promise<MultipartUpload[]> {
    return this.#send(async () => {
      const found: MultipartUpload[] = [];
      let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
      while (after !== null) {
        const query = { Bucket: this.#name, Prefix: prefix, ...after };
        const page: ListMultipartUploadsCommandOutput = await this.#client.send(
          new ListMultipartUploadsCommand(query),
        );
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (Key !== undefined && UploadId !== undefined && isBefore(Initiated, beforeMs))
            found.push({ key: Key, uploadId: UploadId });
        }
        after = markersOf(page);
      }
      return found;
    });
  }

  /** A link that downloads an object. */
  downloadLink(
    key: string,
    as: Pick<GetObjectCommandInput, 'ResponseContentType' | 'ResponseContentDisposition'>,
    signing: Signing,
  ): Promise<URL> {
    return this.#signed(new GetObjectCommand({ ...this.#at(key), ...as }), signing);
  }

  /** A link that takes an object by PUT, of any size up to 5 GB. */
  uploadLink(key: string, signing: Signing): Promise<URL> {
    return this.#signed(new PutObjectCommand(this.#at(key)), signing);
  }

  /** Why the bucket can't be used, in a few words; null where it can. */
  async fault(): Promise<string | null> {
    const signal = AbortSignal.timeout(FAULT_TIMEOUT_MS);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    try {
      // Looking for credentials can't be aborted, and may take long.
      const bucket = new HeadBucketCommand({ Bucket: this.#name });
      await Promise.race([this.#client.send(bucket, { abortSignal: signal }), late]);
      return null;
    } catch (error) {
      const reason = isMissing(error) ? 'there is no such bucket' : reasonOf(error);
      return `the files in s3://${this.#name} can't be reached: ${reason}`;
    }
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#name, Key: key };
  }

  #of({ key, uploadId }: MultipartUpload): { Bucket: string; Key: string; UploadId: string | undefined } {
    return { ...this.#at(key), UploadId: uploadId };
  }

  /** `CopySource`: bucket and key, with everything but the slashes escaped. */
  #source(key: string): string {
    return `${this.#name}/${key}`.split('/').map(encodeURIComponent).join('/');
  }

  async #send<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      throw faultOf(error);
    }
  }

  async #signed(command: GetObjectCommand | PutObjectCommand, { ttlSeconds, nowMs }: Signing): Promise<URL> {
    const valid = { expiresIn: ttlSeconds, signingDate: new Date(nowMs) };
    return new URL(await this.#send(() => getSignedUrl(this.#client, command, valid)));
  }

  /** Null where the range begins at or after the end of the object (416). */
  async #get(key: string, { start, end }: Range, etag?: string): Promise<GetObjectCommandOutput | null> {
    const range =
      start === 0 && end === Infinity ? {} : { Range: `bytes=${start}-${end === Infinity ? '' : end - 1}` };
    const match = etag === undefined ? {} : { IfMatch: etag };
    try {
      return await this.#client.send(new GetObjectCommand({ ...this.#at(key), ...range, ...match }));
    } catch (error) {
      if (error instanceof Error && error.name === 'InvalidRange') return null;
      throw faultOf(error);
    }
  }

  /** The whole range, whatever happens to the connection: when it breaks, the rest is asked for with another request. */
  async *#resumed(
    key: string,
    { start, end }: Range,
    first: GetObjectCommandOutput,
  ): AsyncGenerator<Uint8Array> {
    let at = start;
    let left = first.ContentLength;
    if (left === undefined) throw lengthUnknown();
    let response: GetObjectCommandOutput | null = first;
    for (let failures = 0; left > 0;) {
      try {
        response ??= await this.#get(key, { start: at, end }, first.ETag);
        if (response === null) throw new FileGoneError();
        for await (const chunk of response.Body as Readable) {
          const bytes = chunk as Uint8Array;
          at += bytes.length;
          left -= bytes.length;
          failures = 0;
          yield bytes;
        }
        if (left > 0) throw new StorageUnavailableError('it ended a file too early');
      } catch (error) {
        failures += 1;
        if (failures >= ATTEMPTS || error instanceof FileGoneError) throw faultOf(error);
        response = null;
      }
    }
  }

  /**
   * An answer to HEAD doesn't say whether it is the object that is missing or the bucket; without the bucket nobody knows.
   * @throws StorageUnavailableError
   */
  async #requireBucket(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#name }));
    } catch (error) {
      if (isMissing(error)) throw new StorageUnavailableError('there is no such bucket');
      // Whoever is allowed what is below the prefix only may not ask about the bucket.
      if (statusOf(error) !== FORBIDDEN) throw faultOf(error);
    }
  }
}

const lengthUnknown = (): StorageUnavailableError =>
  new StorageUnavailableError('it does not say how long a file is');

const isBefore = (moment: Date | undefined, ms: number): boolean =>
  moment !== undefined && moment.getTime() < ms;

/** Where the next page of a list begins; null after the last one. */
function markersOf({
  IsTruncated,
  NextKeyMarker,
  NextUploadIdMarker,
}: ListMultipartUploadsCommandOutput): { KeyMarker?: string; UploadIdMarker?: string } | null {
  if (IsTruncated !== true || NextKeyMarker === undefined) return null;
  return {
    KeyMarker: NextKeyMarker,
    ...(NextUploadIdMarker !== undefined && { UploadIdMarker: NextUploadIdMarker }),
  };
}
