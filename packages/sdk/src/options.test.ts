import { afterEach, describe, expect, it, onTestFinished } from 'vitest';

import { SkipTrace } from './index.js';
import { apiKey, failure, setup } from './testing/harness.js';
import { badRequest, ScenarioServer } from './testing/index.js';

const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

describe('the API key', () => {
  it('shows in no inspection, JSON or error', async () => {
    const { inspect } = await import('node:util');
    const { client, server } = await setup();
    server.script('skipTraceSingle', badRequest(`what is ${apiKey}?`));
    const error = await failure(client.lookup(address));
    const shown = [
      inspect(client, { depth: 20, showHidden: true }),
      JSON.stringify(client),
      inspect(error, { depth: 20, showHidden: true }),
      JSON.stringify(error),
    ];
    for (const text of shown) expect(text).not.toContain(apiKey);
  });

  it('comes from the environment unless given, and an empty one is a mistake', async () => {
    const server = await ScenarioServer.start();
    open.push(server);
    const before = { ...process.env };
    onTestFinished(() => {
      process.env = before;
    });
    process.env['SKIPTRACE_API_KEY'] = 'pc_from_environment';
    process.env['SKIPTRACE_BASE_URL'] = server.url;
    const fromEnvironment = new SkipTrace();
    const explicit = new SkipTrace({ apiKey });
    open.push(fromEnvironment, explicit);
    await fromEnvironment.lookup(address);
    await explicit.lookup(address);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer pc_from_environment',
      `Bearer ${apiKey}`,
    ]);
    expect(() => new SkipTrace({ apiKey: '' })).toThrow(/empty/);
    process.env['SKIPTRACE_API_KEY'] = '';
    expect(() => new SkipTrace()).toThrow(/empty/);
  });

  it('is asked for when a call needs it', async () => {
    const { server } = await setup();
    const before = process.env['SKIPTRACE_API_KEY'];
    delete process.env['SKIPTRACE_API_KEY'];
    onTestFinished(() => {
      if (before !== undefined) process.env['SKIPTRACE_API_KEY'] = before;
    });
    const client = new SkipTrace({ baseUrl: server.url });
    expect(await failure(client.lookup(address))).toMatchObject({ code: 'configuration' });
    expect(server.requests).toHaveLength(0);
  });
});

describe('options that cannot work', () => {
  it.each([
    { baseUrl: 'ftp://127.0.0.1' },
    { baseUrl: 'http://user:secret@127.0.0.1' },
    { baseUrl: '' },
    { baseUrl: 'http://127.0.0.1/?a=b' },
    { apiKey: 'pc_a\r\nX-Other: 1' },
    { timeoutMs: 0 },
    { timeoutMs: NaN },
    { deadlineMs: -1 },
  ])('%o', (options) => {
    expect(() => new SkipTrace({ apiKey, ...options })).toThrow(
      expect.objectContaining({ code: 'configuration' }),
    );
  });
});
