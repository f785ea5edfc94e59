import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SkipTrace } from '../index.js';
import { apiKey, failure, setup } from '../testing/harness.js';
import { badRequest, ScenarioServer } from '../testing/index.js';

const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

describe('the API key', () => {
  it('is in no inspection, JSON or error', async () => {
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

  it('comes from the environment unless given, and an empty one is an error; an empty variable is not set', async () => {
    const server = await ScenarioServer.start();
    open.push(server);
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('SKIPTRACE_API_KEY', 'pc_from_environment');
    vi.stubEnv('SKIPTRACE_BASE_URL', server.url);
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
    vi.stubEnv('SKIPTRACE_API_KEY', '');
    const withoutKey = new SkipTrace();
    open.push(withoutKey);
    expect(await failure(withoutKey.lookup(address))).toMatchObject({ code: 'configuration' });
    vi.stubEnv('SKIPTRACE_BASE_URL', '');
    expect(() => new SkipTrace({ apiKey })).not.toThrow();
    vi.stubEnv('SKIPTRACE_BASE_URL', 'trace.example.com');
    expect(() => new SkipTrace({ apiKey })).toThrow(/^SKIPTRACE_BASE_URL must be/);
    expect(() => new SkipTrace({ apiKey, baseUrl: 'trace.example.com' })).toThrow(/^baseUrl must be/);
  });

  it('is required when a call needs it', async () => {
    const { server } = await setup();
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('SKIPTRACE_API_KEY', undefined);
    const client = new SkipTrace({ baseUrl: server.url });
    expect(await failure(client.lookup(address))).toMatchObject({ code: 'configuration' });
    expect(server.requests).toHaveLength(0);
  });
});

describe('invalid options', () => {
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

it('an address of the web app is refused with the address of the service', () => {
  for (const [baseUrl, service] of [
    ['http://127.0.0.1:7201/app', 'http://127.0.0.1:7201'],
    ['https://example.com/trace/app/', 'https://example.com/trace'],
  ] as const)
    expect(() => new SkipTrace({ apiKey, baseUrl })).toThrow(
      `baseUrl is the web app's address. The service is at ${service} (without /app).`,
    );
  expect(() => new SkipTrace({ apiKey, baseUrl: 'http://app/apps' })).not.toThrow();
});

describe('values of another type', () => {
  const wrong = (options: object) => options as never;

  it.each([
    [{ signal: 5 }, 'signal must be an AbortSignal.'],
    [{ signal: {} }, 'signal must be an AbortSignal.'],
    [{ timeoutMs: '300' }, 'timeoutMs must be a number.'],
    [{ deadlineMs: '300' }, 'deadlineMs must be a number.'],
    [{ deadlineMs: NaN }, 'deadlineMs must be a number.'],
    [{ maxRetries: true }, 'maxRetries must be a number.'],
    [{ maxRetryAfterMs: '1' }, 'maxRetryAfterMs must be a number.'],
    [{ idempotencyKey: 5 }, 'idempotencyKey must be a string.'],
    [{ headers: 'x-batch: 1' }, 'headers must be an object.'],
    [{ maxCostCents: '1' }, 'maxCostCents must be a whole number of cents, such as 4 for $0.04.'],
    [{ maxCostCents: 0.04 }, 'maxCostCents must be a whole number of cents, such as 4 for $0.04.'],
    [{ maxCostCents: -1 }, 'maxCostCents must be a whole number of cents, such as 4 for $0.04.'],
  ])('are refused before anything is sent: %o', async (options, message) => {
    const { client, server } = await setup();
    expect(await failure(client.lookup(address, wrong(options)))).toMatchObject({
      code: 'configuration',
      message: `lookup: ${message}`,
    });
    expect(server.requests).toEqual([]);
  });

  it('are refused by calls that pay for a list, also where a limit would not hold', async () => {
    const { client, server } = await setup();
    const job = client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90');
    const run = { columnMapping: 'auto', onPreview: () => 'confirm' };
    for (const [call, message] of [
      [() => job.confirm({ maxCostCents: NaN }), 'job.confirm: maxCostCents must be a whole number'],
      [() => job.confirm(wrong({ expectedTotalCents: '8' })), 'job.confirm: expectedTotalCents must be'],
      [
        () => client.bulk([address], wrong({ requirePhone: 'yes' })),
        'bulk: requirePhone must be true or false.',
      ],
      [
        () => client.bulk([address], wrong({ budgetCents: '4' })),
        'bulk: budgetCents must be a whole number of cents',
      ],
      [() => client.jobs.run('a.csv', wrong({ ...run, requirePhone: 1 })), 'jobs.run: requirePhone must be'],
      [
        () => client.jobs.run('a.csv', wrong({ ...run, maxCostCents: '9' })),
        'jobs.run: maxCostCents must be',
      ],
      [
        () => job.waitForPreview(wrong({ onStatus: 'log' })),
        'job.waitForPreview: onStatus must be a function.',
      ],
    ] as const) {
      const error = await failure(call());
      expect(error).toMatchObject({ code: 'configuration' });
      expect(error.message).toContain(message);
    }
    expect(server.requests).toEqual([]);
  });

  it('are not null, which programs without types pass for no value, or a signal of another kind', async () => {
    const { client } = await setup();
    const { signal } = new AbortController();
    const other = {
      aborted: false,
      addEventListener: signal.addEventListener.bind(signal),
      removeEventListener: signal.removeEventListener.bind(signal),
    };
    await client.lookup(address, wrong({ signal: null, deadlineMs: null, idempotencyKey: null }));
    await client.lookup(address, wrong({ signal: other }));
  });
});

describe('unknown options', () => {
  const misspelled = (options: object) => options as never;

  it.each([
    [{ timeout: 5_000 }, 'SkipTrace has no option "timeout". Did you mean timeoutMs?'],
    [{ baseURL: 'http://127.0.0.1' }, 'SkipTrace has no option "baseURL". Did you mean baseUrl?'],
    [{ middlewares: [] }, 'SkipTrace has no option "middlewares". Did you mean middleware?'],
    [{ middleware: () => {} }, 'middleware must be an array of functions.'],
    [{ onRetry: 'log' }, 'onRetry must be a function.'],
  ])('are refused by the client: %o', (options, message) => {
    expect(() => new SkipTrace(misspelled({ apiKey, ...options }))).toThrow(message);
  });

  it('are refused by every call, before anything is sent', async () => {
    const { client, server } = await setup();
    const job = client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90');
    const run = { columnMapping: {}, onPreview: () => 'confirm' as const };
    for (const [call, method] of [
      [() => client.lookup(address, misspelled({ idempotency_key: 'a' })), 'lookup'],
      [() => client.bulk([address], misspelled({ budget: 4 })), 'bulk'],
      [() => client.contact(misspelled({}), misspelled({ retries: 1 })), 'contact'],
      [() => client.request('GET', '/', misspelled({ params: {} })), 'request'],
      [() => client.raw.GET('/api/user/skip-trace', { call: misspelled({ timeout: 1 }) }), 'raw: call'],
      [() => client.jobs.get(job.id, misspelled({ timeout: 1 })), 'jobs.get'],
      [() => client.jobs.list(misspelled({ limit: 1 })), 'jobs.list'],
      [() => client.jobs.create(misspelled({}), misspelled({ key: 'a' })), 'jobs.create'],
      [() => client.jobs.run('leads.csv', misspelled({ ...run, maxCost: 1 })), 'jobs.run'],
      [() => job.get(misspelled({ timeout: 1 })), 'job.get'],
      [() => job.upload('leads.csv', misspelled({ progress: 1 })), 'job.upload'],
      [() => job.confirm(misspelled({ maxCost: 400 })), 'job.confirm'],
      [() => job.cancel(misspelled({ maxCost: 1 })), 'job.cancel'],
      [() => job.waitForPreview(misspelled({ timeout: 1 })), 'job.waitForPreview'],
      [() => job.waitForCompleted(misspelled({ deadline: 1 })), 'job.waitForCompleted'],
      [() => job.download('out.csv', misspelled({ overwrite: true })), 'job.download'],
    ] as const) {
      const error = await failure(call());
      expect(error).toMatchObject({ code: 'configuration' });
      expect(error.message).toMatch(new RegExp(`^${method} has no option `));
    }
    const misnamed = misspelled({ address: '1 Elm St', zipcode: '45406' });
    expect(await failure(client.lookup(misnamed))).toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('Did you mean zip?') as string,
    });
    expect((await failure(job.confirm(misspelled({ maxCost: 400 })))).message).toMatch(/maxCostCents\?$/);
    expect(server.requests).toEqual([]);
  });

  it('withOptions refuses options shared by all clients of one connection', async () => {
    const { client } = await setup();
    expect(() => client.withOptions(misspelled({ fetch: globalThis.fetch }))).toThrow(/can't change fetch/);
  });
});
