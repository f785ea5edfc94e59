import path from 'node:path';
import { openapiYaml } from '@skiptrace/contract/document';
import type { RequestHandler } from 'express';
import { readStatic, sendStatic, staticText, type StaticFile } from './static-file.js';

/** Built by packages/server/scripts/docs.mjs together with the server. */
const FOLDER = path.resolve(import.meta.dirname, '../../../dist/docs');

/** File by path of a page. */
const FILES: Readonly<Record<string, string>> = {
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
const POLICY = [
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

const yaml = staticText('application/yaml; charset=utf-8', openapiYaml);

/** `/docs` shows the contract, `/openapi.yaml` is the contract itself. */
export function docs(): RequestHandler {
  const reading = new Map<string, Promise<StaticFile | null>>();
  return (request, response, next) => {
    if (request.path === '/openapi.yaml') {
      sendStatic(request, response, yaml);
      return;
    }
    const name = Object.hasOwn(FILES, request.path) ? FILES[request.path] : undefined;
    if (name === undefined) {
      next();
      return;
    }
    const file = reading.get(name) ?? readStatic(path.join(FOLDER, name));
    reading.set(name, file);
    file.then(
      (found) => {
        if (found === null) return next();
        response.setHeader('Content-Security-Policy', POLICY);
        sendStatic(request, response, found);
      },
      (error: unknown) => {
        reading.delete(name);
        next(error);
      },
    );
  };
}
