// Makes the files that the server serves, compressed, so that it compresses nothing while it serves. Part of `npm run build`; by
// hand, after packages/web was built: `node packages/server/scripts/static.mjs`.
//
//   dist/docs    the pages of /docs, so that the installed server needs neither Nest's Swagger module nor the packages that render
//                the documents: openapi.yaml with Scalar (quickstart, samples, a client that asks this very server), and at
//                /docs/swagger with Swagger UI
//   dist/web     the built web app
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { openapiDocument } from '@skiptrace/contract/document';
import { samples } from './docs/samples.mjs';

const folder = path.resolve(import.meta.dirname, '..', 'dist', 'docs');
const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
const { resolve } = createRequire(import.meta.url);

/** Brings Scalar as one file, without the 250 packages in it; their licenses are in docs/scalar.LICENSE.txt (docs/licenses.mjs). */
const SCALAR = '@scalar/fastify-api-reference';

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

/** Records the routes that Swagger's module would serve, so that their pages can be rendered without a server. */
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

// "Try it" asks the server that shows the page; the content security policy allows no other.
const document = { ...openapiDocument, servers: [{ url: '/', description: 'This server' }] };

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await writeScalar();
await writeSwagger();
await compressBeside(folder);
await copyWeb();

async function writeScalar() {
  const quickstart = await readFile(path.join(import.meta.dirname, 'docs/quickstart.md'), 'utf8');
  const { info } = document;
  const shown = {
    ...document,
    // The product's name, as on all pages; `openapi.yaml` has the contract's.
    info: {
      ...info,
      title: 'skiptrace API',
      description: `${quickstart}\n### What it does\n\n${info.description}`,
    },
    paths: mapValues(document.paths, (item) => mapValues(item, withSamples)),
  };
  await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(shown));
  const standalone = path.join(path.dirname(resolve(SCALAR)), 'js/standalone.js');
  await copyFile(standalone, path.join(folder, 'scalar.cjs'));
  await copyFile(path.join(import.meta.dirname, 'docs/start.js'), path.join(folder, 'start.js'));
  await copyFile(path.join(import.meta.dirname, 'docs/index.html'), path.join(folder, 'index.html'));
  await copyFile(
    path.join(import.meta.dirname, 'docs/scalar.LICENSE.txt'),
    path.join(folder, 'scalar.LICENSE.txt'),
  );
}

function withSamples(operation) {
  const added = samples[operation.operationId];
  return added === undefined ? operation : { ...operation, 'x-codeSamples': added };
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

async function writeSwagger() {
  const routes = new Routes();
  const app = await NestFactory.create(Docs, routes, { logger: false });
  SwaggerModule.setup('docs', app, document, {
    customSiteTitle: 'skiptrace API',
    raw: false,
    swaggerOptions: { defaultModelsExpandDepth: 0, displayRequestDuration: true },
  });
  // Its files are named from `/docs/`, below which /docs/swagger is.
  await writeFile(path.join(folder, 'swagger.html'), await routes.pageAt('/docs/'));
  await writeFile(path.join(folder, 'swagger-ui-init.js'), await routes.pageAt('/docs/swagger-ui-init.js'));
  for (const name of COPIED) await copyFile(resolve(`swagger-ui-dist/${name}`), path.join(folder, name));
}

async function copyWeb() {
  const source = path.resolve(import.meta.dirname, '../../web/dist');
  const target = path.resolve(import.meta.dirname, '../dist/web');
  await rm(target, { recursive: true, force: true });
  await cp(source, target, { recursive: true, filter: (file) => path.basename(file) !== '.vite' });
  await compressBeside(target);
}

/** Writes the forms `.br` and `.gz` beside each script, style, picture and document of a folder. */
async function compressBeside(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(c?js|css|svg|json)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    const params = {
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      // The last tenth of a large file takes fifteen times as long.
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > 1_000_000 ? 9 : 11,
    };
    await writeFile(`${file}.br`, await brotli(bytes, { params }));
    await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }));
  }
}
