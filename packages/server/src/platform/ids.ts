import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** Randomness, injected: tests provide their own. */
export interface Ids {
  uuid(): string;
  /** `length` characters of `0-9A-Za-z`, each equally likely. */
  base62(length: number): string;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

// 248 = 4 × 62: larger bytes are drawn again, because a remainder would make the first characters likelier.
const UNBIASED_BYTES = 256 - (256 % BASE62.length);

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < UNBIASED_BYTES && text.length < length) text += BASE62.charAt(byte % BASE62.length);
    }
  }
  return text;
}

export const randomIds: Ids = { uuid: () => randomUUID(), base62: randomBase62 };

/**
 * An id for rows that refer to a request: a UUID of version 7 (RFC 9562 §5.7), which begins with the time. In an index, ids of
 * one time share a page; random ids touch a page each.
 * @param now milliseconds since the epoch
 */
export function timedUuid({ uuid }: Pick<Ids, 'uuid'>, now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid().slice(15)}`;
}

/**
 * An id derived from a request, so that a repeated request creates the same thing only once: a UUID of version 8 (RFC 9562
 * §5.8), made of the bits of a hash.
 */
export function derivedUuid(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.join('\n')).digest('hex');
  const variant = ((parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a path parameter has the format of an id (reading 7: a malformed id is answered like an unknown one). */
export const isUuid = (text: string): boolean => UUID.test(text);
