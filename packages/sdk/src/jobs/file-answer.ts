import type { WireAnswer } from '../transport/exchange.js';
import { headerOf } from '../transport/headers.js';

/** The part of a file that an answer carries. */
export interface FilePart {
  /** Offset of its first byte in the file. */
  readonly from: number;
  /** Size of the whole file in bytes; undefined for a chunked body, which marks its own end. */
  readonly total: number | undefined;
  /** A strong ETag: only a strong one proves that the bytes of two answers belong together (RFC 9110 §13.1.5). */
  readonly etag: string | undefined;
}

/** Media types of a CSV file; a store that was given no type sends a generic binary one. */
const csvTypes = /^(text\/csv|application\/csv|(application|binary)\/octet-stream)\s*(;|$)/i;

/**
 * Reads the headers of a file's answer. Any kind of answer can come from an address: a network's log-in page,
 * a proxy's error, a body that is silently truncated.
 *
 * @returns the part, or a sentence saying why this is not the file
 */
export function readFilePart({ status, headers }: WireAnswer): FilePart | string {
  const type = headerOf(headers, 'content-type');
  if (type !== undefined && !csvTypes.test(type)) return `The download URL answered with ${type}, not CSV.`;
  const encoding = headerOf(headers, 'content-encoding') ?? 'identity';
  if (encoding !== 'identity') return `The file arrived encoded as ${encoding}, which wasn't requested.`;
  const length = headerOf(headers, 'content-length');
  // undici also accepts the end of a `Connection: close` response as the end of a chunked body.
  const closes = /\bclose\b/i.test(headerOf(headers, 'connection') ?? '');
  const inChunks = !closes && /\bchunked\s*$/i.test(headerOf(headers, 'transfer-encoding') ?? '');
  const strong = headerOf(headers, 'etag');
  const etag = strong?.startsWith('"') ? strong : undefined;
  if (status === 206) {
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headerOf(headers, 'content-range') ?? '');
    if (!range) return 'Part of the file arrived without saying which part.';
    const [, first, last, whole] = range;
    // Without a known end, a truncated body would be taken for the whole file.
    if (Number(last) + 1 !== Number(whole)) return 'A different part of the file arrived than was requested.';
    return { from: Number(first), total: Number(whole), etag };
  }
  if (length === undefined && !inChunks) return 'The file arrived without a length, so it may be cut off.';
  if (length === '0') return 'The file arrived empty.';
  return { from: 0, total: length === undefined ? undefined : Number(length), etag };
}
