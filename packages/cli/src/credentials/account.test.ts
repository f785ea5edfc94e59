import { reply, unauthorized } from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';
import { scenarios, skiptrace } from '../testing/scenario.js';
import { writeProfiles } from './profiles.js';

const start = scenarios();

/** Two services, and a machine with a profile for each. */
async function twoServices() {
  const [a, b] = [await start(), await start()];
  const host = a.host();
  host.env = {};
  await writeProfiles(host, {
    current: 'a',
    profiles: {
      a: { apiKey: 'pc_key-of-a', baseUrl: a.server.url },
      b: { apiKey: 'pc_key-of-b', baseUrl: b.server.url },
    },
  });
  const keysAt = (scenario: typeof a) =>
    scenario.server.requests.map(({ headers }) => String(headers.authorization).replace('Bearer ', ''));
  return { a, b, host, keysAt };
}

describe('a key goes only to the service it belongs to', () => {
  it('is chosen by a named profile, even if the environment has a key', async () => {
    const { a, b, host, keysAt } = await twoServices();
    host.env = { SKIPTRACE_API_KEY: 'pc_of-another', SKIPTRACE_BASE_URL: a.server.url };
    expect(await skiptrace(host, 'jobs', 'list', '--profile', 'b')).toBe(0);
    host.env['SKIPTRACE_PROFILE'] = 'b';
    expect(await skiptrace(host, 'jobs', 'list')).toBe(0);
    expect(keysAt(a)).toEqual([]);
    expect(keysAt(b)).toEqual(['pc_key-of-b', 'pc_key-of-b']);
  });

  it('from the environment never goes to the service of a profile', async () => {
    const { a, b, host, keysAt } = await twoServices();
    host.env = { SKIPTRACE_API_KEY: 'pc_of-another', SKIPTRACE_BASE_URL: b.server.url };
    expect(await skiptrace(host, 'jobs', 'list')).toBe(0);
    delete host.env['SKIPTRACE_BASE_URL'];
    expect(await skiptrace(host, 'config', 'set', 'base-url', b.server.url)).toBe(0);
    expect(await skiptrace(host, 'jobs', 'list')).toBe(0);
    expect(keysAt(a)).toEqual([]);
    expect(keysAt(b)).toEqual(['pc_of-another', 'pc_of-another']);
  });

  it('from a profile goes to no other service: exit 4, and nothing was sent', async () => {
    const { a, b, host, keysAt } = await twoServices();
    host.env = { SKIPTRACE_BASE_URL: b.server.url };
    expect(await skiptrace(host, 'lookup', '1 Oak St, Dover, DE 19901')).toBe(4);
    host.env = {};
    expect(
      await skiptrace(host, 'lookup', '1 Oak St, Dover, DE 19901', '--base-url', `${b.server.url}/`),
    ).toBe(4);
    expect(host.errors).toContain(`belongs to ${a.server.url}`);
    expect([...keysAt(a), ...keysAt(b)]).toEqual([]);
    expect(
      await skiptrace(host, 'lookup', '1 Oak St, Dover, DE 19901', '--base-url', `${a.server.url}/`),
    ).toBe(0);
  });

  it('is kept by login with the service that was named for it', async () => {
    const [one, other] = [await start(), await start()];
    const host = one.host({ stdin: 'pc_key-of-one\n' });
    delete host.env['SKIPTRACE_API_KEY'];
    expect(await skiptrace(host, 'auth', 'login')).toBe(0);
    host.env['SKIPTRACE_BASE_URL'] = other.server.url;
    expect(await skiptrace(host, 'lookup', '1 Oak St, Dover, DE 19901')).toBe(4);
    expect(other.seen()).toEqual({});
  });
});

describe('a profile', () => {
  it("that doesn't exist is an error that names the existing ones", async () => {
    const { a, b, host } = await twoServices();
    host.env = { SKIPTRACE_API_KEY: 'pc_of-another' };
    expect(await skiptrace(host, 'lookup', '1 Oak St, Dover, DE 19901', '--profile', 'bb')).toBe(2);
    expect(host.errors).toContain('There is no profile bb; there are: a, b. Did you mean b?');
    expect([a.seen(), b.seen()]).toEqual([{}, {}]);
  });

  it('that SKIPTRACE_API_KEY leaves unused is named, with its URL, where the other service fails', async () => {
    const { a, host } = await twoServices();
    host.env = { SKIPTRACE_API_KEY: 'pc_of-another' };
    const elsewhere = 'http://127.0.0.1:9';
    expect(await skiptrace(host, 'config', 'set', 'base-url', elsewhere)).toBe(0);
    expect(await skiptrace(host, 'jobs', 'list')).toBe(9);
    expect(host.errors).toContain('The URL comes from "skiptrace config" (base-url).');
    expect(host.errors).toContain(
      `SKIPTRACE_API_KEY is set, so profile a and its URL ${a.server.url} are not used.`,
    );
    expect(host.errors).toContain('--profile a');
    expect(await skiptrace(host, 'jobs', 'list', '--profile', 'a')).toBe(0);
  });

  it.each([
    ['SKIPTRACE_BASE_URL', { SKIPTRACE_BASE_URL: 'http://127.0.0.1:9' }, []],
    ['--base-url', {}, ['--base-url', 'http://127.0.0.1:9']],
  ])('is not blamed for a URL from %s', async (origin, env, argv) => {
    const { host } = await twoServices();
    host.env = { SKIPTRACE_API_KEY: 'pc_of-another', ...env };
    expect(await skiptrace(host, 'jobs', 'list', ...argv)).toBe(9);
    expect(host.errors).toContain(`The URL comes from ${origin}.`);
  });

  it.each([
    [{}, ['--profile', 'b'], /profile b\. Log in with another/, 'skiptrace auth login --profile b'],
    [{ SKIPTRACE_API_KEY: 'pc_old' }, [], /SKIPTRACE_API_KEY: change it/, undefined],
  ])('or a variable with a key that the service refuses is named: %j %j', async (env, argv, hint, next) => {
    const { b, host } = await twoServices();
    host.env = { ...env, ...('SKIPTRACE_API_KEY' in env && { SKIPTRACE_BASE_URL: b.server.url }) };
    b.server.script('listSkipTraceJobs', unauthorized());
    expect(await skiptrace(host, 'jobs', 'list', ...argv)).toBe(4);
    expect(host.errors).toMatch(hint);
    if (next !== undefined) expect(host.errors).toContain(`Next: ${next}`);
    else expect(host.errors).not.toContain('Next:');
  });
});

it('a suspended account is not told to log in with another key', async () => {
  const { b, host } = await twoServices();
  const suspended = { success: false, error: 'This account is suspended.' };
  b.server.script('listSkipTraceJobs', reply(401, suspended, { 'x-error-code': 'unauthorized' }));
  expect(await skiptrace(host, 'jobs', 'list', '--profile', 'b')).toBe(4);
  expect(host.errors).toContain('This account is suspended.');
  expect(host.errors).not.toMatch(/Log in|Next:/);
});

describe('a key in the wrong place', () => {
  it.each([
    ['--api-key-file', 'pc_0123456789secret'],
    ['--api-key=pc_0123456789secret'],
    ['--profile', 'pc_0123456789secret'],
    ['pc_0123456789secret'],
  ])('is not repeated on the screen: %j', async (...argv) => {
    const { host } = await twoServices();
    expect(await skiptrace(host, 'jobs', 'list', ...argv)).not.toBe(0);
    expect(host.errors).not.toContain('0123456789secret');
  });
});
