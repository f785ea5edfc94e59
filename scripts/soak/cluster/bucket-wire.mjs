// Stands between servers and their S3, which can then be too busy or say nothing.
import { createServer, request } from 'node:http';
import { once } from 'node:events';

const BUSY =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';

/**
 * @param {string} endpoint where the S3 listens, on this machine. Signatures are over the Host header, which passes unchanged.
 * @returns `fail` makes it answer 503 to everything (`busy`), or take requests and never answer (`hang`), until `mend`
 */
export async function startBucketWire(endpoint) {
  const { hostname, port } = new URL(endpoint);
  let fault = null;
  const held = new Set();
  const server = createServer((incoming, response) => {
    response.on('error', () => undefined);
    if (fault === 'busy') {
      incoming.resume();
      response.writeHead(503, { 'content-type': 'application/xml', connection: 'close' }).end(BUSY);
      return;
    }
    if (fault === 'hang') {
      held.add(response);
      return;
    }
    const { method, url: path, headers } = incoming;
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    response.on('close', () => sent.destroy());
    incoming.pipe(sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mend = () => {
    fault = null;
    for (const response of held) response.destroy();
    held.clear();
  };
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    fail: (how) => (fault = how),
    mend,
    close: async () => {
      mend();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
