import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Registry } from './registry.js';
import { Transcript } from './terminal.js';

const examples = path.resolve(import.meta.dirname, '../../examples');

interface Stage {
  readonly columns: number;
  /** The folder that @skiptrace/server was installed in. */
  readonly server: string;
  readonly registry: Registry;
}

/**
 * The first hour of a newcomer: tries the demo, then loads owners of their own and enriches a file. Every
 * program comes from the registry, and every question is answered by hand.
 * @returns the session as it stood on the screen
 */
export async function firstHour({ columns, server, registry }: Stage): Promise<string> {
  const home = await registry.emptyFolder();
  const env = { ...registry.environment(home), npm_config_loglevel: 'error', COLUMNS: String(columns) };
  const session = new Transcript(columns, home, env);
  session.name(home, '~');
  for (const name of ['owners.csv', 'leads.csv']) {
    await copyFile(
      path.join(examples, name === 'leads.csv' ? 'first-leads.csv' : name),
      path.join(home, name),
    );
  }
  const dataDir = await mkdtemp(path.join(registry.folder, 'data-'));
  session.name(` --data-dir ${dataDir}`, '');
  session.name(dataDir, './data');

  session.say('Try it: a server with made-up owners and a test key');
  const demo = await serve(['--demo'], server, dataDir, env);
  session.name(demo.url, 'http://127.0.0.1:3000');
  const testKey = /pc_test_[0-9A-Za-z]{40}/.exec(demo.said)?.[0] ?? '';
  session.name(testKey, 'pc_test_YourTestKey');
  session.show('npx @skiptrace/server start --demo', demo.said);
  const login = await session.run('npx --yes skiptrace auth login', [
    { wait: ']: ' },
    { type: `${demo.url}\r` },
    { wait: 'not shown): ' },
    { type: `${testKey}\r` },
  ]);
  expect(login).toMatchObject({ code: 0 });
  const look = 'npx --yes skiptrace lookup "100 Sandbox Match St, Austin, TX 78701"';
  expect((await session.run(look)).text).toContain('Jordan Avery');
  await demo.stop();

  session.say('For real: your own owners, an account with money, a price to approve');
  const operator = (words: string) =>
    session.run(`${path.join(server, 'node_modules/.bin/skiptrace-server')} ${words} --data-dir ${dataDir}`);
  session.name(path.join(server, 'node_modules/.bin/skiptrace-server'), 'npx @skiptrace/server');
  expect((await operator('owners import owners.csv --source county --dry-run')).code).toBe(0);
  expect((await operator('owners import owners.csv --source county')).code).toBe(0);
  const created = await operator('accounts create --name "My company" --balance 25');
  const apiKey = /pc_[0-9A-Za-z]{40}/.exec(created.text.replaceAll('\n', ''))?.[0] ?? '';
  session.name(apiKey, 'pc_YourKey');
  session.name(/sign-in-link ([0-9a-f]{8})/.exec(created.text)?.[1] ?? 'no ID', '3ba94cff');
  const own = await serve([], server, dataDir, env);
  session.name(own.url, 'http://127.0.0.1:3000');
  session.show('npx @skiptrace/server start', own.said);
  const again = await session.run('npx --yes skiptrace auth login --profile mine', [
    { wait: ']: ' },
    { type: `${own.url}\r` },
    { wait: 'not shown): ' },
    { type: `${apiKey}\r` },
  ]);
  expect(again).toMatchObject({ code: 0 });
  const upload = await session.run('npx --yes skiptrace upload leads.csv --profile mine', [
    { wait: '[y/N]' },
    { type: 'y\r' },
  ]);
  expect(upload).toMatchObject({ code: 0 });
  expect(await readFile(path.join(home, 'leads.enriched.csv'), 'utf8')).toContain('Matched');
  expect((await session.run('npx --yes skiptrace balance --profile mine')).text).toContain('$24.92');
  await own.stop();
  return session.text;
}

/** The installed server, until it is stopped. */
async function serve(words: readonly string[], folder: string, dataDir: string, env: Record<string, string>) {
  const bin = path.join(folder, 'node_modules/.bin/skiptrace-server');
  const child = spawn(bin, ['start', '--port', '0', '--data-dir', dataDir, ...words], {
    cwd: folder,
    env: { ...env, LOG_LEVEL: 'silent', JOBS_PRIORITY: 'normal', DISK_RESERVE_BYTES: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  const said = first.toString();
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '';
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  onTestFinished(() => void child.kill('SIGKILL'));
  return { url, said, stop };
}
