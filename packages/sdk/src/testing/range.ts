import type { Scenario } from './scenario.js';

/** A file with ETag and single open ranges, as far as a resumed download needs them. */
export function rangeOf(
  file: Uint8Array,
  asked: Readonly<Record<string, string | string[] | undefined>>,
  etag = '"v1"',
): Scenario {
  const headers = { 'content-type': 'text/csv', 'accept-ranges': 'bytes', etag };
  const from = Number(/^bytes=(\d+)-$/.exec(String(asked['range'] ?? ''))?.[1] ?? 'NaN');
  const isSame = (asked['if-range'] ?? etag) === etag;
  if (!(from < file.length) || !isSame) {
    return { status: 200, headers: { ...headers, 'content-length': String(file.length) }, body: file };
  }
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(file.length - from),
      'content-range': `bytes ${from}-${file.length - 1}/${file.length}`,
    },
    body: file.subarray(from),
  };
}
