import type { Readable } from 'node:stream';
import type { CompletedPart } from '@aws-sdk/client-s3';
import type { Clock } from '../../clock.js';
import type { BucketUrl } from '../../environment.js';
import { itemAt } from '../../lib/item-at.js';
import {
  FileGoneError,
  fileName,
  FileTooLargeError,
  folderName,
  isFileName,
  isFolderName,
  type DownloadedAs,
  type FilePiece,
  type FileStore,
  type ListedFile,
  type StoredFile,
  type WriteOptions,
} from '../file-store.js';
import { Bucket, PARTS_AT_ONCE, type StoredObject } from './bucket.js';
import type { MultipartUpload } from './transfers.js';

/** Bytes of a file from `start` up to `end`, which is excluded. */
interface Range {
  name: string;
  start: number;
  end: number;
}

/** Pieces that become one part of a file, in order. */
type Part = readonly Range[];

/** No part but the last may be smaller (Amazon S3, "Multipart upload limits"). */
const SMALLEST_PART = 5 * 1024 * 1024;

const bytesIn = (part: Part): number => part.reduce((sum, { start, end }) => sum + end - start, 0);

/** The store copies it by itself; other parts are read, put together and sent. */
const isCopyable = (part: Part): part is readonly [Range] =>
  part.length === 1 && bytesIn(part) >= SMALLEST_PART;

/** Cuts pieces so that as much as possible is copied, and as little as possible is read. */
function cutIntoParts(pieces: readonly FilePiece[]): Part[] {
  const parts: Part[] = [];
  const gathered: Range[] = [];
  for (const { name, bytes } of pieces) {
    let start = 0;
    if (gathered.length > 0) {
      start = Math.min(bytes, SMALLEST_PART - bytesIn(gathered));
      if (start > 0) gathered.push({ name, start: 0, end: start });
      if (bytesIn(gathered) >= SMALLEST_PART) parts.push(gathered.splice(0));
    }
    if (bytes - start >= SMALLEST_PART) parts.push([{ name, start, end: bytes }]);
    else if (bytes > start) gathered.push({ name, start, end: bytes });
  }
  if (gathered.length > 0) parts.push(gathered);
  return parts;
}

/** Uploads sent by a link stay here until they are sealed; no name of ours begins with it. */
const INCOMING = 'incoming';

/** Files in a bucket of Amazon S3, or of a store with the same API, under a prefix that nothing else uses. */
export class S3FileStore implements FileStore {
  readonly #bucket: Bucket;
  /** The prefix of all keys, with its slash. */
  readonly #root: string;

  /** @param clock of links: the time of the database, where the machine's own may be wrong by more than a link lives */
  constructor(
    at: BucketUrl,
    private readonly clock: Clock,
  ) {
    this.#bucket = new Bucket(at);
    this.#root = at.prefix === '' ? '' : `${at.prefix}/`;
  }

  async write(
    name: string,
    source: AsyncIterable<Uint8Array>,
    { maxBytes }: WriteOptions,
  ): Promise<StoredFile> {
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
    try {
      await this.#bucket.upload(this.#key(name), counted());
      return { sizeBytes };
    } catch (error) {
      // The error of the source, unchanged.
      throw refusal === null ? error : (refusal as { error: unknown }).error;
    }
  }

  async join(name: string, pieces: readonly FilePiece[]): Promise<StoredFile> {
    const sizeBytes = pieces.reduce((sum, { bytes }) => sum + bytes, 0);
    const parts = cutIntoParts(pieces);
    const [only] = parts;
    if (only === undefined || (parts.length === 1 && !isCopyable(only))) {
      await this.#bucket.put(
        this.#key(name),
        only === undefined ? Buffer.alloc(0) : await this.#bytesOf(only),
      );
      return { sizeBytes };
    }
    const upload = await this.#bucket.uploads.begin(this.#key(name));
    try {
      const done = await inParallel(parts, PARTS_AT_ONCE, (part, at) => this.#sendPart(upload, part, at + 1));
      await this.#bucket.uploads.complete(upload, done);
      return { sizeBytes };
    } catch (error) {
      await this.#bucket.uploads.abort(upload).catch(() => undefined);
      throw error;
    }
  }

  async read(name: string, start = 0, end = Infinity): Promise<Readable> {
    return this.#bucket.read(this.#key(name), { start, end });
  }

  async link(
    name: string,
    ttlSeconds: number,
    { contentType, contentDisposition }: DownloadedAs,
  ): Promise<URL> {
    const as = { ResponseContentType: contentType, ResponseContentDisposition: contentDisposition };
    return this.#bucket.downloadLink(this.#key(name), as, { ttlSeconds, nowMs: this.clock.now() });
  }

  /**
   * A PUT to a place of its own. S3 takes any number of bytes by such a link: `seal` says how many there are, and its caller refuses
   * too many.
   */
  async uploadLink(name: string, ttlSeconds: number): Promise<URL> {
    return this.#bucket.uploadLink(this.#incoming(name), { ttlSeconds, nowMs: this.clock.now() });
  }

  async seal(
    name: string,
    sealed: string,
    requireSize: (bytes: number) => Promise<void>,
  ): Promise<number | null> {
    const sent = await this.#bucket.head(this.#incoming(name));
    if (sent === null) return null;
    await requireSize(sent.bytes);
    // The ETag makes sure that the object is still the one with the checked size.
    const isCopied = await this.#bucket.copy(this.#incoming(name), this.#key(sealed), sent.etag);
    return isCopied ? sent.bytes : null;
  }

  async removeSent(name: string): Promise<void> {
    return this.#bucket.delete(this.#incoming(name));
  }

  async size(name: string): Promise<number | null> {
    return (await this.#bucket.head(this.#key(name)))?.bytes ?? null;
  }

  async remove(name: string): Promise<void> {
    return this.#bucket.delete(this.#key(name));
  }

  async removeFolder(folder: string): Promise<void> {
    for (const within of [this.#within(folderName(folder)), `${this.#within(INCOMING)}${folder}/`]) {
      // One by one: many at once need a checksum that stores disagree about.
      await inParallel(await this.#ours(within), PARTS_AT_ONCE, ({ key }) => this.#bucket.delete(key));
    }
  }

  async folders(): Promise<string[]> {
    const found = await this.#bucket.foldersIn(this.#root);
    return found.filter((folder) => folder !== INCOMING && isFolderName(folder));
  }

  async list(folder: string): Promise<ListedFile[]> {
    const found = await this.#ours(this.#within(folderName(folder)));
    return found.map((object) => this.#listed(object));
  }

  async *all(): AsyncGenerator<ListedFile> {
    for await (const object of this.#bucket.list(this.#root)) {
      if (isFileName(this.#listed(object).name)) yield this.#listed(object);
    }
  }

  /** A bucket knows no limit. */
  capacity(): Promise<null> {
    return Promise.resolve(null);
  }

  async removeAbandoned(beforeMs: number): Promise<number> {
    const sent = await this.#ours(this.#within(INCOMING));
    const old = sent.filter(({ changedAtMs }) => changedAtMs < beforeMs);
    for (const { key } of old) await this.#bucket.delete(key);
    const begun = await this.#bucket.uploads.begunBefore(beforeMs, this.#root);
    const ours = begun.filter(({ key }) => this.#isOurs(key));
    for (const upload of ours) await this.#bucket.uploads.abort(upload);
    return old.length + ours.length;
  }

  fault(): Promise<string | null> {
    return this.#bucket.fault();
  }

  #key(name: string): string {
    return this.#root + fileName(name);
  }

  #within(folder: string): string {
    return `${this.#root}${folder}/`;
  }

  #incoming(name: string): string {
    return this.#within(INCOMING) + fileName(name);
  }

  /** Others may keep files in this bucket: those are not listed, and never removed. */
  #isOurs(key: string): boolean {
    const name = key.slice(this.#root.length);
    return isFileName(name.startsWith(`${INCOMING}/`) ? name.slice(INCOMING.length + 1) : name);
  }

  async #ours(prefix: string): Promise<StoredObject[]> {
    const found: StoredObject[] = [];
    for await (const object of this.#bucket.list(prefix)) if (this.#isOurs(object.key)) found.push(object);
    return found;
  }

  #listed({ key, bytes, changedAtMs }: StoredObject): ListedFile {
    return { name: key.slice(this.#root.length), bytes, changedAtMs };
  }

  async #sendPart(upload: MultipartUpload, part: Part, number: number): Promise<CompletedPart> {
    if (!isCopyable(part)) return this.#bucket.uploads.sendPart(upload, number, await this.#bytesOf(part));
    const [{ name, start, end }] = part;
    return this.#bucket.uploads.copyPart(upload, number, this.#key(name), { start, end });
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

/** Calls `run` for every item, `atOnce` at a time, and returns the results in order. After a failure it waits for what is under way, then throws. */
async function inParallel<T, R>(
  items: readonly T[],
  atOnce: number,
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
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failed !== null) throw (failed as { error: unknown }).error;
  return results;
}
