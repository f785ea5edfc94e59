import type { Response } from 'express';
import type { Download } from './downloads.js';

/**
 * Streams a result: `Content-Disposition` (RFC 6266), a strong `ETag`, and ranges (RFC 9110 §14). The disk's folder is
 * `root`; when the client goes away there is nobody left to tell.
 */
export function sendDownload(response: Response, root: string, download: Download): Promise<void> {
  const { name, filename, encoding, etag } = download;
  response.attachment(filename);
  response.setHeader('Content-Type', `text/csv; charset=${encoding}`);
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'private, no-store');
  return new Promise((resolve, reject) => {
    response.sendFile(
      name,
      { root, cacheControl: false, dotfiles: 'allow' },
      (error?: NodeJS.ErrnoException) => {
        if (error === undefined || error === null || response.headersSent) resolve();
        else reject(error);
      },
    );
  });
}
