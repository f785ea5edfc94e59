// Renders the pages of `/docs` into dist/docs, so that the installed server needs neither Nest's Swagger module nor the
// 12 MB package of Swagger UI with its install script. Part of `npm run build`; by hand: `node packages/server/scripts/docs.mjs`.
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { openapiDocument } from '@skiptrace/contract/document';

const folder = path.resolve(import.meta.dirname, '..', 'dist', 'docs');
const { resolve } = createRequire(import.meta.url);

/** The parts of Swagger UI that the page loads, with the licenses of what is in them (Apache-2.0 asks for LICENSE and NOTICE). */
const COPIED = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui-standalone-preset.js',
  'swagger-ui-standalone-preset.js.LICENSE.txt',
  'favicon-16x16.png',
  'favicon-32x32.png',
  'LICENSE',
  'NOTICE',
];

/** Takes the routes that Swagger's module would serve, so that each can be asked for its page without a server. */
class Routes extends ExpressAdapter {
  #handlers = new Map();

  get(route, handler) {
    this.#handlers.set(route, handler);
  }

  useStaticAssets() {
    return this;
  }

  pageAt(route) {
    return new Promise((done, failed) => {
      const response = { type: () => response, send: done };
      void this.#handlers.get(route)({ url: route, originalUrl: route }, response, failed);
    });
  }
}

class Docs {}
Module({})(Docs);

const routes = new Routes();
const app = await NestFactory.create(Docs, routes, { logger: false });
// "Try it out" asks the server that shows the page; the content security policy allows no other.
const document = { ...openapiDocument, servers: [{ url: '/', description: 'This server' }] };
SwaggerModule.setup('docs', app, document, {
  customSiteTitle: 'skiptrace API',
  raw: false,
  swaggerOptions: { defaultModelsExpandDepth: 0, displayRequestDuration: true },
});

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, 'index.html'), await routes.pageAt('/docs'));
await writeFile(path.join(folder, 'folder.html'), await routes.pageAt('/docs/'));
await writeFile(path.join(folder, 'swagger-ui-init.js'), await routes.pageAt('/docs/swagger-ui-init.js'));
for (const name of COPIED) await copyFile(resolve(`swagger-ui-dist/${name}`), path.join(folder, name));
