import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Request, Response } from 'express';
import { errorCode } from '../../lib/error-code.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.cjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** A public file in memory, with the compressed forms made at build time. */
export interface StaticFile {
  type: string;
  etag: string;
  identity: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
}

/** Null for a type of file that is not served. */
export async function readStatic(file: string): Promise<StaticFile | null> {
  const type = TYPES[path.extname(file)];
  if (type === undefined) return null;
  const [identity, br, gzip] = await Promise.all([
    readFile(file),
    readIfThere(`${file}.br`),
    readIfThere(`${file}.gz`),
  ]);
  return { type, etag: etagOf(identity), identity, br, gzip };
}

export const staticText = (type: string, text: string): StaticFile => {
  const identity = Buffer.from(text);
  return { type, etag: etagOf(identity), identity, br: null, gzip: null };
};

export function sendStatic(
  request: Request,
  response: Response,
  file: StaticFile,
  cacheControl = 'no-cache',
): void {
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('ETag', file.etag);
  response.setHeader('Vary', 'Accept-Encoding');
  if (request.fresh) return void response.status(304).end();
  const encoding = request.acceptsEncodings(['br', 'gzip', 'identity']);
  const form = encoding === 'br' ? file.br : encoding === 'gzip' ? file.gzip : null;
  if (form !== null && encoding !== false) response.setHeader('Content-Encoding', encoding);
  const bytes = form ?? file.identity;
  response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

const etagOf = (bytes: Buffer): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

async function readIfThere(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
}
