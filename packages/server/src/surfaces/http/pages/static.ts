import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { openapiYaml } from '@skiptrace/contract/document';
import type { Request, RequestHandler, Response } from 'express';
import { ConfigError, type Config } from '../../../platform/config.js';
import { errorCode } from '../../../platform/lib/error-code.js';
import {
  contactHtml,
  htmlPage,
  inHtml,
  noRequestsPage,
  sendPage as sendNotFound,
  type Contact,
} from './pages.js';

/** Built files, also when tests run the sources. packages/server/scripts/static.mjs adds the two folders. */
const DIST = path.join(path.dirname(createRequire(import.meta.url).resolve('#package')), 'dist');
const FOLDER = path.join(DIST, 'web');

/**
 * Paths of pages: the app's own router handles them, or shows that there is no such page. `/app/api` and `/operator/api`
 * are not pages.
 */
export const WEB_PATHS = /^\/(?:(app|operator)(\/(?!api(\/|$)).*)?|opt-out(\/confirm)?)$/;
const FILE_PATHS = /^\/app\/(assets\/[^/]+|[^/]+\.(?:js|svg))$/;

type Operator = Contact & Pick<Config, 'operatorColor'>;

/** Largest logo: it is part of the first load of every page. */
const MAX_LOGO_BYTES = 65_536;

/** The operator's logo, as text. @throws ConfigError */
export async function readLogo(file: string | null): Promise<string | null> {
  if (file === null) return null;
  let text = '';
  try {
    const { size } = await stat(file);
    // A device or a pipe has no size, and may have no end.
    if (size > 0 && size <= MAX_LOGO_BYTES) text = await readFile(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`OPERATOR_LOGO: ${file} can't be read.`, { cause: error });
  }
  if (!/^\s*<(?:\?xml|!--|!DOCTYPE svg|svg)[^]*<\/svg>/i.test(text) || /<script/i.test(text))
    throw new ConfigError(
      `OPERATOR_LOGO must be an SVG file of at most 64 KB without scripts, and ${file} is not.`,
    );
  return text;
}

interface WebApp {
  page: string;
  files: ReadonlyMap<string, StaticFile>;
}

/**
 * Serves the web app: one page for all its paths, and its files. Files are read at the first request.
 * @param hasOptOut whether the page /opt-out exists
 * @param storeOrigin origin to which browsers upload files directly; null if files go through the server
 * @param operator named in the page, and reached from browsers without JavaScript
 * @param logo SVG in place of the app's own
 */
export function web(
  storeOrigin: () => Promise<string | null>,
  hasOptOut: boolean,
  operator: Operator,
  logo: string | null,
): RequestHandler {
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
    reading ??= readApp(operator, logo);
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
      "font-src 'self'",
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

const OPERATOR_PLACE = 'name="operator" content=""';

/** In the page's words for browsers without JavaScript. */
const CONTACT_PLACE = 'the people who run this server';

function sendNotBuilt(response: Response): void {
  const body =
    '<h1>The web app is not built</h1><p>Run <code>npm run build</code>. The API works without it.</p>';
  response.status(503).type('html').send(htmlPage('Not built', body));
}

async function readApp(operator: Operator, logo: string | null): Promise<WebApp | null> {
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
  const { operatorName, operatorColor } = operator;
  if (logo !== null) files.set('favicon.svg', textFile('image/svg+xml', logo));
  const name = inHtml(operatorName ?? '');
  const named = page
    .replace(CONTACT_PLACE, () => contactHtml(operator))
    .replace(OPERATOR_PLACE, () => `name="operator" content="${name}" data-color="${operatorColor ?? ''}"`);
  return { page: named, files };
}

const DOCS_FOLDER = path.join(DIST, 'docs');

/** File by path of a page. */
const DOCS_FILES: Readonly<Record<string, string>> = {
  '/docs': 'index.html',
  '/docs/': 'index.html',
  // A classic script for pages, not a module.
  '/docs/scalar.js': 'scalar.cjs',
  '/docs/start.js': 'start.js',
  '/docs/openapi.json': 'openapi.json',
  '/docs/swagger': 'swagger.html',
  '/docs/swagger-ui-init.js': 'swagger-ui-init.js',
  '/docs/swagger-ui-bundle.js': 'swagger-ui-bundle.js',
  '/docs/swagger-ui-standalone-preset.js': 'swagger-ui-standalone-preset.js',
  '/docs/swagger-ui.css': 'swagger-ui.css',
  '/docs/favicon-16x16.png': 'favicon-16x16.png',
  '/docs/favicon-32x32.png': 'favicon-32x32.png',
};

/**
 * Both pages create styles at run time; scripts come only from the server's own files, and no other host is contacted.
 */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** `/docs` shows the contract, `/openapi.yaml` is the contract itself. */
export function docs(): RequestHandler {
  const yaml = textFile('application/yaml; charset=utf-8', openapiYaml);
  const reading = new Map<string, Promise<StaticFile | null>>();
  return (request, response, next) => {
    if (request.path === '/openapi.yaml') {
      sendStatic(request, response, yaml);
      return;
    }
    const name = Object.hasOwn(DOCS_FILES, request.path) ? DOCS_FILES[request.path] : undefined;
    if (name === undefined) {
      next();
      return;
    }
    const file = reading.get(name) ?? readStatic(path.join(DOCS_FOLDER, name));
    reading.set(name, file);
    file.then(
      (found) => {
        if (found === null) return next();
        response.setHeader('Content-Security-Policy', DOCS_POLICY);
        sendStatic(request, response, found);
      },
      (error: unknown) => {
        reading.delete(name);
        next(error);
      },
    );
  };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.cjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** A public file in memory, with the compressed forms made at build time. */
interface StaticFile {
  type: string;
  etag: string;
  identity: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
}

/** Null for a type of file that is not served. */
async function readStatic(file: string): Promise<StaticFile | null> {
  const type = TYPES[path.extname(file)];
  if (type === undefined) return null;
  const [identity, br, gzip] = await Promise.all([
    readFile(file),
    readIfThere(`${file}.br`),
    readIfThere(`${file}.gz`),
  ]);
  return { type, etag: etagOf(identity), identity, br, gzip };
}

const textFile = (type: string, text: string): StaticFile => {
  const identity = Buffer.from(text);
  return { type, etag: etagOf(identity), identity, br: null, gzip: null };
};

function sendStatic(request: Request, response: Response, file: StaticFile, cacheControl = 'no-cache'): void {
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
