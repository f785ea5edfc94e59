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
  type GetObjectCommandOutput,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Readable } from 'node:stream';
import type { Clock } from '../../clock.js';
import type { BucketUrl } from '../../environment.js';
import { itemAt } from '../../item-at.js';
import {
  FileChangedError,
  FileGoneError,
  FileTooLargeError,
  StorageUnavailableError,
  type DownloadedAs,
  type FilePiece,
  type FileStore,
  type ListedFile,
  type StoredFile,
  type WriteOptions,
} from '../file-store.js';
import { fileName, folderName, isFileName, isFolderName } from '../names.js';
import { faultOf, isMissing, isUploadGone, reasonOf, statusOf } from './faults.js';
import { cutIntoParts, isCopyable, type Part } from './parts.js';

/** What is sent by a link lies here until it is sealed; no name of ours begins with it. */
const INCOMING = 'incoming';
/** Memory of a write: so many parts are under way, and one is being filled. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 3;
const CONNECT_TIMEOUT_MS = 5_000;
/** A store that says nothing for so long is asked again, so many times in all. */
const SILENCE_TIMEOUT_MS = 15_000;
const ATTEMPTS = 3;
const PRECONDITION_FAILED = 412;
/** `/readyz` answers within this time even when the bucket hangs: load balancers wait a few seconds, and lookups need no files. */
const FAULT_TIMEOUT_MS = 1_500;

/** Files in a bucket of S3, or of a store that speaks its language. Credentials come from the environment of each process. */
export class S3FileStore implements FileStore {
  readonly #client: S3Client;

  /** @param clock of links: the time of the database, where the machine's own may be wrong by more than a link lives */
  constructor(
    private readonly at: BucketUrl,
    private readonly clock: Clock,
  ) {
    this.#client = new S3Client({
      region: at.region,
      ...(at.endpoint === null ? {} : { endpoint: at.endpoint }),
      forcePathStyle: at.pathStyle,
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

  async write(
    name: string,
    source: AsyncIterable<Uint8Array>,
    { maxBytes }: WriteOptions,
  ): Promise<StoredFile> {
    const object = this.#object(name);
    let sizeBytes = 0;
    let refusal: { error: unknown } | null = null;
    async function* counted() {
      try {
        for await (const chunk of source) {
          sizeBytes += chunk.length;
          if (sizeBytes > maxBytes) throw new FileTooLargeError(maxBytes);
          yield chunk;
        }
      } catch (error) {
        refusal = { error };
        throw error;
      }
    }
    const upload = new Upload({
      client: this.#client,
      params: {
        ...object,
        Body: Readable.from(counted(), { objectMode: false }),
      },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    try {
      await upload.done();
      return { sizeBytes };
    } catch (error) {
      await upload.abort().catch(() => undefined);
      // What the source threw, as it was.
      throw refusal === null ? faultOf(error) : (refusal as { error: unknown }).error;
    }
  }

  async join(name: string, pieces: readonly FilePiece[]): Promise<StoredFile> {
    const sizeBytes = pieces.reduce((sum, { bytes }) => sum + bytes, 0);
    const parts = cutIntoParts(pieces);
    const [only] = parts;
    if (only === undefined || (parts.length === 1 && !isCopyable(only))) {
      const body = only === undefined ? Buffer.alloc(0) : await this.#bytesOf(only);
      await this.#send(() => this.#client.send(new PutObjectCommand({ ...this.#object(name), Body: body })));
      return { sizeBytes };
    }
    const { UploadId } = await this.#send(() =>
      this.#client.send(new CreateMultipartUploadCommand(this.#object(name))),
    );
    const upload = { ...this.#object(name), UploadId };
    try {
      const done = await inParallel(parts, (part, index) => this.#sendPart(upload, part, index + 1));
      await this.#send(() =>
        this.#client.send(
          new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: done } }),
        ),
      );
      return { sizeBytes };
    } catch (error) {
      await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
      throw error;
    }
  }

  async read(name: string, start = 0, end = Infinity): Promise<Readable> {
    if (end <= start) return Readable.from([]);
    const first = await this.#get(name, start, end);
    if (first === null) return Readable.from([]);
    return Readable.from(this.#resumed(name, start, end, first), { objectMode: false });
  }

  async link(name: string, ttlSeconds: number, as: DownloadedAs): Promise<URL> {
    const command = new GetObjectCommand({
      ...this.#object(name),
      ResponseContentType: as.contentType,
      ResponseContentDisposition: as.contentDisposition,
    });
    return this.#signed(command, ttlSeconds);
  }

  /**
   * A PUT to a place of its own. S3 takes any number of bytes by such a link (up to 5 GB): `seal` says how many there are, and its caller
   * refuses too many.
   */
  async uploadLink(name: string, ttlSeconds: number): Promise<URL> {
    const command = new PutObjectCommand({ Bucket: this.at.bucket, Key: this.#incoming(name) });
    return this.#signed(command, ttlSeconds);
  }

  async #signed(command: GetObjectCommand | PutObjectCommand, ttlSeconds: number): Promise<URL> {
    const valid = { expiresIn: ttlSeconds, signingDate: new Date(this.clock.now()) };
    return new URL(await this.#send(() => getSignedUrl(this.#client, command, valid)));
  }

  async seal(
    name: string,
    sealed: string,
    requireSize: (bytes: number) => Promise<void>,
  ): Promise<number | null> {
    const sent = await this.#head(this.#incoming(name));
    if (sent === null) return null;
    await requireSize(sent.bytes);
    const copy = new CopyObjectCommand({
      ...this.#object(sealed),
      CopySource: this.#source(this.#incoming(name)),
      // The very bytes that were measured.
      CopySourceIfMatch: sent.etag,
    });
    try {
      await this.#client.send(copy);
      return sent.bytes;
    } catch (error) {
      if (isMissing(error)) return null;
      throw statusOf(error) === PRECONDITION_FAILED ? new FileChangedError() : faultOf(error);
    }
  }

  removeSent(name: string): Promise<void> {
    return this.#delete(this.#incoming(name));
  }

  async size(name: string): Promise<number | null> {
    return (await this.#head(this.#key(name)))?.bytes ?? null;
  }

  remove(name: string): Promise<void> {
    return this.#delete(this.#key(name));
  }

  async removeFolder(folder: string): Promise<void> {
    for (const within of [this.#within(folderName(folder)), this.#within(INCOMING) + `${folder}/`]) {
      // One by one: many at once need a checksum that stores disagree about.
      await inParallel(await this.#objects(within), ({ key }) => this.#delete(key));
    }
  }

  async folders(): Promise<string[]> {
    const root = this.#root();
    const found: string[] = [];
    await this.#send(async () => {
      found.length = 0;
      const query = { Bucket: this.at.bucket, Prefix: root, Delimiter: '/' };
      for await (const page of paginateListObjectsV2({ client: this.#client }, query))
        for (const { Prefix = '' } of page.CommonPrefixes ?? []) found.push(Prefix.slice(root.length, -1));
    });
    return found.filter((folder) => folder !== INCOMING && isFolderName(folder));
  }

  async list(folder: string): Promise<ListedFile[]> {
    const root = this.#root();
    const found = await this.#objects(this.#within(folderName(folder)));
    return found.map(({ key, changedAtMs }) => ({ name: key.slice(root.length), changedAtMs }));
  }

  /** A bucket knows no limit. */
  capacity(): Promise<null> {
    return Promise.resolve(null);
  }

  async removeAbandoned(beforeMs: number): Promise<number> {
    let removed = 0;
    for (const { key, changedAtMs } of await this.#objects(this.#within(INCOMING))) {
      if (changedAtMs >= beforeMs) continue;
      await this.#delete(key);
      removed += 1;
    }
    const begun = await this.#uploadsBefore(beforeMs);
    for (const { Key, UploadId } of begun) {
      try {
        await this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.at.bucket, Key, UploadId }));
      } catch (error) {
        if (!isUploadGone(error)) throw faultOf(error);
      }
      removed += 1;
    }
    return removed;
  }

  async fault(): Promise<string | null> {
    const signal = AbortSignal.timeout(FAULT_TIMEOUT_MS);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    try {
      // Looking for credentials can't be aborted, and may take long.
      const bucket = new HeadBucketCommand({ Bucket: this.at.bucket });
      await Promise.race([this.#client.send(bucket, { abortSignal: signal }), late]);
      return null;
    } catch (error) {
      return `the files in s3://${this.at.bucket} can't be reached: ${isMissing(error) ? 'there is no such bucket' : reasonOf(error)}`;
    }
  }

  #root(): string {
    return this.at.prefix === '' ? '' : `${this.at.prefix}/`;
  }

  #within(folder: string): string {
    return `${this.#root()}${folder}/`;
  }

  #key(name: string): string {
    return this.#root() + fileName(name);
  }

  #incoming(name: string): string {
    return this.#within(INCOMING) + fileName(name);
  }

  #object(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.at.bucket, Key: this.#key(name) };
  }

  /** Others may keep files in this bucket: those are not listed, and never removed. */
  #isOurs(key: string): boolean {
    const name = key.slice(this.#root().length);
    return isFileName(name.startsWith(`${INCOMING}/`) ? name.slice(INCOMING.length + 1) : name);
  }

  /** What a copy is made of. */
  #source(key: string): string {
    return `${this.at.bucket}/${key}`.split('/').map(encodeURIComponent).join('/');
  }

  /** @throws FileGoneError, StoreFullError, StorageUnavailableError */
  async #send<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      throw faultOf(error);
    }
  }

  /** Null where the file ends before the range begins. */
  async #get(
    name: string,
    start: number,
    end: number,
    etag?: string,
  ): Promise<GetObjectCommandOutput | null> {
    const range =
      start === 0 && end === Infinity ? {} : { Range: `bytes=${start}-${end === Infinity ? '' : end - 1}` };
    const match = etag === undefined ? {} : { IfMatch: etag };
    const command = new GetObjectCommand({ ...this.#object(name), ...range, ...match });
    try {
      return await this.#client.send(command);
    } catch (error) {
      if (error instanceof Error && error.name === 'InvalidRange') return null;
      throw faultOf(error);
    }
  }

  /** A connection that ends before all was read is made again from there: nobody gets a part for the whole. */
  async *#resumed(
    name: string,
    start: number,
    end: number,
    first: GetObjectCommandOutput,
  ): AsyncGenerator<Uint8Array> {
    let at = start;
    let left = first.ContentLength;
    if (left === undefined) throw new StorageUnavailableError('it does not say how long a file is');
    let response: GetObjectCommandOutput | null = first;
    for (let failures = 0; left > 0;) {
      try {
        response ??= await this.#get(name, at, end, first.ETag);
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

  async #head(key: string): Promise<{ bytes: number; etag: string | undefined } | null> {
    try {
      const { ContentLength, ETag } = await this.#client.send(
        new HeadObjectCommand({ Bucket: this.at.bucket, Key: key }),
      );
      if (ContentLength === undefined)
        throw new StorageUnavailableError('it does not say how long a file is');
      return { bytes: ContentLength, etag: ETag };
    } catch (error) {
      if (!isMissing(error)) throw faultOf(error);
      await this.#requireBucket();
      return null;
    }
  }

  /**
   * An answer to HEAD doesn't say whether it is the file that is missing or the bucket; without the bucket nobody knows.
   * @throws StorageUnavailableError
   */
  async #requireBucket(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.at.bucket }));
    } catch (error) {
      if (isMissing(error)) throw new StorageUnavailableError('there is no such bucket');
      // Whoever is allowed what is below the prefix only may not ask about the bucket.
      if (statusOf(error) !== 403) throw faultOf(error);
    }
  }

  async #delete(key: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand({ Bucket: this.at.bucket, Key: key }));
    } catch (error) {
      if (!isMissing(error)) throw faultOf(error);
    }
  }

  #objects(prefix: string): Promise<{ key: string; changedAtMs: number }[]> {
    return this.#send(async () => {
      const found: { key: string; changedAtMs: number }[] = [];
      const query = { Bucket: this.at.bucket, Prefix: prefix };
      for await (const page of paginateListObjectsV2({ client: this.#client }, query)) {
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key === undefined || LastModified === undefined)
            throw new StorageUnavailableError('its lists are not complete');
          if (this.#isOurs(Key)) found.push({ key: Key, changedAtMs: LastModified.getTime() });
        }
      }
      return found;
    });
  }

  /** Multipart uploads that nobody completed. */
  #uploadsBefore(beforeMs: number): Promise<{ Key: string; UploadId: string }[]> {
    return this.#send(async () => {
      const found: { Key: string; UploadId: string }[] = [];
      let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
      while (after !== null) {
        const query = { Bucket: this.at.bucket, Prefix: this.#root(), ...after };
        const page: ListMultipartUploadsCommandOutput = await this.#client.send(
          new ListMultipartUploadsCommand(query),
        );
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (
            Key !== undefined &&
            UploadId !== undefined &&
            this.#isOurs(Key) &&
            Initiated !== undefined &&
            Initiated.getTime() < beforeMs
          )
            found.push({ Key, UploadId });
        }
        const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page;
        after =
          IsTruncated === true && NextKeyMarker !== undefined
            ? {
                KeyMarker: NextKeyMarker,
                ...(NextUploadIdMarker !== undefined && { UploadIdMarker: NextUploadIdMarker }),
              }
            : null;
      }
      return found;
    });
  }

  async #sendPart(
    upload: { Bucket: string; Key: string; UploadId: string | undefined },
    part: Part,
    number: number,
  ): Promise<CompletedPart> {
    const at = { ...upload, PartNumber: number };
    if (isCopyable(part)) {
      const [{ name, start, end }] = part;
      const CopySource = this.#source(this.#key(name));
      const { CopyPartResult } = await this.#send(() =>
        this.#client.send(
          new UploadPartCopyCommand({ ...at, CopySource, CopySourceRange: `bytes=${start}-${end - 1}` }),
        ),
      );
      return { PartNumber: number, ETag: CopyPartResult?.ETag };
    }
    const Body = await this.#bytesOf(part);
    const { ETag } = await this.#send(() => this.#client.send(new UploadPartCommand({ ...at, Body })));
    return { PartNumber: number, ETag };
  }

  async #bytesOf(part: Part): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for (const { name, start, end } of part) {
      let left = end - start;
      for await (const chunk of await this.read(name, start, end)) {
        chunks.push(chunk as Uint8Array);
        left -= (chunk as Uint8Array).length;
      }
      if (left > 0) throw new FileGoneError();
    }
    return Buffer.concat(chunks);
  }
}

/** All of them, some at a time; when one fails the others end before the error is thrown. */
async function inParallel<T, R>(
  items: readonly T[],
  run: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let failed: { error: unknown } | null = null;
  const worker = async () => {
    while (next < items.length && failed === null) {
      const index = next++;
      try {
        results[index] = await run(itemAt(items, index), index);
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, worker));
  if (failed !== null) throw (failed as { error: unknown }).error;
  return results;
}
