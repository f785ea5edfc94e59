import { createServer } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listen as listenOn, listenerParts, requestText } from '../../../testing/listener.js';
import { RawConnection, statusOf } from '../../../testing/raw-http.js';
import type { ListenerLimits } from './conversation.js';
import { Listener } from './listener.js';

let stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops) await stop();
  stops = [];
});

async function listen(limits?: Partial<ListenerLimits>) {
  const listening = await listenOn(limits);
  stops.push(() => listening.listener.stop());
  return listening;
}
const GET = (path: string, ...headers: readonly string[]) => requestText('GET', path, ...headers);

describe('the listener', () => {
  it('closes a connection if its headers arrive too slowly', async () => {
    const { url } = await listen({ headersTimeoutMs: 100, requestTimeoutMs: 10_000 });
    const slow = (await RawConnection.open(url)).send('GET / HTTP/1.1\r\nHost: x\r\n');
    const drip = setInterval(() => slow.send('X-Drip: 1\r\n'), 20);
    const answer = await slow.untilClosed();
    clearInterval(drip);
    expect(statusOf(answer)).toBe(408);
  });

  it('closes a connection if its whole request arrives too slowly, and one without any traffic', async () => {
    const { url } = await listen({ headersTimeoutMs: 100, requestTimeoutMs: 200, idleTimeoutMs: 10_000 });
    const body = 'POST /hold HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n';
    const slow = (await RawConnection.open(url)).send(body);
    const drip = setInterval(() => slow.send('x'), 20);
    expect(statusOf(await slow.untilClosed())).toBe(408);
    clearInterval(drip);
    const idle = await listen({ idleTimeoutMs: 100 });
    await (await RawConnection.open(idle.url)).send(body).untilClosed();
  });

  it('accepts a limited number of connections per address, and another when one of them ends', async () => {
    const { url } = await listen({ maxConnectionsPerPlace: 2 });
    const first = (await RawConnection.open(url)).send(GET('/'));
    const second = await RawConnection.open(url);
    await (
      await RawConnection.open(url)
    )
      .send(GET('/'))
      .untilClosed()
      .catch(() => 'reset');
    second.send(GET('/', 'Connection: close'));
    expect(statusOf(await second.untilClosed())).toBe(200);
    await vi.waitFor(async () => {
      const third = (await RawConnection.open(url)).send(GET('/', 'Connection: close'));
      expect(statusOf(await third.untilClosed())).toBe(200);
    });
    first.send(GET('/', 'Connection: close'));
    expect(await first.untilClosed()).toContain('200');
  });

  it('lets a refused client continue to send only for a while', async () => {
    const { url } = await listen({ lingerMs: 100 });
    const endless = (await RawConnection.open(url)).send(
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const drip = setInterval(() => endless.send('1\r\nx\r\n'), 20);
    expect(statusOf(await endless.untilClosed())).toBe(200);
    clearInterval(drip);
  });

  it('keeps the connection of a client that does finish', async () => {
    // The timer that would destroy the connection is set with the answer, and cleared at the end of the request.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { url } = await listen();
    const client = (await RawConnection.open(url)).send(
      'POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab',
    );
    await expect.poll(() => client.received).toContain('POST /a');
    // A connection of an earlier test may still have its own timer for a moment.
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    client.send('cd');
    await expect.poll(() => vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    client.send(GET('/b'));
    await expect.poll(() => client.received).toContain('GET /b');
    client.socket.destroy();
  });

  it.each([
    ['headers of more than 16 KB', GET('/', `X-Long: ${'x'.repeat(17_000)}`), 431],
    ['an address of more than 16 KB', GET(`/${'x'.repeat(17_000)}`), 431],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['no HTTP at all', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n', 400],
    ['an unknown method', 'STEAL / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a line break inside a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\rX-B: b\r\n\r\n', 400],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n', 400],
  ])('refuses %s, and goes on serving', async (_, bytes, status) => {
    const { url } = await listen();
    const answer = await (await RawConnection.open(url)).send(bytes).untilClosed();
    expect(statusOf(answer)).toBe(status);
    expect((await fetch(url)).status).toBe(200);
  });

  it('ignores an unknown Expect, and accepts hundreds of headers', async () => {
    const { url } = await listen();
    const many = Array.from({ length: 500 }, (_, index) => `X-${index}: ${index}`);
    for (const headers of [['Expect: the-spanish-inquisition'], many]) {
      const answer = await (
        await RawConnection.open(url)
      )
        .send(GET('/', 'Connection: close', ...headers))
        .untilClosed();
      expect(statusOf(answer)).toBe(200);
    }
  });

  it('accepts a limited number of connections', async () => {
    const { url } = await listen({ maxConnections: 2 });
    const open = [await RawConnection.open(url), await RawConnection.open(url)];
    for (const connection of open) connection.send(GET('/'));
    await expect.poll(() => open.map(({ received }) => statusOf(received))).toEqual([200, 200]);
    expect(await (await RawConnection.open(url)).send(GET('/')).untilClosed()).toBe('');
    for (const { socket } of open) socket.destroy();
    await expect.poll(async () => (await fetch(url).catch(() => null))?.status).toBe(200);
  });

  it('finishes running requests when it stops, closes each connection after them and accepts no new one', async () => {
    const { listener, url, held, letGo } = await listen();
    const running = (await RawConnection.open(url)).send(GET('/hold'));
    const idle = (await RawConnection.open(url)).send(GET('/'));
    await expect.poll(() => statusOf(idle.received)).toBe(200);
    await expect.poll(() => held.length).toBe(1);
    const stopped = listener.stop();
    await idle.untilClosed();
    await expect(RawConnection.open(url)).rejects.toThrow('ECONNREFUSED');
    letGo();
    const answer = await running.untilClosed();
    expect(statusOf(answer)).toBe(200);
    expect(answer).toMatch(/connection: close/i);
    await stopped;
    stops = [];
  });

  it('does not wait for idle connections when it stops', async () => {
    const { listener, url } = await listen({
      headersTimeoutMs: 60_000,
      stopGraceMs: 60_000,
      closeMs: 60_000,
    });
    const silent = await RawConnection.open(url);
    const half = (await RawConnection.open(url)).send('GET / HTTP/1.1\r\nHost: x\r\n');
    const told = (await RawConnection.open(url)).send('no request\r\n\r\n');
    told.socket.allowHalfOpen = true;
    await expect.poll(() => statusOf(told.received)).toBe(400);
    await listener.stop();
    for (const client of [silent, half]) expect(await client.untilClosed()).toBe('');
    stops = [];
  });

  it('cuts off requests that do not finish in time', async () => {
    const { listener, url, held } = await listen({ stopGraceMs: 50 });
    const stuck = (await RawConnection.open(url)).send(GET('/hold'));
    await expect.poll(() => held.length).toBe(1);
    await listener.stop();
    expect(await stuck.untilClosed()).toBe('');
    stops = [];
  });

  it('reports that its port is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', () => resolve()));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const listener = new Listener(() => undefined, listenerParts);
    await expect(listener.listen(port, '127.0.0.1')).rejects.toThrow('is already in use');
    await new Promise((resolve) => taken.close(resolve));
  });
});
