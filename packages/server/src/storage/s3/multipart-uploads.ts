import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type CompletedPart,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { asked, faultOf, isUploadGone } from './faults.js';
import { copySource, type ObjectAddress } from './object-address.js';
import type { Range } from './read-object.js';

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
      ...{ ...this.#of(upload), PartNumber: number },
      ...{
        CopySource: copySource({ Bucket: this.bucket, Key: from }),
        CopySourceRange: `bytes=${start}-${end - 1}`,
      },
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
