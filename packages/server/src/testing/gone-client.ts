import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { RawConnection } from './raw-http.js';

/** Request from a client that disconnected before the body was read. */
export async function requestOfGoneClient(headers: string, body: string): Promise<IncomingMessage> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const arrived = once(server, 'request');
  const client = await RawConnection.open(`http://127.0.0.1:${port}`);
  client.send(
    `POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const [request] = (await arrived) as [IncomingMessage];
  request.on('error', () => undefined);
  const closed = new Promise((resolve) => request.once('close', resolve));
  client.socket.resetAndDestroy();
  await closed;
  server.close();
  return request;
}
