import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Environment } from '../../platform/config.js';
import { databaseOf } from '../../testing/postgres.js';
import { capturedIo } from '../../testing/process.js';
import { MATCH, oneLine } from '../../testing/sandbox.js';
import { temporaryFolder, type Temporary } from '../../testing/temporary.js';
import { main } from './main.js';

let folder: Temporary<string>;
let stops: (() => Promise<void>)[];
beforeEach(async () => {
  folder = await temporaryFolder();
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await folder.remove();
});

/** Starts the server in this process and returns its output once it is ready. */
async function start(
  words: readonly string[],
  env: Environment = {},
  program = 'skiptrace-server',
): Promise<{ out: string; err: string }> {
  const { io, said } = capturedIo({ DATA_DIR: path.join(folder.value, 'data'), LOG_LEVEL: 'silent', ...env });
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  io.stopRequested = () => stopped;
  const ended = main(['start', '--port', '0', ...words], { ...io, program });
  stops.push(async () => {
    stop();
    await ended;
  });
  await expect.poll(() => said.out).toContain('\n');
  return said;
}
const run = async (...words: readonly string[]): Promise<string> => {
  const { io, said } = capturedIo({ DATA_DIR: path.join(folder.value, 'data') });
  expect(await main(words, io)).toBe(0);
  return said.out;
};
const urlIn = (out: string): string => /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0] ?? '';
const lookUp = async (url: string, apiKey: string): Promise<unknown> => {
  const answer = await fetch(`${url}/api/v1/skip-trace`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ address: oneLine(MATCH) }),
  });
  return answer.json();
};

describe('a server that is started for the first time', { timeout: 60_000 }, () => {
  it('names what is missing, and the commands to add it', async () => {
    const { out } = await start([]);
    expect(out).toContain(
      `No accounts and no owners yet in ${path.join(folder.value, 'data')}. In another terminal:`,
    );
    expect(out).toContain('skiptrace-server accounts create --name "My company" --balance 100 --data-dir ');
    expect(out).toContain('skiptrace-server owners import owners.csv --data-dir ');
    await run('accounts', 'create', '--name', 'First');
    const again = await start(['--role', 'api']);
    expect(again.out).toContain('No owners yet in ');
    expect(again.out).not.toContain('accounts create');
  });

  it('with --demo has a working test key, the same at every start', async () => {
    const { out } = await start(['--demo']);
    const apiKey = /pc_test_[0-9A-Za-z]+/.exec(out)?.[0] ?? '';
    expect(await lookUp(urlIn(out), apiKey)).toMatchObject({ found: true, charged: 0 });
    // The steps of README's quickstart.
    const leads = path.join(folder.value, 'data', 'demo-leads.csv');
    expect(out).toContain(
      `\n  npx skiptrace auth login --base-url ${urlIn(out)}    # paste the key\n` +
        `  npx skiptrace lookup "${oneLine(MATCH)}"\n  npx skiptrace upload ${leads}\n`,
    );
    const file = await readFile(leads, 'utf8');
    expect(file.split('\n').filter((line) => /Sandbox .+,\d{5}$/.test(line))).toHaveLength(6);
    expect((await readFile(path.join(folder.value, 'data', 'demo-key'), 'utf8')).trim()).toBe(apiKey);
    const again = await start(['--demo', '--role', 'api']);
    expect(again.out).toContain(apiKey);
    expect(JSON.parse(await run('accounts', 'list', '--json'))).toHaveLength(1);
  });

  it('with --demo and real accounts says that it does not touch them', async () => {
    await run('accounts', 'create', '--name', 'Real', '--balance', '5');
    const { out } = await start(['--demo']);
    expect(out).toContain('The demo has an account of its own; your other account is untouched.');
    expect(JSON.parse(await run('balance', 'show', 'Real', '--json'))).toMatchObject({ balanceCents: 500 });
  });

  it('prints commands as they can be typed after a start with npx', async () => {
    const { out } = await start([], {}, 'npx @skiptrace/server');
    expect(out).toContain(
      '  npx @skiptrace/server accounts create --name "My company" --balance 100 --data-dir ',
    );
    const { io, said } = capturedIo({ DATA_DIR: path.join(folder.value, 'nowhere') });
    expect(await main(['accounts', 'list'], { ...io, program: 'npx @skiptrace/server' })).toBe(2);
    expect(said.err).toContain(
      'A new one is made by "npx @skiptrace/server start" or "npx @skiptrace/server accounts',
    );
  });

  it('is named by "accounts create", which prints the next steps', async () => {
    const nothingRuns = await run('accounts', 'create', '--name', 'First');
    const where = `--data-dir ${path.join(folder.value, 'data')}`;
    expect(nothingRuns).toContain(
      `Next, start the server in another terminal, if none runs yet:\n  skiptrace-server start ${where}\n` +
        'Next, log in with the key:\n  npx skiptrace auth login\n',
    );
    const url = urlIn((await start([])).out);
    const itRuns = await run('accounts', 'create', '--name', 'Second');
    expect(itRuns).not.toContain('start the server');
    expect(itRuns).toContain(`  npx skiptrace auth login --base-url ${url}\n`);
    expect(itRuns).toContain(`\nIn a browser, sign in with the key at\n  ${url}/app\n`);
    const id = /sign-in-link ([0-9a-f]{8}) /.exec(itRuns)?.[1] ?? '';
    expect(await run('accounts', 'sign-in-link', id)).toContain(`${url}/app/sign-in#token=`);
  });

  it('on PostgreSQL names commands for the database, not for a folder', async () => {
    const { out } = await start([], { DATABASE_URL: await databaseOf(folder.value) });
    expect(out).toContain(
      'No accounts and no owners yet in the database. In another terminal, with the same DATABASE_URL:',
    );
    expect(out).not.toContain('--data-dir');
  });
});
