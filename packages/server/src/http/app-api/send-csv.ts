import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { errorCode } from '../../lib/error-code.js';

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
