import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Sends `100 Continue` (RFC 9110 §10.1.1) only when the application begins to read the body: a request that is refused for
 * its key, rate or job need not send one. The connection of a refused request is closed, because the server cannot know
 * whether a body still follows.
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
