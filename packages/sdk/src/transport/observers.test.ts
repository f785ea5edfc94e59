import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Logger, SkipTrace } from '../index.js';
import { apiKey, failure, setup } from '../testing/harness.js';
import { deprecated, rateLimited, reply, ScenarioServer } from '../testing/index.js';

const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };

/** The process warnings from here to the end of the test. */
function collectWarnings(): Error[] {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  return warnings;
}

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

describe('observers of a call', () => {
  it('calls onRetry before each wait', async () => {
    const events: object[] = [];
    const { client, server } = await setup({ onRetry: (event) => events.push(event) });
    server.script('skipTraceSingle', rateLimited('3'));
    await client.lookup(address);
    expect(events).toMatchObject([
      { operation: 'skipTraceSingle', attempt: 1, waitMs: 3_000, error: { code: 'rate_limited' } },
    ]);
  });

  it('calls onDeprecation for every answer and warns the process once', async () => {
    const seen: object[] = [];
    const warnings = collectWarnings();
    // The client is loaded again: the one of other tests in this process may have already warned.
    vi.resetModules();
    const anew = await import('../testing/harness.js');
    const { client, server } = await anew.setup({ onDeprecation: (deprecation) => seen.push(deprecation) });
    const miss = reply(200, { success: true, found: false, contact: null });
    server.script('skipTraceSingle', deprecated(miss), deprecated(miss));
    await client.lookup(address);
    await client.lookup(address);
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toHaveLength(2);
    expect(seen[0]).toEqual({
      operation: 'skipTraceSingle',
      deprecatedAt: new Date('2026-11-21T12:00:00Z'),
      sunsetAt: new Date('2027-11-21T12:00:00Z'),
      link: 'https://example.com/deprecation',
    });
    expect(
      warnings.filter(({ message }) => message.includes('The lookup endpoint is deprecated')),
    ).toHaveLength(1);
  });

  it('runs middleware around every attempt, in order, without showing the key', async () => {
    const seen: string[] = [];
    const { client, server } = await setup({
      middleware: [
        async (request, next) => {
          seen.push(`outer ${request.attempt} ${Object.keys(request.headers).includes('authorization')}`);
          return next({ ...request, headers: { ...request.headers, 'x-trace': 'abc' } });
        },
        async (request, next) => {
          const answer = await next(request);
          seen.push(`inner ${answer.status} ${request.headers['x-trace']}`);
          return answer;
        },
      ],
    });
    server.script('skipTraceSingle', rateLimited('1'));
    await client.lookup(address);
    expect(seen).toEqual(['outer 1 false', 'inner 429 abc', 'outer 2 false', 'inner 200 abc']);
    expect(server.requests.every(({ headers }) => headers['x-trace'] === 'abc')).toBe(true);
  });

  it('sends every attempt with the idempotency key of its call, whatever middleware sets', async () => {
    const { client, server } = await setup({
      middleware: [
        (request, next) =>
          next({ ...request, headers: { ...request.headers, 'Idempotency-Key': `own-${request.attempt}` } }),
      ],
    });
    server.script('skipTraceSingle', rateLimited('1'));
    await client.lookup(address, { idempotencyKey: 'mine' });
    expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine']);
  });

  it('does not send the key if middleware moved the request to another server', async () => {
    const other = await ScenarioServer.start();
    open.push(other);
    const { client } = await setup({
      middleware: [(request, next) => next({ ...request, url: `${other.url}/api/v1/skip-trace` })],
    });
    await client.lookup(address);
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('passes on errors of middleware', async () => {
    const { client, server } = await setup({
      middleware: [() => Promise.reject(new RangeError('mine'))],
    });
    await expect(client.lookup(address)).rejects.toThrow(new RangeError('mine'));
    expect(server.requests).toHaveLength(0);
  });

  it('logs only listed headers, and never the key', async () => {
    const lines: string[] = [];
    const log = (message: string, fields: object) => void lines.push(`${message} ${JSON.stringify(fields)}`);
    const { client, server } = await setup({ logger: { debug: log, warn: log } });
    server.script('skipTraceSingle', rateLimited('1'));
    server.script(
      'skipTraceSingle',
      reply(200, { success: true, found: false, contact: null }, { 'set-cookie': 'a=secret' }),
    );
    await client.lookup(address);
    expect(lines.some((line) => line.includes('"retry-after":"1"'))).toBe(true);
    expect(lines.join('\n')).not.toMatch(/secret|pc_|Sandbox/);
  });

  it('does not lose a result, nor end the process, if an asynchronous observer rejects', async () => {
    const warnings = collectWarnings();
    const broken = (): unknown => Promise.reject(new Error('the metrics server is down'));
    const logger = { debug: broken, warn: broken } as unknown as Logger;
    const { client, server } = await setup({ onRetry: broken, onDeprecation: broken, logger });
    server.script(
      'skipTraceSingle',
      rateLimited('1'),
      deprecated(reply(200, { success: true, found: false, contact: null })),
    );
    expect(await client.lookup(address)).toMatchObject({ found: false });
    // Node gives out warnings before it turns to the next event.
    await new Promise(setImmediate);
    const told = warnings.filter(({ message }) => message.includes('the metrics server is down'));
    // One warning for the callback and one for the logger, after many calls of each.
    expect(told).toHaveLength(2);
    expect(told[0]).toMatchObject({ code: 'SKIPTRACE_CALLBACK_FAILED' });
  });

  it('does not lose a paid answer if an observer throws', async () => {
    const warnings = collectWarnings();
    const broken = () => {
      throw new Error('the log is full');
    };
    const observers = { onRetry: broken, onDeprecation: broken, logger: { debug: broken, warn: broken } };
    const { client, server } = await setup(observers);
    server.script(
      'skipTraceSingle',
      rateLimited('1'),
      deprecated(reply(200, { success: true, found: false, contact: null })),
    );
    expect(await client.lookup(address)).toMatchObject({ found: false });
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings.filter(({ message }) => message.includes('the log is full')).length).toBe(2);
  });
});

describe('text from a server', () => {
  const escape = '\u001b[2J\u009b31m\u202e';

  it('brings no control characters into a warning of the process', async () => {
    const warnings = collectWarnings();
    vi.resetModules();
    const anew = await import('../testing/harness.js');
    const server = createServer((_, response) => {
      response.setHeader('deprecation', '@1795262400');
      response.setHeader('link', '<https://example.com/\u009b31m>; rel="deprecation"');
      response.setHeader('content-type', 'application/json').end('{"jobs":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push({ close: async () => void server.close() });
    const { port } = server.address() as AddressInfo;
    const { client } = await anew.setup({ baseUrl: `http://127.0.0.1:${port}` });
    await client.jobs.list();
    await client.close();
    await new Promise((resolve) => setImmediate(resolve));
    const told = warnings.find(({ message }) => message.includes('is deprecated'));
    expect(told?.message).toContain('https://example.com/');
    expect(told?.message).not.toMatch(/[\p{Cc}]/u);
  });

  it('brings none into an error', async () => {
    const { client, server } = await setup();
    server.script('skipTraceSingle', reply(400, { error: `zip${escape} is wrong` }));
    const error = await failure(client.lookup(address));
    expect(error.message).toMatch(/^zip.* is wrong$/);
    expect(error.message).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});

describe('a key that goes over plain http', () => {
  const ask = async (baseUrl: string) => {
    const fetch = () => Promise.resolve(Response.json({ jobs: [] }));
    await new SkipTrace({ apiKey, baseUrl, fetch }).jobs.list();
    await new Promise((resolve) => setImmediate(resolve));
  };

  it('to another machine causes one warning', async () => {
    const warnings = collectWarnings();
    await ask('http://leads.example:8080');
    await ask('http://leads.example:8080');
    const told = warnings.filter(
      (warning) => 'code' in warning && warning.code === 'SKIPTRACE_KEY_OVER_HTTP',
    );
    expect(told).toHaveLength(1);
    expect(told[0]?.message).toContain('leads.example:8080');
    expect(told[0]?.message).not.toContain(apiKey);
  });

  it('to this machine, or over https, causes no warning', async () => {
    const warnings = collectWarnings();
    for (const host of [
      'http://127.0.0.1:1',
      'http://localhost:1',
      'http://[::1]:1',
      'http://api.localhost:1',
      'https://leads.example',
    ]) {
      await ask(host);
    }
    expect(
      warnings.filter((warning) => 'code' in warning && warning.code === 'SKIPTRACE_KEY_OVER_HTTP'),
    ).toEqual([]);
  });
});
