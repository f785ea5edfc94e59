import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openapiYaml } from '@skiptrace/contract/document';
import type { RequestHandler } from 'express';

/** A document that is the same for every client; its bytes are made once. */
interface FixedDocument {
  type: string;
  bytes: Buffer;
}

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** Rendered by packages/server/scripts/docs.mjs when the server is built. */
const FOLDER = path.resolve(import.meta.dirname, '../../../dist/docs');

/** Path of a page → its file and content type. */
const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/docs': ['index.html', HTML],
  // The same page with links relative to its own folder.
  '/docs/': ['folder.html', HTML],
  '/docs/swagger-ui-init.js': ['swagger-ui-init.js', SCRIPT],
  '/docs/swagger-ui-bundle.js': ['swagger-ui-bundle.js', SCRIPT],
  '/docs/swagger-ui-standalone-preset.js': ['swagger-ui-standalone-preset.js', SCRIPT],
  '/docs/swagger-ui.css': ['swagger-ui.css', 'text/css; charset=utf-8'],
  '/docs/favicon-16x16.png': ['favicon-16x16.png', 'image/png'],
  '/docs/favicon-32x32.png': ['favicon-32x32.png', 'image/png'],
};

const yaml: FixedDocument = { type: 'application/yaml; charset=utf-8', bytes: Buffer.from(openapiYaml) };

/** `/docs` shows the hand-written contract with Swagger UI, `/openapi.yaml` serves it as it was written. */
export function docs(): RequestHandler {
  let reading: Promise<ReadonlyMap<string, FixedDocument>> | undefined;
  return (request, response, next) => {
    const send = ({ type, bytes }: FixedDocument) => {
      response.setHeader('Content-Type', type);
      response.setHeader('Content-Length', bytes.length);
      response.end(request.method === 'HEAD' ? undefined : bytes);
    };
    if (request.path === '/openapi.yaml') send(yaml);
    else if (!Object.hasOwn(FILES, request.path)) next();
    else {
      // Read at the first request: most servers never show it.
      reading ??= readAll();
      reading.then(
        (documents) => {
          const document = documents.get(request.path);
          if (document === undefined) next();
          else send(document);
        },
        (error: unknown) => {
          reading = undefined;
          next(error);
        },
      );
    }
  };
}

async function readAll(): Promise<ReadonlyMap<string, FixedDocument>> {
  const read = Object.entries(FILES).map(async ([url, [file, type]]): Promise<[string, FixedDocument]> => [
    url,
    { type, bytes: await readFile(path.join(FOLDER, file)) },
  ]);
  return new Map(await Promise.all(read));
}
