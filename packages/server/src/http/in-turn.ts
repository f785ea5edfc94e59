import type { RequestHandler } from 'express';

/** Combines handlers into one. Express compares the path once for each handler it knows, so one is cheaper than several. */
export function inTurn(...handlers: readonly RequestHandler[]): RequestHandler {
  return handlers.reduceRight<RequestHandler>(
    (rest, handler) => (request, response, next) =>
      void handler(request, response, (error?: unknown) =>
        error === undefined ? rest(request, response, next) : next(error),
      ),
    (_request, _response, next) => next(),
  );
}
