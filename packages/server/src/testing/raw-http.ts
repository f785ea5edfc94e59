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
