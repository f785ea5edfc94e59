import { existsSync, readFileSync, statSync } from 'node:fs';
import { unauthorized } from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';
import { credentialsFile, writeProfiles } from '../credentials/profiles.js';
import type { FakeHostOptions } from '../testing/fake-host.js';
import { scenarios, skiptrace } from '../testing/scenario.js';

const start = scenarios();
const KEY = 'pc_0123456789abcdefghijABCDEFGHIJ99';

async function keyless(options: FakeHostOptions = {}) {
  const scenario = await start();
  const host = scenario.host(options);
  delete host.env['SKIPTRACE_API_KEY'];
  return { scenario, host };
}

describe('auth', () => {
  it('login takes the key from a pipe, checks it with the service, and keeps it in a private file', async () => {
    const { scenario, host } = await keyless({ stdin: `${KEY}\n` });
    expect(await skiptrace(host, 'auth', 'login')).toBe(0);
    expect(scenario.server.requests.map(({ target }) => target)).toEqual(['getAccount']);
    expect(statSync(credentialsFile(host)).mode & 0o777).toBe(0o600);
    expect(host.errors).not.toContain(KEY);
    expect(await skiptrace(host, 'jobs', 'list')).toBe(0);
    expect(scenario.server.requests[1]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('login asks on a terminal without showing what is typed', async () => {
    const { host } = await keyless({ terminal: true });
    const code = skiptrace(host, 'auth', 'login');
    await host.answer(/API key \(not shown\): $/, `${KEY}\r`);
    expect(await code).toBe(0);
    expect(host.errors + host.output).not.toContain(KEY);
    expect(readFileSync(credentialsFile(host), 'utf8')).toContain(KEY);
  });

  it('login asks for the service, tries it at once, and ends with the name of the account', async () => {
    const { scenario, host } = await keyless({ terminal: true });
    delete host.env['SKIPTRACE_BASE_URL'];
    const code = skiptrace(host, 'auth', 'login');
    await host.answer(/Service URL \[http:\/\/127\.0\.0\.1:3000\]: /, 'http://127.0.0.1:1\r');
    await host.answer(
      /Can't reach http:\/\/127\.0\.0\.1:1\.[^]*Service URL .*: $/,
      `${scenario.server.url}\r`,
    );
    await host.answer(/API key \(not shown\): /, `${KEY}\r`);
    expect(await code).toBe(0);
    expect(host.errors).toContain('skiptrace-server keys create');
    expect(host.errors).toContain(`Logged in to ${scenario.server.url}`);
    expect(host.errors).toMatch(/Balance +\$1,000\.00/);
    expect(await skiptrace(host, 'balance')).toBe(0);
  });

  it('login that is refused names the server that was typed, also in the next command', async () => {
    const { scenario, host } = await keyless({ terminal: true });
    delete host.env['SKIPTRACE_BASE_URL'];
    const code = skiptrace(host, 'auth', 'login');
    scenario.server.script('getAccount', unauthorized());
    await host.answer(/Service URL .*: $/, `${scenario.server.url}\r`);
    await host.answer(/API key \(not shown\): /, `${KEY}\r`);
    expect(await code).toBe(4);
    expect(host.errors).toContain(`${scenario.server.url} did not accept the key`);
    expect(host.errors).toContain(`Next: skiptrace auth login --base-url ${scenario.server.url}`);
  });

  it('login asks for the service of a profile too, so that one that moved can be named', async () => {
    const { scenario, host } = await keyless({ terminal: true });
    delete host.env['SKIPTRACE_BASE_URL'];
    const gone = 'http://127.0.0.1:9';
    await writeProfiles(host, { current: 'default', profiles: { default: { apiKey: KEY, baseUrl: gone } } });
    expect(await skiptrace(host, 'balance')).toBe(9);
    expect(host.errors).toContain('The URL comes from profile default.');
    const code = skiptrace(host, 'auth', 'login');
    await host.answer(/Service URL \[http:\/\/127\.0\.0\.1:9, of profile default\]: $/, '\r');
    await host.answer(
      /Can't reach http:\/\/127\.0\.0\.1:9\. The URL comes from profile default\.[^]*: $/,
      `${scenario.server.url}\r`,
    );
    await host.answer(/API key \(not shown\): /, `${KEY}\r`);
    expect(await code).toBe(0);
    expect(await skiptrace(host, 'balance')).toBe(0);
  });

  it('login asks for no key if nothing answers at the service', async () => {
    const { host } = await keyless({ terminal: true });
    expect(await skiptrace(host, 'auth', 'login', '--base-url', 'http://127.0.0.1:9')).toBe(9);
    expect(host.errors).not.toContain('API key');
  });

  it('login keeps neither a key that the service refuses nor a text that is not a key', async () => {
    const { scenario, host } = await keyless({ stdin: KEY });
    scenario.server.script('getAccount', unauthorized());
    expect(await skiptrace(host, 'auth', 'login')).toBe(4);
    expect(existsSync(credentialsFile(host))).toBe(false);
    // The key was typed a moment ago, so no source is named.
    expect(host.errors).not.toContain('profile default');
    expect(host.errors).toContain('Nothing was saved.');
    const other = await keyless({ stdin: 'not a key' });
    expect(await skiptrace(other.host, 'auth', 'login')).toBe(4);
    expect(other.host.errors).not.toContain('not a key');
  });

  it('login never replaces another key without a yes, and says which one', async () => {
    const OTHER = 'pc_ABCDEFGHIJ0123456789abcdefghijZZ';
    const held = {
      current: 'default',
      profiles: { default: { apiKey: OTHER, baseUrl: 'http://127.0.0.1:9' } },
    };
    const piped = await keyless({ stdin: KEY });
    await writeProfiles(piped.host, held);
    expect(await skiptrace(piped.host, 'auth', 'login')).not.toBe(0);
    expect(piped.host.errors).toContain('holds another key, pc_…ijZZ for http://127.0.0.1:9.');
    expect(piped.host.errors).toContain('To replace it, remove it first: skiptrace auth logout');
    expect(readFileSync(credentialsFile(piped.host), 'utf8')).toContain(OTHER);
    for (const [answer, kept] of [
      ['\r', OTHER],
      ['y\r', KEY],
    ] as const) {
      const { host, scenario } = await keyless({ terminal: true });
      await writeProfiles(host, held);
      const code = skiptrace(host, 'auth', 'login', '--base-url', scenario.server.url);
      await host.answer(/API key \(not shown\): $/, `${KEY}\r`);
      await host.answer(/holds another key, pc_…ijZZ.* Replace it\? \[y\/N\] $/, answer);
      await code;
      expect(readFileSync(credentialsFile(host), 'utf8')).toContain(kept);
    }
  });

  it('login warns of a variable that wins over the saved key, and a wrong variable is named', async () => {
    const { host } = await keyless({ stdin: KEY });
    host.env['SKIPTRACE_API_KEY'] = 'abc';
    expect(await skiptrace(host, 'auth', 'login')).toBe(0);
    expect(host.errors).toContain(
      'warning: SKIPTRACE_API_KEY is set and wins over this profile. Unset it, or add --profile default to commands.',
    );
    expect(await skiptrace(host, 'balance')).toBe(4);
    expect(host.errors).toContain('Correct SKIPTRACE_API_KEY, or unset it to use the key that');
    expect(host.errors).not.toContain('Next: skiptrace auth login');
    expect(await skiptrace(host, 'balance', '--profile', 'default')).toBe(0);
  });

  it('login does not warn of a variable that a named profile, or an empty value, leaves unused', async () => {
    const { host } = await keyless({ stdin: KEY });
    Object.assign(host.env, { SKIPTRACE_API_KEY: 'abc', SKIPTRACE_PROFILE: 'mine' });
    expect(await skiptrace(host, 'auth', 'login')).toBe(0);
    expect(await skiptrace(host, 'balance')).toBe(0);
    host.env = { ...host.env, SKIPTRACE_API_KEY: '', SKIPTRACE_PROFILE: '' };
    expect(await skiptrace(host, 'balance')).toBe(0);
    expect(host.errors).not.toContain('warning:');
  });

  it('status shows the masked key, where it comes from and whether it is taken', async () => {
    const { scenario, host } = await keyless();
    host.env['SKIPTRACE_API_KEY'] = KEY;
    expect(await skiptrace(host, 'auth', 'status')).toBe(0);
    expect(host.output).toContain(
      `Profile      default\nService      ${scenario.server.url}\nKey          pc_…IJ99\nFrom         SKIPTRACE_API_KEY\nAccepted     yes\nAccount `,
    );
    expect(host.output).toMatch(/^Balance +\$1,000\.00$/m);
    scenario.server.script('getAccount', unauthorized());
    expect(await skiptrace(host, 'auth', 'status', '--json')).toBe(4);
  });

  it('status without a key is exit 4', async () => {
    const { host } = await keyless();
    expect(await skiptrace(host, 'auth', 'status')).toBe(4);
    expect(host.errors).toContain('skiptrace auth login');
  });

  it('profiles keep accounts apart', async () => {
    const { scenario, host } = await keyless({ stdin: KEY });
    await skiptrace(host, 'auth', 'login', '--profile', 'client-a', '--no-check');
    expect(await skiptrace(host, 'auth', 'switch', 'client-b')).toBe(2);
    expect(await skiptrace(host, 'auth', 'switch', 'client-a')).toBe(0);
    await skiptrace(host, 'auth', 'list', '--json');
    expect(JSON.parse(host.output)).toEqual([
      { profile: 'client-a', key: 'pc_…IJ99', baseUrl: scenario.server.url, current: true },
    ]);
    expect(await skiptrace(host, 'auth', 'logout')).toBe(0);
    expect(readFileSync(credentialsFile(host), 'utf8')).not.toContain(KEY);
    expect(scenario.seen()).toEqual({});
  });
});

describe('balance', () => {
  it('shows the account and its balance', async () => {
    const { host } = await start.withHost();
    expect(await skiptrace(host, 'balance')).toBe(0);
    expect(host.output).toMatch(/^Account +\S/);
    expect(host.output).toMatch(/^Balance +\$1,000\.00$/m);
    expect(host.output).toMatch(/^Price +\$0\.04 per match$/m);
    expect(host.output).toMatch(
      /^Free misses +\d+ of [\d,]+ left today, resets \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m,
    );
    expect(host.output).toContain(
      '\n             Lookups without a match; 4 matches give one back; CSV jobs use none\n',
    );
  });

  it('breaks its notes between words on a narrow terminal', async () => {
    const scenario = await start();
    const host = scenario.host({ terminal: true, columns: 60 });
    expect(await skiptrace(host, 'balance')).toBe(0);
    expect(host.output).toContain(
      '\n             Lookups without a match; 4 matches give one\n             back; CSV jobs use none\n',
    );
  });

  it('gives a program single values', async () => {
    const { host } = await start.withHost();
    await skiptrace(host, 'balance', '--json', 'balanceCents,dailyMisses.limit');
    expect(JSON.parse(host.output)).toMatchObject({ balanceCents: 100_000 });
    expect(Object.keys(JSON.parse(host.output) as object)).toEqual(['balanceCents', 'dailyMisses.limit']);
  });

  it('without a key is exit 4, and says how to get one', async () => {
    const { host } = await start.withHost();
    delete host.env['SKIPTRACE_API_KEY'];
    expect(await skiptrace(host, 'balance')).toBe(4);
    expect(host.errors).toContain('No API key found.\nYour provider gives you one. On your own server, ');
    expect(host.errors).toContain('\nNext: skiptrace auth login\n');
  });
});

it('a setting stays as it is if its new value is forgotten', async () => {
  const { host } = await keyless();
  expect(await skiptrace(host, 'config', 'set', 'max-cost', '1')).toBe(0);
  expect(await skiptrace(host, 'config', 'set', 'max-cost')).toBe(2);
  expect(await skiptrace(host, 'config', 'get', 'max-cost')).toBe(0);
  expect(host.output).toBe('1\n');
});
