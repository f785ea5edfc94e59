import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { errorCode } from '../../../platform/lib/error-code.js';
import type { Download } from '../../../work/jobs/index.js';

/** Bytes of a file, from `start` (inclusive) to `end` (exclusive). */
interface ByteRange {
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

/**
 * Streams a result: `Content-Disposition` (RFC 6266), a strong `ETag`, conditions and a range (RFC 9110 §13, §14). A
 * request with several ranges gets the whole file, which RFC 9110 §14.2 allows.
 */
export async function sendDownload(request: Request, response: Response, download: Download): Promise<void> {
  const { etag, sizeBytes } = download;
  const lastModified = new Date(download.changedAt).toUTCString();
  response.set({
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Last-Modified': lastModified,
    'Cache-Control': 'private, no-store',
  });
  if (isOther(request, etag)) return void response.status(412).end();
  if (request.fresh) return void response.status(304).end();
  const isSame = [undefined, etag, lastModified].includes(request.get('if-range'));
  const range = isSame ? rangeOf(request.get('range'), sizeBytes) : null;
  if (range === 'unsatisfiable') {
    withoutValidators(response);
    return void response.status(416).set('Content-Range', `bytes */${sizeBytes}`).end();
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes };
  const file = request.method === 'HEAD' ? null : await read(start, end, response, download);
  if (range !== null) response.status(206).set('Content-Range', `bytes ${start}-${end - 1}/${sizeBytes}`);
  response.set({
    'Content-Type': download.contentType,
    'Content-Disposition': download.contentDisposition,
    'Content-Length': String(end - start),
  });
  if (file === null) return void response.end();
  // The client disconnected: there is no one to send an error to.
  await pipeline(file, response).catch(() => undefined);
}

/** A file that was removed in between is refused like one that never existed. @throws FileGoneError */
async function read(start: number, end: number, response: Response, download: Download): Promise<Readable> {
  try {
    return await download.read(start, end);
  } catch (error) {
    withoutValidators(response);
    throw error;
  }
}

/** Removes headers that describe the file from a refusal. */
function withoutValidators(response: Response): void {
  for (const header of ['ETag', 'Last-Modified']) response.removeHeader(header);
}

/** Whether `If-Match` asks for a different version of the file. */
function isOther(request: Request, etag: string): boolean {
  const wanted = request.get('if-match');
  return wanted !== undefined && wanted !== '*' && !wanted.split(',').some((tag) => tag.trim() === etag);
}

/** A CSV file as a download. */
export async function sendCsv(
  response: Response,
  name: string,
  source: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  response.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
  await pipeline(Readable.from(source), response).catch((error: unknown) => {
    // The browser disconnected: there is no one to send an error to.
    if (errorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
