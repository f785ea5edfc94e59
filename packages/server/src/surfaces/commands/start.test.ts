import { stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileLocks } from '../../platform/database/sqlite/index.js';
import { capturedIo, runCommand, startProcess, type ServerProcess } from '../../testing/process.js';
import { RawConnection, statusOf } from '../../testing/raw-http.js';
import { MATCH, oneLine } from '../../testing/sandbox.js';
import { temporaryServer } from '../../testing/server.js';
import { temporaryFolder, type Temporary } from '../../testing/temporary.js';
import { holdWorkerLock } from './locks.js';
import { main } from './main.js';

let folder: Temporary<string>;
let dataDir: string;
let servers: ServerProcess[];
beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = path.join(folder.value, 'data');
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.stop('SIGKILL');
  await folder.remove();
});
const start = async (args: readonly string[] = [], env: Record<string, string> = {}) => {
  const server = await startProcess(['--data-dir', dataDir, ...args], env);
  servers.push(server);
  return server;
};
/** Runs a command beside the process, in this one. */
const command = async (...words: readonly string[]) => (await runCommand({ DATA_DIR: dataDir }, words)).out;
const createAccount = async () => {
  const made = await command('accounts', 'create', '--name', 'Test', '--balance-cents', '100', '--json');
  return (JSON.parse(made) as { apiKey: string }).apiKey;
};

describe('the server as a process', { timeout: 90_000 }, () => {
  it('prints its address in one line, keeps its data private, and is its only worker; commands work beside it', async () => {
    const env = { METRICS_PORT: '0', SUPPORT_RETENTION_DAYS: '77', OPT_OUT: 'on' };
    const { ready, stop } = await start([], env);
    expect(ready).toEqual({
      event: 'ready',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as unknown,
      pid: expect.any(Number) as unknown,
      metricsUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/) as unknown,
    });
    const apiKey = await createAccount();
    const headers = { authorization: `Bearer ${apiKey}` };
    expect((await fetch(`${ready.url}/api/user/skip-trace`, { headers })).status).toBe(200);
    expect((await fetch(ready.metricsUrl ?? '')).status).toBe(200);
    const modes = await Promise.all(
      ['.', 'service.sqlite', 'owners.sqlite', 'signing-secret', 'files'].map(async (name) => {
        const { mode } = await stat(path.join(dataDir, name));
        return [name, (mode & 0o077).toString(8)];
      }),
    );
    expect(modes.filter(([, others]) => others !== '0')).toEqual([]);
    // Commands know its address until it stops, and its settings afterwards, whatever their shell says.
    const link = () => command('operators', 'sign-in-link', '--name', 'Ana');
    const during = await link();
    expect(during).toContain(`${ready.url}/operator/sign-in#token=`);
    expect(during).toContain('the link works on this machine alone');
    expect((await stop()).code).toBe(0);
    const after = await link();
    expect(after).toContain('http://127.0.0.1:3000/operator/sign-in#token=');
    expect(after).toContain('a guess');
    const doctor = await command('doctor');
    expect(doctor).toMatch(/support messages +77 +SUPPORT_RETENTION_DAYS/);
    expect(doctor).toContain('SUPPORT_RETENTION_DAYS is 77 (this shell: 365)');
    expect(doctor).toContain('The page /opt-out, where people ask to be left out: on.');

    // It is the only worker of its data directory until it ends, in whatever way; and its settings replace the earlier ones.
    const second = await start();
    await expect(holdWorkerLock(fileLocks(dataDir))).rejects.toThrow(
      `Another skiptrace-server is working on the data directory ${dataDir}. Stop it`,
    );
    // A process that only answers needs no lock.
    const { service, close } = await temporaryServer({ dataDir });
    expect(await service.faults()).toEqual([]);
    await close();
    await second.stop('SIGKILL');
    const lock = await holdWorkerLock(fileLocks(dataDir));
    await lock.release();
    expect(await command('doctor')).toContain('left out: off. Start the server with OPT_OUT=on to open it.');
  });

  it('keeps its sandbox while a second process starts without one, until the last process with a sandbox ends', async () => {
    const sandbox = await start(['--sandbox']);
    const apiKey = await createAccount();
    const found = async ({ ready }: ServerProcess) => {
      const answer = await fetch(`${ready.url}/api/v1/skip-trace`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ address: oneLine(MATCH) }),
      });
      return ((await answer.json()) as { found: boolean }).found;
    };
    const second = await start(['--role', 'api']);
    expect(await found(sandbox)).toBe(true);
    await sandbox.stop('SIGKILL');
    await second.stop();
    expect(await found(await start())).toBe(false);
  });

  it('finishes a running upload when it is told to stop, and accepts no new one', async () => {
    const apiKey = await createAccount();
    const { ready, stop } = await start();
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({
      filename: 'a.csv',
      columnMapping: { address: 'A', city: 'B', state: 'C', zip: 'D' },
    });
    const created = await fetch(`${ready.url}/api/user/skip-trace`, { method: 'POST', headers, body });
    const { uploadUrl } = (await created.json()) as { uploadUrl: string };
    const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nA,B,C,D\r\n';
    const rest = '1,2,3,4\r\n--b--\r\n';
    const upload = (await RawConnection.open(ready.url)).send(
      `POST ${new URL(uploadUrl).pathname} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${form.length + rest.length}\r\n` +
        `Expect: 100-continue\r\n\r\n`,
    );
    await expect.poll(() => upload.received).toContain('100 Continue');
    upload.send(form);
    const stopped = stop();
    await expect
      .poll(
        async () =>
          fetch(ready.url).then(
            () => 'open',
            () => 'closed',
          ),
        { timeout: 15_000 },
      )
      .toBe('closed');
    upload.send(rest);
    const answer = (await upload.untilClosed()).replace('HTTP/1.1 100 Continue\r\n\r\n', '');
    expect(statusOf(answer)).toBe(200);
    expect((await stopped).code).toBe(0);
  });
});

describe('an impossible start', () => {
  it.each<[string, (file: string, taken: string) => [string[], Record<string, string>, number, string]]>([
    ['a data directory that is a file', (file) => [['--data-dir', file], {}, 2, 'it is a file']],
    [
      'a data directory below a file',
      (file) => [['--data-dir', `${file}/data`], {}, 2, 'part of its path is a file'],
    ],
    ['a bad variable', () => [[], { PORT: 'three' }, 2, 'PORT']],
    ['a bad flag', () => [['--port', '70000'], {}, 2, '--port']],
    ['an unknown role', () => [['--role', 'boss'], {}, 2, 'role']],
    ['a port that is taken', (_, taken) => [['--port', taken], {}, 1, 'is already in use']],
  ])('is refused for %s, in a sentence, and leaves nothing running', async (_, given) => {
    const file = path.join(folder.value, 'file');
    await writeFile(file, '');
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', () => resolve()));
    const address = other.address();
    const [args, env, code, message] = given(file, String(typeof address === 'object' ? address?.port : ''));
    const { io, said } = capturedIo({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
    expect(await main(['start', ...args], io)).toBe(code);
    expect(said.err).toContain(message);
    expect(said.out).toBe('');
    // A mistyped command, or one that cannot serve, creates no data directory.
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
    await new Promise((resolve) => other.close(resolve));
  });
});
