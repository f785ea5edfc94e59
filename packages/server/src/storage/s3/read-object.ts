import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { FileGoneError, StorageUnavailableError } from '../file-store.js';
import type { ObjectAddress } from './object-address.js';
import { faultOf, lengthUnknown } from './faults.js';

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
