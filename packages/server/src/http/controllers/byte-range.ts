/** Bytes of a file, from `start` (inclusive) to `end` (exclusive). */
export interface ByteRange {
  start: number;
  end: number;
}

const ONE_RANGE = /^bytes=[ \t]*(?:(?<first>\d+)-(?<last>\d*)|-(?<suffix>\d+))[ \t]*$/i;

/**
 * The range that a `Range` header asks for (RFC 9110 §14.1.2). Null for the whole file: no header, several ranges, or an
 * invalid one, which §14.2 says to ignore. A suffix longer than the file is a range of the whole file.
 */
export function rangeOf(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const groups = ONE_RANGE.exec(header ?? '')?.groups;
  if (groups === undefined) return null;
  const { first, last, suffix } = groups;
  if (first === undefined) {
    const length = Math.min(Number(suffix), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes };
  }
  const start = Number(first);
  const end = last === undefined || last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  if (start >= sizeBytes) return 'unsatisfiable';
  return end > start ? { start, end } : null;
}
