import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliBin, RealServer, run } from './support/processes.js';

const ADDRESS = '100 Sandbox Match St, Austin, TX 78701';
const BALANCE_CENTS = 1_000;

/** Proxy between the command and the service that passes every request on, and loses the first answer to a lookup. */
class LossyProxy {
  #lost = 0;
  readonly #server: Server;

  private constructor(private readonly target: string) {
    this.#server = createServer((incoming, outgoing) => this.#handOn(incoming, outgoing));
  }

  static async start(target: string): Promise<LossyProxy> {
    const proxy = new LossyProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #handOn(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, headers, url = '/' } = incoming;
    const onward = request(this.target + url, { method, headers }, (answer) => {
      if (method === 'POST' && this.#lost++ === 0) {
        answer.resume().on('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  }
}

describe('a lookup with an answer that is lost, with the built command and the real server', () => {
  let server: RealServer;
  let proxy: LossyProxy;
  let apiKey: string;
  let accountId: string;

  beforeAll(async () => {
    server = await RealServer.create();
    ({ apiKey, accountId } = await server.account(BALANCE_CENTS));
    await server.start('--sandbox');
    proxy = await LossyProxy.start(server.url);
  });
  afterAll(async () => {
    proxy.close();
    await server.remove();
  });

  it('is paid for once by the same command again, which prints the answer', async () => {
    const lookup = () =>
      run(cliBin, ['lookup', ADDRESS], { ...server.environment(apiKey), SKIPTRACE_BASE_URL: proxy.url });
    const lost = await lookup();
    expect(lost).toMatchObject({ code: 9, stdout: '' });
    expect(lost.stderr).toContain('not known');
    expect(lost.stderr).toMatch(/Next: skiptrace lookup '100 .*' --idempotency-key [\w-]+/);
    const again = await lookup();
    expect(again).toMatchObject({ code: 0 });
    expect(again.stdout).toContain('Jordan Avery');
    expect(again.stderr).toContain('Already paid ($0.04): nothing was charged now.');
    expect(await server.operator('balance', 'show', accountId)).toMatchObject({
      balanceCents: BALANCE_CENTS - 4,
    });
  });
});
