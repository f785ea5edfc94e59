// The least that a balancer does: asks each server whether it is ready, and gives requests to those that are, one after the
// other. What was sent to a server that then ends is not sent again: that is the client's to decide.
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const ASKED_EVERY_MS = 200;

/** @param {string[]} urls base URLs of the servers */
export async function startBalancer(urls) {
  const servers = urls.map((url) => ({ url, isReady: false }));
  const agent = new Agent({ keepAlive: true });
  let next = 0;
  let isClosing = false;

  const ask = async (server) => {
    const answer = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => null,
    );
    await answer?.body?.cancel();
    server.isReady = answer?.status === 200;
  };
  const asking = (async () => {
    while (!isClosing) {
      await Promise.all(servers.map(ask));
      await sleep(ASKED_EVERY_MS);
    }
  })();

  const choices = () => {
    next += 1;
    const turned = servers.map((_, nth) => servers[(next + nth) % servers.length]);
    return turned.filter(({ isReady }) => isReady);
  };

  /**
   * @param {import('node:http').IncomingMessage} incoming
   * @param {import('node:http').ServerResponse} response
   * @param {{ url: string, isReady: boolean }[]} candidates
   */
  function pass(incoming, response, candidates) {
    const [server, ...others] = candidates;
    if (server === undefined) {
      response.writeHead(503, { 'content-type': 'text/plain' }).end('no server is ready');
      return;
    }
    const { method, url: path, headers } = incoming;
    const { hostname, port } = new URL(server.url);
    const sent = request({ hostname, port, method, path, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    let isSent = false;
    const send = () => {
      isSent = true;
      incoming.pipe(sent);
    };
    sent.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', send);
      else send();
    });
    sent.on('error', () => {
      if (!isSent) {
        // No server listens there any more.
        server.isReady = false;
        pass(incoming, response, others);
      } else if (response.headersSent) response.destroy();
      else response.writeHead(502, { 'content-type': 'text/plain' }).end('the server went away');
    });
    response.on('close', () => sent.destroy());
  }

  const balancer = createServer((incoming, response) => pass(incoming, response, choices()));
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (balancer.address());
  return {
    url: `http://127.0.0.1:${port}`,
    /** Waits until it has seen all servers ready. */
    untilAllReady: async () => {
      while (servers.some(({ isReady }) => !isReady)) await sleep(50);
    },
    close: async () => {
      isClosing = true;
      await asking;
      const closed = once(balancer, 'close');
      balancer.close();
      balancer.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}
