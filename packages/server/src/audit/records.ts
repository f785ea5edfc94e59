import { hash } from 'node:crypto';

/** An owner record that was handed out, and its property as the account's keyed hash (`propertyHashes`). */
export interface Disclosed {
  recordId: number;
  /** Base64url; the log keeps its first bytes. */
  property: string;
}

const ID_BYTES = 6;
const PROPERTY_BYTES = 8;
const RECORD_BYTES = ID_BYTES + PROPERTY_BYTES;

/** What the log keeps of a property's hash: of the properties of one account no two meet by accident. */
export const shortProperty = (property: string): string =>
  Buffer.from(property, 'base64url').toString('base64url', 0, PROPERTY_BYTES);

/** As an entry's details say it. */
export const recordDetails = (disclosed: readonly Disclosed[]): [recordId: number, property: string][] =>
  disclosed.map(({ recordId, property }) => [recordId, shortProperty(property)]);

/** Records of a job's result as bytes: id (6 bytes) and hash of the property (8 bytes) each. */
export function packed(disclosed: readonly Disclosed[]): Buffer {
  const bytes = Buffer.alloc(disclosed.length * RECORD_BYTES);
  for (const [index, { recordId, property }] of disclosed.entries()) {
    const at = index * RECORD_BYTES;
    bytes.writeUIntBE(recordId, at, ID_BYTES);
    bytes.write(property, at + ID_BYTES, PROPERTY_BYTES, 'base64url');
  }
  return bytes;
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
