import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { errorCode } from '../../lib/error-code.js';
import { htmlPage, noRequestsPage, sendPage as sendNotFound } from './pages.js';
import { readStatic, sendStatic, type StaticFile } from './static-file.js';

/** Built by packages/server/scripts/web.mjs together with the server. */
const FOLDER = path.resolve(import.meta.dirname, '../../../dist/web');

/**
 * Paths of pages: the app's own router handles them, or shows that there is no such page. `/app/api` and `/operator/api`
 * are not pages.
 */
export const WEB_PATHS = /^\/(?:(app|operator)(\/(?!api(\/|$)).*)?|opt-out(\/confirm)?)$/;
const FILE_PATHS = /^\/app\/(assets\/[^/]+|[^/]+\.(?:js|svg))$/;

interface WebApp {
  page: string;
  files: ReadonlyMap<string, StaticFile>;
}

/**
 * Serves the web app: one page for all its paths, and its files. Files are read at the first request.
 * @param hasOptOut whether the page /opt-out exists
 * @param storeOrigin origin to which browsers upload files directly; null if files go through the server
 */
export function web(storeOrigin: () => Promise<string | null>, hasOptOut: boolean): RequestHandler {
  let reading: Promise<WebApp | null> | undefined;
  return (request, response, next) => {
    if (!WEB_PATHS.test(request.path)) {
      next();
      return;
    }
    if (!hasOptOut && request.path.startsWith('/opt-out')) {
      sendNotFound(response, noRequestsPage());
      return;
    }
    reading ??= readApp();
    const answering = async (): Promise<void> => {
      const app = await reading;
      if (app === null || app === undefined) {
        // The files may be built by the next request.
        reading = undefined;
        return sendNotBuilt(response);
      }
      const name = FILE_PATHS.exec(request.path)?.[1];
      if (name === undefined) return sendPage(request, response, app.page, await storeOrigin());
      const file = app.files.get(name);
      // After an update, an open page requests files of the previous version; it then offers to reload.
      if (file === undefined) return void response.status(404).type('text').send('There is no such file.\n');
      // Names in assets/ change with the content.
      const isImmutable = name.startsWith('assets/');
      sendStatic(request, response, file, isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    };
    answering().catch((error: unknown) => {
      reading = undefined;
      next(error);
    });
  };
}

function sendPage(request: Request, response: Response, page: string, storeOrigin: string | null): void {
  // Mantine creates some styles at run time; they carry the nonce. Scripts come only from the server's own files.
  const nonce = randomBytes(16).toString('base64');
  const connect = storeOrigin === null ? "'self'" : `'self' ${storeOrigin}`;
  response.setHeader(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      `connect-src ${connect}`,
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
  );
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Cache-Control', 'no-store');
  response.type('html').send(page.replace(NONCE_PLACE, `name="style-nonce" content="${nonce}"`));
}

const NONCE_PLACE = 'name="style-nonce" content=""';

function sendNotBuilt(response: Response): void {
  const body =
    '<h1>The web app is not built</h1><p>Run <code>npm run build</code>. The API works without it.</p>';
  response.status(503).type('html').send(htmlPage('Not built', body));
}

async function readApp(): Promise<WebApp | null> {
  const page = await readFile(path.join(FOLDER, 'index.html'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (page === null) return null;
  const files = new Map<string, StaticFile>();
  for (const folder of ['', 'assets']) {
    for (const name of await readdir(path.join(FOLDER, folder))) {
      const file = await readStatic(path.join(FOLDER, folder, name));
      if (file !== null) files.set(folder === '' ? name : `${folder}/${name}`, file);
    }
  }
  return { page, files };
}
