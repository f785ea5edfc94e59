import type { Express } from 'express';
import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';

/**
 * Requests and responses that are Express's own from the start. Those of node it would turn into its own by exchanging
 * their prototype, one by one: V8 then has no memory of what such an object looks like, and each property that anybody
 * reads or writes on it is looked up anew.
 */
export function nativeMessages(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class Request extends IncomingMessage {}
  class Response<T extends IncomingMessage> extends ServerResponse<T> {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  // What Express would give each of them; being there already, it changes nothing.
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}
