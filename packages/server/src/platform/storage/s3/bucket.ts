import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type GetObjectCommandInput,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BucketUrl } from '../../environment.js';
import { FileChangedError, StorageUnavailableError } from '../file-store.js';
import { asked, faultOf, isMissing, lengthUnknown, reasonOf, statusOf } from './faults.js';
import { copySource, MultipartUploads, readObject, type ObjectAddress, type Range } from './transfers.js';

/** A write holds PARTS_AT_ONCE parts that are being sent and one that is being filled: 32 MB. */
const PART_BYTES = 8 * 1024 * 1024;
export const PARTS_AT_ONCE = 3;
const CONNECT_TIMEOUT_MS = 5_000;
/** A request is repeated when no byte moves for this long. */
const SILENCE_TIMEOUT_MS = 15_000;
/** How often a request is sent at most, the first time included. */
const ATTEMPTS = 3;
const PRECONDITION_FAILED = 412;
const FORBIDDEN = 403;
/** `/readyz` answers within this time even when the bucket hangs: load balancers wait a few seconds, and lookups need no files. */
const FAULT_TIMEOUT_MS = 1_500;

/** An entry of a bucket's list. */
export interface StoredObject {
  key: string;
  bytes: number;
  changedAtMs: number;
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
  readonly uploads: MultipartUploads;
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
    this.uploads = new MultipartUploads(this.#client, this.#name);
  }

  async put(key: string, body: Buffer): Promise<void> {
    await asked(() => this.#client.send(new PutObjectCommand({ ...this.#at(key), Body: body })));
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

  /**
   * Copies the object that has this ETag.
   * @returns false where it is gone
   * @throws FileChangedError where it is another one by now
   */
  async copy(from: string, to: string, etag: string | undefined): Promise<boolean> {
    const copy = { ...this.#at(to), CopySource: copySource(this.#at(from)), CopySourceIfMatch: etag };
    try {
      await this.#client.send(new CopyObjectCommand(copy));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw statusOf(error) === PRECONDITION_FAILED ? new FileChangedError() : faultOf(error);
    }
  }

  read(key: string, range: Range): Promise<Readable> {
    return readObject(this.#client, this.#at(key), range);
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
      const { value: page, done } = await asked(() => pages.next());
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
    return asked(async () => {
      const found: string[] = [];
      const query = { Bucket: this.#name, Prefix: prefix, Delimiter: '/' };
      for await (const page of paginateListObjectsV2({ client: this.#client }, query))
        for (const { Prefix = '' } of page.CommonPrefixes ?? []) found.push(Prefix.slice(prefix.length, -1));
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

  #at(key: string): ObjectAddress {
    return { Bucket: this.#name, Key: key };
  }

  async #signed(command: GetObjectCommand | PutObjectCommand, { ttlSeconds, nowMs }: Signing): Promise<URL> {
    const valid = { expiresIn: ttlSeconds, signingDate: new Date(nowMs) };
    return new URL(await asked(() => getSignedUrl(this.#client, command, valid)));
  }

  /**
   * An answer to HEAD doesn't say whether it is the object that is missing or the bucket; a missing bucket is told apart by a second request.
   * @throws StorageUnavailableError
   */
  async #requireBucket(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#name }));
    } catch (error) {
      if (isMissing(error)) throw new StorageUnavailableError('there is no such bucket');
      // Credentials limited to the prefix may not read the bucket itself.
      if (statusOf(error) !== FORBIDDEN) throw faultOf(error);
    }
  }
}
