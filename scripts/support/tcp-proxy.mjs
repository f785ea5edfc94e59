// Proxy between programs and a server on this machine, to cut their connections or to block traffic.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const unchanged = (bytes) => bytes;

/**
 * @param {number} port port of the server on 127.0.0.1
 * @param {{ onRequest?: (bytes: Buffer, answer: (bytes: Buffer) => void) => Buffer | null | Promise<Buffer | null>,
 *   onAnswer?: (bytes: Buffer) => Buffer | null | Promise<Buffer | null> }} options `onRequest` sees what programs send, and
 *   says what the server gets of it; null ends the connection, after sending what it gave to `answer`. `onAnswer` does the same in the other direction
 * @returns `cut` ends all connections. After `hang` nothing passes in either direction until `goOn`: connections stay open,
 *   and new ones are taken without an answer, as by a machine that is stuck.
 */
export async function startProxy(port, { onRequest = unchanged, onAnswer = unchanged } = {}) {
  const sockets = new Set();
  const stuck = new Set();
  let hangs = false;
  const pass = (from, to, change) => {
    from.on('data', async (bytes) => {
      from.pause();
      const passed = await change(bytes, (answer) => from.write(answer));
      if (passed === null) from.destroySoon();
      else if (!to.destroyed) to.write(passed);
      if (!hangs && !stuck.has(from)) from.resume();
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on('end', () => to.end());
    if (hangs) from.pause();
    sockets.add(from);
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const upstream = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    pass(client, upstream, onRequest);
    pass(upstream, client, onAnswer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: /** @type {import('node:net').AddressInfo} */ (server.address()).port,
    cut,
    hang: () => {
      hangs = true;
      for (const socket of sockets) socket.pause();
    },
    hangs: () => hangs,
    /** Connections that hang do so forever; new connections pass. */
    forget: () => {
      hangs = false;
      for (const socket of sockets) stuck.add(socket);
      sockets.clear();
    },
    goOn: () => {
      hangs = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      for (const socket of stuck) socket.destroy();
      await closed;
    },
  };
}

/** A URL with another port. */
export function through(proxy, url) {
  const at = new URL(url);
  at.port = String(proxy.port);
  return at.href;
}
