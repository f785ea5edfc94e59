import type { FilePiece } from '../file-store.js';

/** Bytes of a file from `start` up to `end`, which is excluded. */
export interface Range {
  name: string;
  start: number;
  end: number;
}

/** Pieces that become one part of a file, in order. */
export type Part = readonly Range[];

/** No part but the last may be smaller (Amazon S3, "Multipart upload limits"). */
const SMALLEST_PART = 5 * 1024 * 1024;

const bytesIn = (part: Part): number => part.reduce((sum, { start, end }) => sum + end - start, 0);

/** The store copies it by itself; other parts are read, put together and sent. */
export const isCopyable = (part: Part): part is readonly [Range] =>
  part.length === 1 && bytesIn(part) >= SMALLEST_PART;

/** Cuts pieces so that as much as possible is copied, and as little as possible is read. */
export function cutIntoParts(pieces: readonly FilePiece[]): Part[] {
  const parts: Part[] = [];
  const gathered: Range[] = [];
  for (const { name, bytes } of pieces) {
    let start = 0;
    if (gathered.length > 0) {
      start = Math.min(bytes, SMALLEST_PART - bytesIn(gathered));
      if (start > 0) gathered.push({ name, start: 0, end: start });
      if (bytesIn(gathered) >= SMALLEST_PART) parts.push(gathered.splice(0));
    }
    if (bytes - start >= SMALLEST_PART) parts.push([{ name, start, end: bytes }]);
    else if (bytes > start) gathered.push({ name, start, end: bytes });
  }
  if (gathered.length > 0) parts.push(gathered);
  return parts;
}
