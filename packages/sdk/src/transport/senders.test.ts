import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SkipTrace, type ClientOptions } from '../index.js';
import { apiKey, failure, setup, until } from '../testing/harness.js';
import { FakeClock, rateLimited, reset, ScenarioServer, serverError, stall } from '../testing/index.js';

const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };

describe("a caller's own fetch", () => {
  it('replaces undici, with the same rules', async () => {
    const { server, client } = await setup({ fetch: globalThis.fetch });
    server.script('skipTraceSingle', rateLimited('1'), serverError());
    const { attempts } = await client.lookup(address).withResponse();
    expect(attempts).toBe(3);
    server.script('skipTraceSingle', reset());
    expect(await failure(client.lookup(address))).toMatchObject({ code: 'unknown_outcome' });
    const requests = server.requests.length;
    server.script('skipTraceSingle', stall());
    expect(await failure(client.lookup(address, { timeoutMs: 500 }))).toMatchObject({
      code: 'unknown_outcome',
      mayHaveBeenCharged: true,
    });
    expect(server.requests).toHaveLength(requests + 1);
    const gone = await ScenarioServer.start();
    await gone.close();
    const refused = new SkipTrace({
      apiKey,
      baseUrl: gone.url,
      fetch: globalThis.fetch,
      clock: new FakeClock(),
    });
    expect(await failure(refused.lookup(address))).toMatchObject({ code: 'connection', attempts: 3 });
  });
});

describe('a middleware that sends a request twice', () => {
  it('may have been charged for the first, although the second could not be sent', async () => {
    const server = await ScenarioServer.start();
    onTestFinished(() => server.close());
    server.script('skipTraceSingle', reset());
    let sent = 0;
    // The second connection is refused, as by a server that has gone.
    const fetch: typeof globalThis.fetch = (input, init) =>
      sent++ === 0
        ? globalThis.fetch(input, init)
        : Promise.reject(Object.assign(new TypeError('fetch failed'), { code: 'ECONNREFUSED' }));
    const client = new SkipTrace({
      apiKey,
      baseUrl: server.url,
      fetch,
      clock: new FakeClock(),
      middleware: [(request, next) => next(request).catch(() => next(request))],
    });
    expect(await failure(client.lookup(address))).toMatchObject({
      code: 'unknown_outcome',
      mayHaveBeenCharged: true,
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a host that is unreachable', () => {
  const failing = async (syscall: string) => {
    const lost = Object.assign(new Error('lost'), { code: 'EHOSTUNREACH', syscall });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause: lost }));
    const client = new SkipTrace({ apiKey, baseUrl: 'http://127.0.0.1:1', fetch, clock: new FakeClock() });
    return failure(client.lookup(address));
  };

  it('when connecting has done nothing, so the lookup is sent again', async () => {
    expect(await failing('connect')).toMatchObject({
      code: 'connection',
      mayHaveBeenCharged: false,
      attempts: 3,
    });
  });

  it('when the lookup is under way may have charged for it, so it is not sent again', async () => {
    expect(await failing('read')).toMatchObject({ code: 'unknown_outcome', mayHaveBeenCharged: true });
  });
});

describe('close', () => {
  it('closes every socket', async () => {
    const { server, client } = await setup();
    await Promise.all([client.lookup(address), client.lookup(address), client.lookup(address)]);
    expect(await server.connections()).toBeGreaterThan(0);
    await client.close();
    await until(async () => (await server.connections()) === 0);
  });

  it('happens by itself at the end of an await using block', async () => {
    const { server } = await setup();
    const client = new SkipTrace({ apiKey, baseUrl: server.url });
    await client.lookup(address);
    await client[Symbol.asyncDispose]();
    await until(async () => (await server.connections()) === 0);
  });
});

describe('a proxy named by the environment', () => {
  async function proxied(options: ClientOptions) {
    let tunnels = 0;
    const proxy = createServer().on('connect', (request: IncomingMessage, socket: Socket) => {
      tunnels += 1;
      const [host = '', port] = (request.url ?? '').split(':');
      const target = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        target.pipe(socket).pipe(target);
      });
      target.on('error', () => socket.destroy());
      socket.on('error', () => target.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    vi.stubEnv('NO_PROXY', '');
    onTestFinished(() => {
      vi.unstubAllEnvs();
      proxy.closeAllConnections();
      proxy.close();
    });
    const { client, server } = await setup(options);
    await client.lookup(address);
    expect(server.requests).toHaveLength(1);
    return tunnels;
  }

  it('that closes every connection without an answer is dialed a few times, and nothing was sent', async () => {
    let dials = 0;
    const proxy = createTcpServer((socket) => {
      dials += 1;
      socket.on('error', () => {}).end();
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    vi.stubEnv('NO_PROXY', '');
    onTestFinished(() => {
      vi.unstubAllEnvs();
      proxy.close();
    });
    const { client, server } = await setup({ proxyFromEnvironment: true, timeoutMs: 2_000, maxRetries: 1 });
    const error = await failure(client.lookup(address));
    expect(error).toMatchObject({ code: 'connection', attempts: 2, mayHaveBeenCharged: false });
    expect(dials).toBeLessThan(10);
    expect(server.requests).toHaveLength(0);
  });

  it('is ignored unless requested', async () => {
    expect(await proxied({})).toBe(0);
  });

  it('is used if requested', async () => {
    expect(await proxied({ proxyFromEnvironment: true })).toBe(1);
  });
});
