import type { Response } from 'express';
import { FileGoneError } from '../storage/index.js';
import type { Download } from './downloads.js';

/**
 * Streams a result: `Content-Disposition` (RFC 6266), a strong `ETag`, and ranges (RFC 9110 §14). `root` is the
 * folder of the file store.
 */
export function sendDownload(response: Response, root: string, download: Download): Promise<void> {
  const { name, filename, encoding, etag } = download;
  response.setHeader('Content-Disposition', attachment(filename));
  response.setHeader('Content-Type', `text/csv; charset=${encoding}`);
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'private, no-store');
  return new Promise((resolve, reject) => {
    response.sendFile(name, { root, cacheControl: false, dotfiles: 'allow' }, (error?: SendError | null) => {
      // When the client goes away there is nobody left to tell.
      if (error === undefined || error === null || response.headersSent) return resolve();
      for (const header of ['Content-Type', 'Content-Disposition', 'ETag']) response.removeHeader(header);
      if (error.status !== RANGE_NOT_SATISFIABLE)
        return reject(error.code === 'ENOENT' ? new FileGoneError() : error);
      response.status(error.status).set(error.headers).end();
      resolve();
    });
  });
}

const RANGE_NOT_SATISFIABLE = 416;

interface SendError extends NodeJS.ErrnoException {
  status?: number;
  /** With 416: `Content-Range`, how long the file is. */
  headers?: Record<string, string>;
}

/** Both forms of the name: plain letters for old clients, and `filename*` for all others (RFC 6266 §4.3, RFC 8187). */
export function attachment(filename: string): string {
  // Names that were taken before the contract refused such characters: nothing of them may act in a terminal or folder.
  // Through bytes and back: what is no well-formed text cannot be encoded.
  const name = Buffer.from(
    filename.replace(/[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu, ' '),
  ).toString();
  const plain = name.replace(/[^ -~]|["%/\\]/gu, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
