import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { openapiDocument, openapiYaml } from '@skiptrace/contract/document';
import type { RequestHandler } from 'express';

/** A document that is the same for everybody: all answers send the same bytes. */
interface FixedDocument {
  type: string;
  bytes: Buffer;
}

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** What the page needs of Swagger UI, and nothing else of its package. */
const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': SCRIPT,
  'favicon-16x16.png': 'image/png',
  'favicon-32x32.png': 'image/png',
};

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>skiptrace: the contract</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" sizes="32x32">
    <link rel="icon" type="image/png" href="/docs/favicon-16x16.png" sizes="16x16">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const yaml: FixedDocument = { type: 'application/yaml; charset=utf-8', bytes: Buffer.from(openapiYaml) };

/** `/docs` shows the hand-written contract with Swagger UI, `/openapi.yaml` serves it as it was written. */
export function docs(): RequestHandler {
  let reading: Promise<ReadonlyMap<string, FixedDocument>> | undefined;
  return (request, response, next) => {
    const { path } = request;
    const send = ({ type, bytes }: FixedDocument) => {
      response.setHeader('Content-Type', type);
      response.setHeader('Content-Length', bytes.length);
      response.end(request.method === 'HEAD' ? undefined : bytes);
    };
    if (path === '/openapi.yaml') send(yaml);
    else if (path !== '/docs' && !path.startsWith('/docs/')) next();
    else {
      // Read for the first who asks: most servers never show it.
      reading ??= readDocs();
      reading.then(
        (documents) => {
          const document = documents.get(path);
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

async function readDocs(): Promise<ReadonlyMap<string, FixedDocument>> {
  const { resolve } = createRequire(import.meta.url);
  const assets = Object.entries(ASSETS).map(async ([name, type]): Promise<[string, FixedDocument]> => [
    `/docs/${name}`,
    { type, bytes: await readFile(resolve(`swagger-ui-dist/${name}`)) },
  ]);
  const page = { type: HTML, bytes: Buffer.from(PAGE) };
  return new Map([
    ['/docs', page],
    ['/docs/', page],
    ['/docs/start.js', { type: SCRIPT, bytes: Buffer.from(startScript()) }],
    ...(await Promise.all(assets)),
  ]);
}

function startScript(): string {
  // "Try it out" is to ask the server that shows the page; the content security policy allows no other.
  const servers = [{ url: '/', description: 'This server' }];
  const options = {
    spec: { ...openapiDocument, servers },
    dom_id: '#swagger-ui',
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
  };
  return `window.ui = SwaggerUIBundle(${JSON.stringify(options)});\n`;
}
