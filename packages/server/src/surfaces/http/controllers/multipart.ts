import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { limits } from '@skiptrace/contract';
import busboy from 'busboy';
import type { StoredFile } from '../../../platform/storage/index.js';
import { InvalidUploadError, type Arrival } from '../../../work/jobs/index.js';

/** The multipart field that holds the file (openapi.yaml, uploadSkipTraceJobFile). */
const FIELD = 'file';
const FORM = /^multipart\/form-data\s*;/i;
/** Other parts are ignored, up to these limits. */
const LIMITS = { parts: 100, fieldSize: 64 * 1024, headerPairs: 100 };
/** The file, and room for the form around it. */
const MAX_BODY_BYTES = limits.directUploadBytes + 1024 * 1024;

const NOT_MULTIPART = 'file must be sent as the part named "file" of a multipart/form-data body.';
const BROKEN =
  'file could not be read: the multipart/form-data body is malformed or incomplete. Nothing was changed.';
const TOO_LARGE = `file is too large: the whole body may have at most ${MAX_BODY_BYTES} bytes. Nothing was changed.`;
const CUT_OFF = 'file was cut off: the connection closed early. Nothing was changed.';

/** The file part of a multipart/form-data request (RFC 7578), passed on as it arrives. */
export const multipartArrival =
  (request: IncomingMessage): Arrival =>
  (keep) =>
    new Promise<StoredFile>((resolve, reject) => {
      let kept: Promise<StoredFile> | undefined;
      const parser = openParser(request);
      let received = 0;
      const count = (chunk: Buffer) => {
        received += chunk.length;
        if (received > MAX_BODY_BYTES) refuse(new InvalidUploadError(TOO_LARGE));
      };
      const refuse = (error: unknown) => {
        request.off('data', count);
        // The rest of the body is read and discarded, so that the client can finish sending and see the answer.
        request.unpipe(parser);
        request.resume();
        parser.destroy();
        // The partial file is removed before the error is reported.
        void Promise.allSettled([kept]).then(() => reject(error));
      };
      parser.on('file', (name, file) => {
        // An error event without a listener ends the process, and the store listens only once it reads.
        file.on('error', () => undefined);
        if (name !== FIELD) file.resume();
        else if (kept !== undefined)
          refuse(new InvalidUploadError('file was sent more than once. Nothing was changed.'));
        else {
          kept = keep(file);
          kept.catch(refuse);
        }
      });
      parser.on('error', () => refuse(new InvalidUploadError(BROKEN)));
      parser.on('finish', () => {
        if (kept === undefined) refuse(new InvalidUploadError(NOT_MULTIPART));
        else kept.then(resolve, refuse);
      });
      whenCutOff(request, () => refuse(new InvalidUploadError(CUT_OFF)));
      request.on('data', count);
      request.pipe(parser);
    });

/** The whole body as the file, as a presigned PUT sends it. */
export const bodyArrival =
  (request: IncomingMessage): Arrival =>
  async (keep) => {
    requireWholeFile(request);
    const body = detached(request);
    try {
      return await keep(body);
    } finally {
      request.unpipe(body);
      request.resume();
    }
  };

/** The body is stored as it arrives, so it has to be the whole file (partial PUT: RFC 9110 §14.5). */
function requireWholeFile({ headers }: IncomingMessage): void {
  if (headers['content-range'] !== undefined) {
    throw new InvalidUploadError(
      'file must be sent in one piece, without Content-Range. Nothing was changed.',
    );
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new InvalidUploadError('file must not be compressed (Content-Encoding). Nothing was changed.');
  }
}

/** The body as a separate stream: ending the read leaves the connection open for the answer. */
function detached(request: IncomingMessage): PassThrough {
  const body = new PassThrough();
  // An error event without a listener ends the process, and the store listens only once it reads.
  body.on('error', () => undefined);
  whenCutOff(request, () => body.destroy(new InvalidUploadError(CUT_OFF)));
  return request.pipe(body);
}

function whenCutOff(request: IncomingMessage, then: () => void): void {
  // A connection that has already closed emits no further `close` event.
  if (request.destroyed) then();
  else {
    request.once('close', () => {
      if (!request.complete) then();
    });
  }
}

/** @throws InvalidUploadError before any of the body is read */
function openParser({ headers }: IncomingMessage): busboy.Busboy {
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw new InvalidUploadError(TOO_LARGE);
  // The parser accepts other kinds of forms too, and would read them to their end.
  if (!FORM.test(headers['content-type'] ?? '')) throw new InvalidUploadError(NOT_MULTIPART);
  try {
    return busboy({ headers, limits: LIMITS });
  } catch {
    throw new InvalidUploadError(NOT_MULTIPART);
  }
}
