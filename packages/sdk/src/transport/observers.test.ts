import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { setup } from '../testing/harness.js';
import { deprecated, rateLimited, reply, ScenarioServer } from '../testing/index.js';

const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

describe('what surrounds a call', () => {
  it('tells onRetry before each wait', async () => {
    const events: object[] = [];
    const { client, server } = await setup({ onRetry: (event) => events.push(event) });
    server.script('skipTraceSingle', rateLimited('3'));
    await client.lookup(address);
    expect(events).toMatchObject([
      { operation: 'skipTraceSingle', attempt: 1, waitMs: 3_000, error: { code: 'rate_limited' } },
    ]);
  });

  it('tells onDeprecation on every answer and warns the process once', async () => {
    const seen: object[] = [];
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    // A client that is loaded anew: the one of other tests in this process may have warned already.
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
    expect(warnings.filter(({ message }) => message.includes('skipTraceSingle'))).toHaveLength(1);
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

  it('does not send the key where middleware moved the request to another server', async () => {
    const other = await ScenarioServer.start();
    open.push(other);
    const { client } = await setup({
      middleware: [(request, next) => next({ ...request, url: `${other.url}/api/v1/skip-trace` })],
    });
    await client.lookup(address);
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('passes on what middleware throws', async () => {
    const { client, server } = await setup({
      middleware: [() => Promise.reject(new RangeError('mine'))],
    });
    await expect(client.lookup(address)).rejects.toThrow(new RangeError('mine'));
    expect(server.requests).toHaveLength(0);
  });

  it('logs only what is on the list, and never the key', async () => {
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

  it('does not let an observer that throws cost an answer that was paid for', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
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
    expect(warnings.filter(({ message }) => message.includes('the log is full')).length).toBeGreaterThan(2);
  });
});
