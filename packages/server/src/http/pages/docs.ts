import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { openapiDocument, openapiYaml } from '@skiptrace/contract/document';
import type { RequestHandler } from 'express';

/** A document that is the same for everybody: all answers send the same bytes. */
interface FixedDocument {
  type: string;
  bytes: Buffer;
}

const SCRIPT = 'text/javascript; charset=utf-8';

/** What the page needs of Swagger UI, and nothing else of its package. */
const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': SCRIPT,
  'swagger-ui-standalone-preset.js': SCRIPT,
  'favicon-16x16.png': 'image/png',
  'favicon-32x32.png': 'image/png',
};

/** What Swagger's module makes of the document. */
const RENDERED: Readonly<Record<string, string>> = {
  '/docs': 'text/html; charset=utf-8',
  '/docs/': 'text/html; charset=utf-8',
  '/docs/swagger-ui-init.js': SCRIPT,
};

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
  const routes = await swaggerRoutes();
  const pages = Object.entries(RENDERED).map(async ([path, type]): Promise<[string, FixedDocument]> => [
    path,
    { type, bytes: Buffer.from(await routes.pageAt(path)) },
  ]);
  return new Map(await Promise.all([...assets, ...pages]));
}

@Module({})
class DocsModule {}

/** Swagger's module serves the whole folder of Swagger UI, and each answer from a file: its routes are asked once instead. */
class SwaggerRoutes extends ExpressAdapter {
  readonly #handlers = new Map<unknown, RequestHandler>();

  override get(path: unknown, handler?: unknown): void {
    this.#handlers.set(path, handler as RequestHandler);
  }

  override useStaticAssets(): this {
    return this;
  }

  pageAt(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const handler = this.#handlers.get(path);
      if (handler === undefined) return reject(new Error(`Swagger's module has no ${path}`));
      const response = { type: () => response, send: resolve };
      void handler({ url: path, originalUrl: path } as never, response as never, reject);
    });
  }
}

async function swaggerRoutes(): Promise<SwaggerRoutes> {
  const { SwaggerModule } = await import('@nestjs/swagger');
  const routes = new SwaggerRoutes();
  const app = await NestFactory.create<NestExpressApplication>(DocsModule, routes, { logger: false });
  // "Try it out" is to ask the server that shows the page; the content security policy allows no other.
  const document = { ...openapiDocument, servers: [{ url: '/', description: 'This server' }] };
  // Swagger UI is given the document itself; only its type differs from Nest's, which stops at OpenAPI 3.0.
  SwaggerModule.setup('docs', app, document as unknown as OpenAPIObject, {
    customSiteTitle: 'skiptrace: the contract',
    raw: false,
    swaggerOptions: { defaultModelsExpandDepth: 0, displayRequestDuration: true },
  });
  return routes;
}
