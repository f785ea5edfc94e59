import { hash } from 'node:crypto';

/** An owner record that was handed out. */
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
/** Of a record without a mark: a job that was previewed by an earlier version may have some. */
export const NO_MARK = 'A'.repeat(MARK_LENGTH);

/**
 * A property under the account's own secret, which is 128 bits or more and has a fixed length: addresses can't be tried, and accounts
 * can't be compared. One hash is a tenth of an HMAC's time. @param digest see `propertyDigests`
 */
export const markOf = (secret: string, digest: string): string =>
  hash('sha256', `${secret}\n${digest}`, 'base64url').slice(0, MARK_LENGTH);

/** Records of a job's result as bytes: id (6 bytes) and mark of the property (9 bytes) each. */
export class Packing {
  readonly #bytes: Buffer;
  #length = 0;

  /** @param most records there may be */
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

/** How many records packed bytes hold. */
export const countPacked = (bytes: Uint8Array): number => bytes.length / RECORD_BYTES;

/** The records of packed bytes. */
export function* unpacked(bytes: Buffer): Generator<Disclosed> {
  for (let at = 0; at < bytes.length; at += RECORD_BYTES)
    yield {
      recordId: bytes.readUIntBE(at, ID_BYTES),
      property: bytes.toString('base64url', at + ID_BYTES, at + RECORD_BYTES),
    };
}

/** What an entry says of packed bytes. */
export const digestOfPart = (content: Uint8Array): string => hash('sha256', content, 'hex');

/** What a job's `job.result` entry says in its details. */
export interface ResultDetails {
  records: number;
  /** Digests of its parts, in their order. */
  parts: readonly string[];
}
