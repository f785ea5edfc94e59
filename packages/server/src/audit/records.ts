import { createCipheriv, hash, type Cipher } from 'node:crypto';

/** An owner record that was disclosed. */
export interface Disclosed {
  recordId: number;
  /** See `markOf`. */
  property: string;
}

const ID_BYTES = 6;
const MARK_BYTES = 9;
const RECORD_BYTES = ID_BYTES + MARK_BYTES;

/**
 * Mark of a property: the start of its digest, encrypted with AES under the account's own secret. No one can test addresses against it
 * or compare accounts. @param digest see `propertyDigests`
 */
export const markOf = (secret: string, digest: string): string =>
  marked(secret, Buffer.from(digest, 'base64url')).toString('base64url', 0, MARK_BYTES);

/** Accounts with a cipher in memory: it takes ten times as long to make as to use. */
const CIPHERS = 1_000;
const ciphers = new Map<string, Cipher>();

/** Digests encrypted one by one, all in one call: a job's marks take a tenth of the time of a hash each. */
function marked(secret: string, digests: Uint8Array): Buffer {
  const cipher = ciphers.get(secret) ?? createCipheriv('aes-256-ecb', keyOf(secret), null);
  if (!ciphers.has(secret)) {
    const [oldest] = ciphers.size < CIPHERS ? [] : ciphers.keys();
    if (oldest !== undefined) ciphers.delete(oldest);
    ciphers.set(secret, cipher.setAutoPadding(false));
  }
  return cipher.update(digests);
}

const keyOf = (secret: string): Buffer => hash('sha256', `audit property\n${secret}`, 'buffer');

/** Records of a job's result as bytes: id (6 bytes) and mark of the property (9 bytes) each. */
export class Packing {
  readonly #bytes: Buffer;
  readonly #marks: Buffer;
  #length = 0;

  /**
   * @param most highest possible number of records
   * @param secret the account's @param digests of all properties, back to back
   */
  constructor(most: number, secret: string, digests: Uint8Array) {
    this.#bytes = Buffer.alloc(most * RECORD_BYTES);
    this.#marks = marked(secret, digests);
  }

  /** @param at where its property's digest begins; behind the digests for a property that wasn't recorded, which gets no mark */
  add(recordId: number, at: number): void {
    this.#bytes.writeUIntBE(recordId, this.#length, ID_BYTES);
    if (at < this.#marks.length) this.#marks.copy(this.#bytes, this.#length + ID_BYTES, at, at + MARK_BYTES);
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
