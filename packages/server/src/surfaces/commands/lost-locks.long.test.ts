import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../platform/config.js';
import { randomIds } from '../../platform/ids.js';
import { silentLogger } from '../../platform/logger.js';
import { snatch, databaseOf } from '../../testing/postgres.js';
import { runProgram, startProcess, type ServerProcess } from '../../testing/process.js';
import { MATCH, oneLine } from '../../testing/sandbox.js';
import { temporaryFolder, type Temporary } from '../../testing/temporary.js';
import { openService } from '../service/open-service.js';

let folder: Temporary<string>;
let url: string;
let env: Record<string, string>;
let server: ServerProcess;
beforeEach(async () => {
  folder = await temporaryFolder();
  url = await databaseOf(folder.value);
  env = { DATABASE_URL: url, DATA_DIR: path.join(folder.value, 'data') };
});
afterEach(async () => {
  await server.stop('SIGKILL');
  await folder.remove();
});

it('a server with a lost lock is not ready until it has it again', async () => {
  server = await startProcess([], env);
  const ready = async () => {
    const answer = await fetch(`${server.ready.url}/readyz`);
    return [answer.status, ((await answer.json()) as { faults: string[] }).faults.join()];
  };
  expect(await ready()).toEqual([200, '']);
  const release = await snatch(url, 'server');
  await expect.poll(ready).toEqual([503, expect.stringContaining('cannot see this server')]);
  await release();
  await expect.poll(ready).toEqual([200, '']);
  const { log } = await server.stop();
  expect(log).toContain('a lock is lost with its connection');
  expect(log).toContain('a lock that was lost is held again');
}, 60_000);

it('a sandbox removed while the lock of its users was lost is restored', async () => {
  server = await startProcess(['--sandbox'], env);
  const { stdout } = await runProgram(
    ['accounts', 'create', '--name', 'Test', '--balance-cents', '100', '--json'],
    env,
  );
  const { apiKey } = JSON.parse(stdout) as { apiKey: string };
  const found = async () => {
    const answer = await fetch(`${server.ready.url}/api/v1/skip-trace`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ address: oneLine(MATCH) }),
    });
    return ((await answer.json()) as { found: boolean }).found;
  };
  expect(await found()).toBe(true);
  const release = await snatch(url, 'sandbox');
  const other = await openService(readConfig(env, {}), { ids: randomIds, logger: silentLogger });
  await other.unloadSandbox();
  await other.close();
  await expect.poll(found).toBe(false);
  await release();
  await expect.poll(found).toBe(true);
}, 60_000);
