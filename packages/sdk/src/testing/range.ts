import type { Scenario } from './scenario.js';

/**
 * The answer to a download of `file` with an ETag: the rest of the file for `Range: bytes=N-`, unless If-Range names another ETag,
 * and otherwise the whole file.
 * @param asked headers of the request
 */
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
