import type { WireAnswer } from '../transport/exchange.js';
import { headerOf } from '../transport/headers.js';

/** What the answer of a file's address brings. */
export interface FilePart {
  /** Where in the file its first byte belongs. */
  readonly from: number;
  /** Bytes of the whole file; undefined for a body in chunks, whose end shows by itself. */
  readonly total: number | undefined;
  /** A strong ETag: only one of those says that bytes of two answers belong together (RFC 9110 §13.1.5). */
  readonly etag: string | undefined;
}

/** Types of a CSV file; stores that were not told send it as bytes of no type. */
const csvTypes = /^(text\/csv|application\/csv|(application|binary)\/octet-stream)\s*(;|$)/i;

/**
 * Reads the headers of a file's answer. Anything can answer at an address: a log-in page of a network, an error of a
 * proxy, a body that is cut off without anybody noticing.
 *
 * @returns the part, or the sentence that says why this is not the file
 */
export function readFilePart({ status, headers }: WireAnswer): FilePart | string {
  const type = headerOf(headers, 'content-type');
  if (type !== undefined && !csvTypes.test(type)) return `The download URL answered with ${type}, not CSV.`;
  const encoding = headerOf(headers, 'content-encoding') ?? 'identity';
  if (encoding !== 'identity') return `The file arrived encoded as ${encoding}, which wasn't requested.`;
  const length = headerOf(headers, 'content-length');
  // undici takes the end of a connection that was to close for the end of the chunks as well.
  const closes = /\bclose\b/i.test(headerOf(headers, 'connection') ?? '');
  const inChunks = !closes && /\bchunked\s*$/i.test(headerOf(headers, 'transfer-encoding') ?? '');
  const strong = headerOf(headers, 'etag');
  const etag = strong?.startsWith('"') ? strong : undefined;
  if (status === 206) {
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headerOf(headers, 'content-range') ?? '');
    if (!range) return 'Part of the file arrived without saying which part.';
    const [, first, last, whole] = range;
    // What ends before the file does would be taken for all of it.
    if (Number(last) + 1 !== Number(whole)) return 'A different part of the file arrived than was requested.';
    return { from: Number(first), total: Number(whole), etag };
  }
  if (length === undefined && !inChunks) return 'The file arrived without a length, so it may be cut off.';
  if (length === '0') return 'The file arrived empty.';
  return { from: 0, total: length === undefined ? undefined : Number(length), etag };
}
