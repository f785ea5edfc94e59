import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Tells a client that waits for it to send its body (RFC 9110 §10.1.1), but only when somebody begins to read the body:
 * whoever is refused by key, rate or job is spared sending it. The connection of one that is refused is closed, since
 * nobody can tell whether a body still follows.
 */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  const read = request._read.bind(request);
  request._read = (size) => {
    request._read = read;
    if (!response.headersSent) {
      response.removeHeader('Connection');
      response.writeContinue();
    }
    read(size);
  };
}
