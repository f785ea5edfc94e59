import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type CompletedPart,
  type GetObjectCommandOutput,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { FileGoneError, StorageUnavailableError } from '../file-store.js';
import { asked, faultOf, isUploadGone, lengthUnknown } from './faults.js';

/** The parameters of the AWS SDK that name an object. */
export interface ObjectAddress {
  Bucket: string;
  Key: string;
}

/** The `CopySource` parameter: bucket and key of the object to copy, with everything but the slashes escaped. */
export const copySource = ({ Bucket, Key }: ObjectAddress): string =>
  `${Bucket}/${Key}`.split('/').map(encodeURIComponent).join('/');

/** Consecutive requests without a byte after which a reader gives up. */
const FRUITLESS_REQUESTS = 3;

/** Bytes of an object: from `start`, up to `end` without it. */
export interface Range {
  start: number;
  end: number;
}

/** Streams a range of an object. The returned stream fails with the same errors. @throws FileGoneError, StorageUnavailableError */
export async function readObject(client: S3Client, address: ObjectAddress, range: Range): Promise<Readable> {
  const first = range.end <= range.start ? null : await get(client, address, range);
  if (first === null) return Readable.from([]);
  return Readable.from(resumed(client, address, range, first), { objectMode: false });
}

/** Null where the range begins at or after the end of the object (416). */
async function get(
  client: S3Client,
  address: ObjectAddress,
  { start, end }: Range,
  etag?: string,
): Promise<GetObjectCommandOutput | null> {
  const range =
    start === 0 && end === Infinity ? {} : { Range: `bytes=${start}-${end === Infinity ? '' : end - 1}` };
  const match = etag === undefined ? {} : { IfMatch: etag };
  try {
    return await client.send(new GetObjectCommand({ ...address, ...range, ...match }));
  } catch (error) {
    if (error instanceof Error && error.name === 'InvalidRange') return null;
    throw faultOf(error);
  }
}

/** The whole range, whatever happens to the connection: when it breaks, the rest is asked for with another request. */
async function* resumed(
  client: S3Client,
  address: ObjectAddress,
  { start, end }: Range,
  first: GetObjectCommandOutput,
): AsyncGenerator<Uint8Array> {
  let at = start;
  let left = first.ContentLength;
  if (left === undefined) throw lengthUnknown();
  let response: GetObjectCommandOutput | null = first;
  for (let failures = 0; left > 0;) {
    try {
      response ??= await get(client, address, { start: at, end }, first.ETag);
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
      if (failures >= FRUITLESS_REQUESTS || error instanceof FileGoneError) throw faultOf(error);
      response = null;
    }
  }
}

/** An unfinished multipart upload. */
export interface MultipartUpload {
  key: string;
  uploadId: string | undefined;
}

/** Multipart uploads: an object is sent in parts and appears in the bucket when the upload is completed. */
export class MultipartUploads {
  constructor(
    private readonly client: S3Client,
    private readonly bucket: string,
  ) {}

  async begin(key: string): Promise<MultipartUpload> {
    const begun = await asked(() =>
      this.client.send(new CreateMultipartUploadCommand({ Bucket: this.bucket, Key: key })),
    );
    return { key, uploadId: begun.UploadId };
  }

  /** @param number of the part, from 1 */
  async sendPart(upload: MultipartUpload, number: number, body: Buffer): Promise<CompletedPart> {
    const part = { ...this.#of(upload), PartNumber: number, Body: body };
    const { ETag } = await asked(() => this.client.send(new UploadPartCommand(part)));
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
      ...this.#of(upload),
      PartNumber: number,
      CopySource: copySource({ Bucket: this.bucket, Key: from }),
      CopySourceRange: `bytes=${start}-${end - 1}`,
    };
    const { CopyPartResult } = await asked(() => this.client.send(new UploadPartCopyCommand(part)));
    return { PartNumber: number, ETag: CopyPartResult?.ETag };
  }

  async complete(upload: MultipartUpload, parts: CompletedPart[]): Promise<void> {
    const whole = { ...this.#of(upload), MultipartUpload: { Parts: parts } };
    await asked(() => this.client.send(new CompleteMultipartUploadCommand(whole)));
  }

  async abort(upload: MultipartUpload): Promise<void> {
    try {
      await this.client.send(new AbortMultipartUploadCommand(this.#of(upload)));
    } catch (error) {
      if (!isUploadGone(error)) throw faultOf(error);
    }
  }

  /** Multipart uploads that were begun before a moment and never completed. */
  begunBefore(beforeMs: number, prefix: string): Promise<MultipartUpload[]> {
    return asked(async () => {
      const found: MultipartUpload[] = [];
      let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
      while (after !== null) {
        const query = { Bucket: this.bucket, Prefix: prefix, ...after };
        const page: ListMultipartUploadsCommandOutput = await this.client.send(
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

  #of({ key, uploadId }: MultipartUpload): ObjectAddress & { UploadId: string | undefined } {
    return { Bucket: this.bucket, Key: key, UploadId: uploadId };
  }
}

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
