import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConfigurationError } from '../errors.js';
import { SkipTrace } from '../index.js';
import { apiKey, failure, setup, until } from '../testing/harness.js';
import { FakeClock, reset, ScenarioServer, stall } from '../testing/index.js';
import { ownSender } from './undici-sender.js';

const address = '100 Sandbox Match St';

afterEach(() => vi.unstubAllGlobals());

async function page(): Promise<string> {
  const server: Server = createServer((_, response) => response.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const request = (url: string) => ({
  method: 'GET',
  url,
  headers: {},
  body: undefined,
  limits: { reason: undefined, onCut: () => {}, signal: new AbortController().signal, sent: false },
  isText: true,
});

class NoAgent {}
const bun = () => Promise.resolve({ Agent: NoAgent, EnvHttpProxyAgent: NoAgent, Pool: NoAgent });
const bundled = () => Promise.reject(new Error('Dynamic require of "node:assert" is not supported'));

describe('without a working undici', () => {
  it.each([
    ['another module is in its place, as on Bun', bun],
    ['it cannot be loaded, as in an ES module made by esbuild', bundled],
  ])('and %s, requests go through fetch', async (_, load) => {
    const url = await page();
    const answer = await ownSender(false, load).send(request(url));
    expect(await answer.text()).toBe('hello');
  });

  it.each([
    ['a proxy was asked for', true, globalThis.fetch],
    ['there is no fetch either', false, undefined],
  ])(
    'and %s, that is a configuration error which names the cause',
    async (_, proxyFromEnvironment, fetch) => {
      vi.stubGlobal('fetch', fetch);
      const sending = ownSender(proxyFromEnvironment, bundled).send(request('http://127.0.0.1:1/'));
      await expect(sending).rejects.toThrow(ConfigurationError);
      await expect(sending).rejects.toThrow(/node:assert/);
    },
  );
});

it('takes no request for answered that ends after an interim answer', async () => {
  class Ending {
    request(): void {
      throw new Error('not called');
    }
    dispatch(_options: unknown, handler: Required<Dispatcher.DispatchHandler>): void {
      const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
      handler.onRequestStart(controller, {});
      handler.onResponseStart(controller, 102, {}, '');
      handler.onResponseEnd(controller, {});
    }
  }
  const load = () => Promise.resolve({ Agent: Ending, EnvHttpProxyAgent: Ending, Pool: Ending });
  const asked = request('http://127.0.0.1:1/');
  await expect(ownSender(false, load).send(asked)).rejects.toThrow('ended without an answer');
  expect(asked.limits.sent).toBe(true);
});

describe("a caller's own dispatcher", () => {
  it('carries the requests, stays unchanged, and is not closed', async () => {
    const dispatched: string[] = [];
    const agent = new Agent().compose((dispatch) => (options, handler) => {
      dispatched.push(`${options.method} ${options.path}`);
      return dispatch(options, handler);
    });
    onTestFinished(() => agent.destroy());
    const { dispatch } = agent;
    const { client } = await setup({ dispatcher: agent });
    await client.lookup(address);
    await client.close();
    const another = await setup({ dispatcher: agent });
    await another.client.lookup(address);
    expect(dispatched).toEqual(['POST /api/v1/skip-trace', 'POST /api/v1/skip-trace']);
    expect(agent.dispatch).toBe(dispatch);
  });

  it('still distinguishes sent requests from unsent ones', async () => {
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.destroy());
    const { client, server } = await setup({ dispatcher });
    server.script('skipTraceSingle', reset());
    expect(await failure(client.lookup(address))).toMatchObject({ code: 'unknown_outcome' });
    const gone = await ScenarioServer.start();
    await gone.close();
    const refused = new SkipTrace({ apiKey, baseUrl: gone.url, dispatcher, clock: new FakeClock() });
    const error = await failure(refused.lookup(address));
    expect(error).toMatchObject({ code: 'connection', mayHaveBeenCharged: false, attempts: 3 });
    expect(error.message).toContain(gone.url);
    server.script('skipTraceSingle', stall());
    const closing = failure(client.lookup(address));
    await until(() => server.requests.length === 2);
    await client.close();
    expect(await closing).toMatchObject({ code: 'unknown_outcome', mayHaveBeenCharged: true });
  });

  it('of another undici version, which accepts only a real AbortSignal, works as well', async () => {
    const agent = new Agent();
    onTestFinished(() => agent.destroy());
    const signals: unknown[] = [];
    const strict = {
      dispatch: agent.dispatch.bind(agent),
      request(this: Agent, options: Dispatcher.RequestOptions) {
        signals.push(options.signal);
        return Agent.prototype.request.call(this, options);
      },
    };
    const { client } = await setup({ dispatcher: strict as unknown as Agent });
    await client.lookup(address);
    expect(signals).toEqual([expect.any(AbortSignal)]);
  });

  it('that throws when called is a configuration error at once, not a failed connection', async () => {
    const broken = { dispatch: () => false, request: () => Promise.reject(new TypeError('no such thing')) };
    const { client } = await setup({ dispatcher: broken });
    const error = await failure(client.lookup(address));
    expect(error).toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('no such thing') as string,
    });
  });

  it('must be a dispatcher, and the only transport', () => {
    const wrong = {} as unknown as Agent;
    expect(() => new SkipTrace({ apiKey, dispatcher: wrong })).toThrow(/undici dispatcher/);
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.destroy());
    expect(() => new SkipTrace({ apiKey, dispatcher, fetch: globalThis.fetch })).toThrow(/only one of/);
    expect(() => new SkipTrace({ apiKey, dispatcher, proxyFromEnvironment: true })).toThrow(/only one of/);
  });
});

describe("a caller's own fetch", () => {
  it('is told not to cache, and its answer is given up if it is larger than any answer may be', async () => {
    let pulled = 0;
    let cancelled = false;
    const megabyte = new Uint8Array(1024 * 1024).fill(32);
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          pulled += 1;
          controller.enqueue(megabyte);
        },
        cancel() {
          cancelled = true;
        },
      });
    const inits: (RequestInit & { cache?: string })[] = [];
    const client = new SkipTrace({
      apiKey,
      baseUrl: 'http://127.0.0.1:1',
      maxRetries: 0,
      fetch: (_input, init) => {
        inits.push(init ?? {});
        return Promise.resolve(new Response(endless()));
      },
    });
    expect(await failure(client.jobs.list())).toMatchObject({ code: 'connection' });
    expect(pulled).toBeLessThan(24);
    expect(cancelled).toBe(true);
    expect(inits.map(({ cache, redirect }) => [cache, redirect])).toEqual([['no-store', 'manual']]);
  });

  it.each([
    ['as Bun throws it', Object.assign(new Error('Unable to connect.'), { code: 'ConnectionRefused' })],
    [
      'as Node throws it',
      new TypeError('fetch failed', { cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }) }),
    ],
    [
      'as Deno throws it',
      new TypeError('error sending request for url (http://127.0.0.1:1/): client error (Connect): tcp'),
    ],
    [
      'for TLS',
      new TypeError('fetch failed', {
        cause: Object.assign(new Error(''), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
      }),
    ],
    ['for a port fetch refuses', new TypeError('fetch failed', { cause: new Error('bad port') })],
  ])('whose connection fails, %s, sent nothing', async (_, error) => {
    const { client } = await setup({ fetch: () => Promise.reject(error) });
    expect(await failure(client.lookup(address))).toMatchObject({
      code: 'connection',
      mayHaveBeenCharged: false,
    });
  });

  it('with a connection that breaks in the middle of TLS may have sent the request', async () => {
    const error = Object.assign(new Error(''), { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' });
    const { client } = await setup({ fetch: () => Promise.reject(error) });
    expect(await failure(client.lookup(address))).toMatchObject({
      code: 'unknown_outcome',
      mayHaveBeenCharged: true,
    });
  });
});
