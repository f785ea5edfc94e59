import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { MS_PER_MINUTE } from '../clock.js';
import type { Service } from '../service.js';
import { AppModule } from './app.module.js';
import { gate } from './pages/gate.js';
import { mountDocs } from './pages/docs.js';
import { announceDeprecation, echoIdempotencyKey, requestContext } from './request-context.js';

/** A 50 MB upload over a slow line takes a while; headers may not (slow loris). */
const REQUEST_TIMEOUT_MS = 30 * MS_PER_MINUTE;
const HEADERS_TIMEOUT_MS = 30_000;

export interface RunningApp {
  /** Where it listens, without a trailing slash. */
  url: string;
  /** Takes no new connections, lets running requests finish. */
  close(): Promise<void>;
}

/** Serves the contract over HTTP. Order of checks: reading 1. */
export async function startApp(
  service: Service,
  { host, port }: { host: string; port: number },
): Promise<RunningApp> {
  const { config, ids, clock, logger } = service;
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(service), {
    bodyParser: false,
    logger: false,
    // Nest would end the process itself; an error while starting is the operator's to read.
    abortOnError: false,
  });
  app.disable('x-powered-by');
  app.disable('etag');
  if (config.trustProxy !== null) app.set('trust proxy', config.trustProxy);
  app.use(
    requestContext(ids, clock, logger),
    announceDeprecation(config.deprecation),
    gate,
    echoIdempotencyKey,
    helmet({ contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': null } } }),
  );
  mountDocs(app);
  await app.listen(port, host);
  const server = app.getHttpServer();
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  return {
    url: listeningUrl(host, server.address()),
    close: async () => {
      server.closeIdleConnections();
      await app.close();
    },
  };
}

function listeningUrl(host: string, address: ReturnType<import('node:http').Server['address']>): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
