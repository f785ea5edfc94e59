import 'reflect-metadata';
import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, RequestHandler } from 'express';
import type { Service } from '../service/service.js';
import { ContractAdapter } from './answers.js';
import { AppModule } from './app-module.js';
import { KeyGuessing } from './key-guessing.js';
import type { ListenerLimits } from './listener/conversation.js';
import { Listener } from './listener/listener.js';
import { LogAllowance } from './log-allowance.js';
import type { Metrics } from './metrics.js';
import { gate } from './pages/gate.js';
import { home } from './pages/pages.js';
import { docs, readLogo, web } from './pages/static.js';
import { announceDeprecation, echoIdempotencyKey, requestContext } from './request-context.js';

export interface RunningApp {
  /** URL at which it listens, without a trailing slash. */
  url: string;
  /** Accepts no new connections and lets running requests finish. */
  close(): Promise<void>;
}

export interface AppOptions {
  limits?: Partial<ListenerLimits>;
  metrics?: Metrics | null;
  /** Delay of refusals of wrong keys. */
  guessing?: KeyGuessing;
}

/** Serves the contract over HTTP. Order of checks: reading 1. */
export async function startApp(
  service: Service,
  { host, port }: { host: string; port: number },
  { limits = {}, metrics = null, guessing }: AppOptions = {},
): Promise<RunningApp> {
  const { config, ids, clock, logger } = service;
  const logo = await readLogo(config.operatorLogo);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(service, guessing),
    new ContractAdapter(),
    {
      bodyParser: false,
      logger: false,
      // By default Nest ends the process; an error while starting must reach the operator.
      abortOnError: false,
    },
  );
  const logAllowance = new LogAllowance(clock, logger);
  app.disable('x-powered-by');
  app.disable('etag');
  if (config.trustProxy !== null) app.set('trust proxy', config.trustProxy);
  app.use(
    inTurn(
      requestContext({ ids, clock, logger, logAllowance, metrics }),
      announceDeprecation(config.deprecation),
      gate,
      echoIdempotencyKey,
      docs(),
      home(service),
      web(service.storeOrigin, config.optOut === 'on', config, logo),
    ),
  );
  await app.init();
  const express = app.getHttpAdapter().getInstance();
  const listener = new Listener(
    express,
    { logger, logAllowance, messages: nativeMessages(express) },
    { maxConnectionsPerPlace: config.connectionsPerAddress, ...limits },
  );
  return {
    url: await listener.listen(port, host),
    close: async () => {
      await listener.stop();
      await app.close();
    },
  };
}

/** Combines handlers into one. Express compares the path once per handler, so one is cheaper than several. */
function inTurn(...handlers: readonly RequestHandler[]): RequestHandler {
  return handlers.reduceRight<RequestHandler>(
    (rest, handler) => (request, response, next) =>
      void handler(request, response, (error?: unknown) =>
        error === undefined ? rest(request, response, next) : next(error),
      ),
    (_request, _response, next) => next(),
  );
}

/**
 * Classes for requests and responses with Express's prototypes from the start. Express would otherwise replace the
 * prototype of each of Node's objects, which makes V8 give up its optimized property access for them: 16 % of the main
 * thread's time (docs/benchmarks.md).
 */
export function nativeMessages(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class Request extends IncomingMessage {}
  class Response<T extends IncomingMessage> extends ServerResponse<T> {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  // Express sets these on each object; as they are inherited already, its assignment changes nothing.
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}
