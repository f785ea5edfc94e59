import { afterEach, describe, expect, it, vi } from 'vitest';
import { listen as listenOn, requestText } from '../../../testing/listener.js';
import { RawConnection, statusOf } from '../../../testing/raw-http.js';
import type { ListenerLimits } from './conversation.js';

let stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops) await stop();
  stops = [];
});
async function listen(limits?: Partial<ListenerLimits>) {
  const listening = await listenOn(limits);
  stops.push(() => listening.listener.stop());
  return { ...listening, connect: () => RawConnection.open(listening.url) };
}
const GET = (path: string) => requestText('GET', path);
const POST = (path: string) => requestText('POST', path, 'Content-Length: 0');
const NO_HTTP = '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n';
const statusesOf = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);

describe('several requests on one connection', () => {
  it('are answered one at a time and in order', async () => {
    const { connect, asked, held, letGo } = await listen();
    const client = (await connect()).send(GET('/hold/1') + POST('/2') + GET('/3'));
    await expect.poll(() => held.length).toBe(1);
    expect(asked).toEqual(['GET /hold/1']);
    letGo();
    await expect.poll(() => client.received).toContain('GET /3');
    expect(statusesOf(client.received)).toEqual(['200', '200', '200']);
    expect(client.received.indexOf('GET /hold/1')).toBeLessThan(client.received.indexOf('POST /2'));
    client.send(GET('/4'));
    await expect.poll(() => client.received).toContain('GET /4');
    client.socket.destroy();
  });

  it('are no longer read when there are too many, but a request in progress is answered', async () => {
    const { connect, asked, held, letGo, listener } = await listen({ maxUnanswered: 3 });
    const client = (await connect()).send(POST('/hold') + GET('/x').repeat(500));
    await expect.poll(() => held.length).toBe(1);
    letGo();
    const answer = await client.untilClosed();
    expect(statusesOf(answer)).toEqual(['200']);
    expect(answer).toMatch(/connection: close/i);
    expect(answer).toContain('POST /hold');
    expect(asked).toEqual(['POST /hold']);
    await expect.poll(() => listener.running).toBe(0);
  });

  it('are not begun after one that asked to close the connection', async () => {
    const { connect, asked } = await listen();
    const last = requestText('POST', '/last', 'Content-Length: 0', 'Connection: close');
    const answer = await (await connect()).send(last + POST('/behind')).untilClosed();
    expect(statusesOf(answer)).toEqual(['200']);
    expect(asked).toEqual(['POST /last']);
  });

  it.each<[string, (client: RawConnection) => void]>([
    ['goes away', ({ socket }) => socket.resetAndDestroy()],
    // The client may have closed only its sending side; a client that no longer reads is noticed when the answer is
    // written.
    ['closes', ({ socket }) => socket.destroy()],
  ])('leave nothing behind when the client %s', async (_, leave) => {
    const { connect, asked, held, left, listener, letGo } = await listen();
    const clients = await Promise.all(Array.from({ length: 20 }, connect));
    for (const client of clients) client.send(POST('/hold') + GET('/never').repeat(5));
    await expect.poll(() => held.length).toBe(20);
    expect(listener.running).toBe(20);
    for (const client of clients) leave(client);
    await expect.poll(left).toBe(20);
    letGo();
    await expect.poll(() => listener.running).toBe(0);
    expect(asked).toEqual(Array(20).fill('POST /hold'));
  });

  it('do not keep a client that does not read its answers', async () => {
    const { connect, listener, url } = await listen({ maxUnanswered: 3 });
    const client = await connect();
    client.socket.pause();
    client.send(GET('/x').repeat(1_000));
    await expect.poll(() => listener.running).toBe(0);
    expect((await fetch(url)).status).toBe(200);
    client.socket.destroy();
  });
});

describe('bytes after a request that are not HTTP', () => {
  it('do not get between the request and its answer', async () => {
    const { connect, held, closing, letGo } = await listen();
    const together = (await connect()).send(POST('/hold/1') + NO_HTTP);
    const after = (await connect()).send(POST('/hold/2'));
    await expect.poll(() => held.length).toBe(2);
    after.send(NO_HTTP);
    // Both are known to be the last on their connections.
    await expect.poll(closing).toBe(2);
    letGo();
    for (const client of [together, after]) {
      const answer = await client.untilClosed();
      expect(statusesOf(answer)).toEqual(['200']);
      expect(answer).toMatch(/connection: close[\s\S]*POST \/hold/i);
    }
  });

  it('cannot hold the connection when its answer does not come', async () => {
    const { connect, held, listener } = await listen({ lingerMs: 50 });
    const client = (await connect()).send(POST('/hold') + NO_HTTP);
    await expect.poll(() => held.length).toBe(1);
    expect(await client.untilClosed()).toBe('');
    await expect.poll(() => listener.running).toBe(0);
  });
});

describe('a client that ends its side', () => {
  it('is answered, and closed after that; waiting requests are not begun', async () => {
    const { connect, asked, held, closing, letGo, listener } = await listen();
    const client = await connect();
    client.socket.end(POST('/hold') + POST('/behind'));
    await expect.poll(() => held.length).toBe(1);
    await expect.poll(closing).toBe(1);
    letGo();
    const answer = await client.untilClosed();
    expect(statusesOf(answer)).toEqual(['200']);
    expect(answer).toMatch(/connection: close[\s\S]*POST \/hold/i);
    expect(asked).toEqual(['POST /hold']);
    await expect.poll(() => listener.running).toBe(0);
  });

  it('cannot hold the connection by not reading its answer', async () => {
    const { connect, held, listener } = await listen({ idleTimeoutMs: 100, stopGraceMs: 60_000 });
    const client = await connect();
    client.socket.end(POST('/hold'));
    await expect.poll(() => held.length).toBe(1);
    expect(await client.untilClosed()).toBe('');
    await expect.poll(() => listener.running).toBe(0);
  });

  it('occupies nothing when no request is being answered, and no incomplete request', async () => {
    const { connect, asked, listener } = await listen({ idleTimeoutMs: 60_000, stopGraceMs: 60_000 });
    const ends = [
      '',
      GET('/a'),
      'GET /b HTTP/1.1\r\nHost:',
      requestText('POST', '/c', 'Content-Length: 9') + 'x',
    ];
    for (const bytes of ends) {
      const client = await connect();
      // Acts as a client that would listen forever.
      client.socket.allowHalfOpen = true;
      client.socket.end(bytes);
      await client.untilClosed();
    }
    expect(asked).not.toContain('GET /b');
    await expect.poll(() => listener.running).toBe(0);
    await listener.stop();
    stops = [];
  });

  it('asks for a tunnel and gets none', async () => {
    const { connect, asked, held, letGo } = await listen();
    const CONNECT = requestText('CONNECT', 'example.org:443');
    const tunnel = (await connect()).send(CONNECT);
    expect(await tunnel.untilClosed()).toBe('');
    expect(asked).toEqual([]);
    const behind = (await connect()).send(POST('/hold') + CONNECT + GET('/never'));
    await expect.poll(() => held.length).toBe(1);
    letGo();
    expect(statusesOf(await behind.untilClosed())).toEqual(['200']);
    expect(asked).toEqual(['POST /hold']);
  });
});

describe('a connection closed with a reason', () => {
  it.each([
    ['bytes that are no request', NO_HTTP, 400],
    ['headers that are too large', requestText('GET', '/', `X-Long: ${'x'.repeat(17_000)}`), 431],
    ['headers that take too long', 'GET / HTTP/1.1\r\nHost: x\r\n', 408],
  ])('is closed though its client goes on: %s', async (_, bytes, status) => {
    const { connect, url } = await listen({ headersTimeoutMs: 100, requestTimeoutMs: 10_000, closeMs: 100 });
    const client = (await connect()).send(bytes);
    const reset = vi.fn();
    client.socket.once('close', reset);
    const drip = setInterval(() => client.socket.writable && client.send('X-Drip: 1\r\n'), 10);
    // A client that neither reads the end nor closes its side.
    client.socket.allowHalfOpen = true;
    await expect.poll(() => statusOf(client.received)).toBe(status);
    await expect.poll(() => reset.mock.calls.length).toBe(1);
    clearInterval(drip);
    expect((await fetch(url)).status).toBe(200);
  });
});

describe('a request that a proxy may read as another one', () => {
  it.each([
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', 400],
    ['two keys', requestText('GET', '/', 'Authorization: Bearer a', 'AUTHORIZATION: Bearer b'), 400],
    [
      'another coding',
      `${requestText('POST', '/', 'Transfer-Encoding: gzip, chunked')}1\r\nx\r\n0\r\n\r\n`,
      501,
    ],
  ])('is refused, and nothing behind it is looked at: %s', async (_, bytes, status) => {
    const { connect, asked } = await listen();
    const answer = await (await connect()).send(bytes + GET('/behind')).untilClosed();
    expect(statusesOf(answer)).toEqual([String(status)]);
    expect(asked).toEqual([]);
  });

  it('is not one with chunks in any case', async () => {
    const { connect } = await listen();
    const chunked = `${requestText('POST', '/', 'Transfer-Encoding: Chunked', 'Connection: close')}0\r\n\r\n`;
    expect(statusOf(await (await connect()).send(chunked).untilClosed())).toBe(200);
  });
});
