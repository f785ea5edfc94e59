import { hash } from 'node:crypto';

/** An owner record that was disclosed. */
export interface Disclosed {
  recordId: number;
  /** See `markOf`. */
  property: string;
}

const ID_BYTES = 6;
const MARK_BYTES = 9;
const RECORD_BYTES = ID_BYTES + MARK_BYTES;
/** Base64url. */
const MARK_LENGTH = 12;
/** Mark of a record without a mark: jobs that an earlier version previewed may have some. */
export const NO_MARK = 'A'.repeat(MARK_LENGTH);

/**
 * Hash of a property under the account's own secret, which is 128 bits or more and has a fixed length: no one can test addresses
 * against it or compare accounts. One hash takes a tenth of an HMAC's time. @param digest see `propertyDigests`
 */
export const markOf = (secret: string, digest: string): string =>
  hash('sha256', `${secret}\n${digest}`, 'base64url').slice(0, MARK_LENGTH);

/** Records of a job's result as bytes: id (6 bytes) and mark of the property (9 bytes) each. */
export class Packing {
  readonly #bytes: Buffer;
  #length = 0;

  /** @param most highest possible number of records */
  constructor(most: number) {
    this.#bytes = Buffer.alloc(most * RECORD_BYTES);
  }

  add({ recordId, property }: Disclosed): void {
    this.#bytes.writeUIntBE(recordId, this.#length, ID_BYTES);
    this.#bytes.write(property, this.#length + ID_BYTES, MARK_BYTES, 'base64url');
    this.#length += RECORD_BYTES;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Number of records in packed bytes. */
export const countPacked = (bytes: Uint8Array): number => bytes.length / RECORD_BYTES;

/** The records in packed bytes. */
export function* unpacked(bytes: Buffer): Generator<Disclosed> {
  for (let at = 0; at < bytes.length; at += RECORD_BYTES)
    yield {
      recordId: bytes.readUIntBE(at, ID_BYTES),
      property: bytes.toString('base64url', at + ID_BYTES, at + RECORD_BYTES),
    };
}

/** The digest by which an entry names packed bytes. */
export const digestOfPart = (content: Uint8Array): string => hash('sha256', content, 'hex');

/** Details of a job's `job.result` entry. */
export interface ResultDetails {
  records: number;
  /** Digests of its parts, in their order. */
  parts: readonly string[];
}
