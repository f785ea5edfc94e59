import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** Connection on which a test controls every byte. */
export class RawConnection {
  readonly #answers: Promise<string>;
  #received = '';

  private constructor(readonly socket: Socket) {
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      this.#received += chunk;
    });
    this.#answers = text(socket).catch(() => this.#received);
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    // Some tests are about a server that closes the connection during sending.
    socket.on('error', () => undefined);
    return new RawConnection(socket);
  }

  send(bytes: string | Uint8Array): this {
    this.socket.write(bytes);
    return this;
  }

  /** Bytes received so far. */
  get received(): string {
    return this.#received;
  }

  /** Everything received until the server closes the connection. */
  untilClosed(): Promise<string> {
    return this.#answers;
  }
}

/** The status of the first answer in what was received; NaN without one. */
export const statusOf = (received: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]);

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
