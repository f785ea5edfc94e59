import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readings, specification } from './checks.js';
import { command, redactor } from './command.js';
import { stoppedClock, StubServer } from './testing/stub.js';

const PACKAGE = path.join(import.meta.dirname, '..');
const COMMAND = path.join(PACKAGE, 'bin', 'skiptrace-conformance.js');

let folder: string;
let stub: StubServer | undefined;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-conformance-'));
});
afterEach(async () => {
  await stub?.close();
  stub = undefined;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function call(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await command({
    args,
    env: { SKIPTRACE_API_KEY: 'pc_0123456789abcdef' },
    out: (text) => (out += text),
    err: (text) => (err += text),
    clock: stoppedClock,
  });
  return { code, out, err };
}

const at = (url: string) => ['--base-url', url, '--only', '^pages.unknown-path$'];

describe('the exit code', () => {
  test('is 0 if every check passed, with a line for each and totals', async () => {
    stub = await StubServer.listen(() => ({ status: 404 }));
    const { code, out } = await call(...at(stub.url));
    expect(out).toContain('passed  pages.unknown-path:');
    expect(out).toContain('1 passed, 0 failed, 0 skipped; $0.00 charged');
    expect(code).toBe(0);
  });

  test('is 1 if a check failed, with the expected and the actual answer', async () => {
    stub = await StubServer.listen(() => ({
      status: 404,
      json: { error: 'pc_0123456789abcdef has no such path' },
      headers: { 'x-request-id': 'req_7' },
    }));
    const { code, out } = await call(...at(stub.url));
    expect(out).toContain('FAILED  pages.unknown-path');
    expect(out).toContain('expected  a page of the application, not an Error body');
    expect(out).toContain('id        req_7');
    expect(out).not.toContain('0123456789abcdef');
    expect(code).toBe(1);
  });

  test('is 0 if everything was skipped, with the reasons', async () => {
    stub = await StubServer.listen(() => ({ status: 404 }));
    const { code, out } = await call('--base-url', stub.url, '--only', '^pricing');
    expect(out).toMatch(/skipped because the fixtures have no matches/);
    expect(out).toContain('0 passed, 0 failed');
    expect(code).toBe(0);
  });

  test('is 2 if an account has a price of its own, and no check is made', async () => {
    stub = await StubServer.listen(() => ({ status: 200, json: { pricePerMatchCents: 50 } }));
    const { code, out, err } = await call(...at(stub.url), '--max-cost', '0.60');
    expect(err).toContain('--key (price of a match $0.50 instead of $0.04)');
    expect(out).toBe('');
    expect(stub.requests.map(({ method, path: asked }) => `${method} ${asked}`)).toEqual([
      'GET /api/user/account',
    ]);
    expect(code).toBe(2);
  });

  test('is 2 if no server answers, in one sentence, and no check is made', async () => {
    const gone = await StubServer.listen(() => ({ status: 404 }));
    const { url } = gone;
    await gone.close();
    const { code, out, err } = await call(...at(url));
    expect(err).toBe(`Can't reach ${url} (ECONNREFUSED). No check was made and nothing was charged.\n`);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  test('is that of the checks if only the account is not answered', async () => {
    stub = await StubServer.listen(({ path: asked }) => ({
      status: asked === '/api/user/account' ? 'none' : 404,
    }));
    expect(await call(...at(stub.url))).toMatchObject({ code: 0, err: '' });
  });

  test('is 2, without a stack trace, if the reader of the output went away', async () => {
    const child = spawn(process.execPath, [COMMAND, '--list']);
    child.stdout.destroy();
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    expect({ code, err }).toEqual({ code: 2, err: '' });
  });

  test('is 2 if the key is refused, in one sentence, and no check is made', async () => {
    stub = await StubServer.listen(() => ({ status: 401, json: { error: 'Invalid API key.' } }));
    const { code, out, err } = await call(...at(stub.url));
    expect(err).toMatch(/^The service does not accept the key of --key or SKIPTRACE_API_KEY \(401\)\. .*\n$/);
    expect(out).toBe('');
    expect(stub.requests).toHaveLength(2);
    expect(code).toBe(2);
  });

  test('is 2 if the command line is wrong, with advice', async () => {
    const fixtures = path.join(folder, 'wrong.json');
    await writeFile(fixtures, '{"purs": 1}');
    const base = ['--base-url', 'http://127.0.0.1:1'];
    for (const [args, message] of [
      [[], '--base-url is missing'],
      [['--base-url', 'ftp://x'], 'http or https'],
      [[...base, '--key', ''], '--key is missing'],
      [[...base, '--max-cost', 'ten'], 'US dollars'],
      [[...base, '--only', '('], 'regular expression'],
      [[...base, '--only', 'no-such-check'], 'no check fits'],
      [[...base, '--fixtures', fixtures], 'unknown "purs"'],
      [[...base, '--fixtures', path.join(folder, 'none.json')], 'cannot be read'],
      [[...base, '--colour'], 'colour'],
    ] as const) {
      const { code, out, err } = await call(...args);
      expect(err).toContain(message);
      expect(out).toBe('');
      expect(code).toBe(2);
    }
  });
});

test('--json prints one document', async () => {
  stub = await StubServer.listen(() => ({ status: 404 }));
  const { out } = await call(...at(stub.url), '--json');
  expect(JSON.parse(out)).toMatchObject({
    passed: 1,
    failed: 0,
    skipped: 0,
    spentCents: 0,
    checks: [{ outcome: 'passed' }],
  });
});

test('--list names every check of the specification, and with --readings the checks of our readings too', async () => {
  const { out } = await call('--list');
  expect(out).toContain('Pricing and billing rules\n  pricing.match-costs-4: ');
  expect(out).not.toContain('reading.');
  const { checks } = JSON.parse((await call('--list', '--json', '--readings')).out) as { checks: unknown[] };
  expect(checks).toHaveLength(specification.length + readings.length);
});

test('ids are unique, and readings are told apart by theirs', () => {
  const ids = [...specification, ...readings].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(readings.every(({ id }) => id.startsWith('reading.'))).toBe(true);
});

test('--version is the version of the package', async () => {
  const { version } = JSON.parse(await readFile(path.join(PACKAGE, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(await call('--version')).toMatchObject({ code: 0, out: `skiptrace-conformance ${version}\n` });
});

test('--help lists the options', async () => {
  const { code, out } = await call('--help');
  expect(out).toContain('--max-cost DOLLARS');
  expect(code).toBe(0);
});

test('prints no key of any form, and no signature of a link', () => {
  const redact = redactor(['secret-key', '']);
  const text = redact('Bearer secret-key pc_abcdefgh12345678 http://h/x?expires=1&signature=abc&v=2');
  expect(text).toBe('Bearer pc_… pc_… http://h/x?expires=1&signature=…&v=2');
});
