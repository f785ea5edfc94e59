import type { Express } from 'express';
import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';

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
