import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administer, databaseOf } from '../testing/postgres.js';
import { runProgram } from '../testing/process.js';
import { leads, leadsForm, LEADS_JOB, MATCH, oneLine } from '../testing/sandbox.js';
import { temporaryServer } from '../testing/server.js';
import { temporaryFolder, type Temporary } from '../testing/temporary.js';

const bin = path.resolve(import.meta.dirname, '../../bin/skiptrace-server.js');
const FILE = leads(MATCH);
const ASKED = { json: { address: oneLine(MATCH) }, headers: { 'idempotency-key': 'before-the-move' } };

let folder: Temporary<string>;
let dataDir: string;
let url: string;
let account: { accountId: string; apiKey: string };
let jobId: string;
let answered: string;

/** A data directory with everything in it that a customer would miss. */
beforeAll(async () => {
  folder = await temporaryFolder();
  dataDir = path.join(folder.value, 'data');
  url = await databaseOf(folder.value);
  const server = await temporaryServer({ dataDir });
  account = server.account;
  await server.service.startWorker();
  answered = (await server.call('skipTraceSingle', ASKED)).text;
  ({ jobId } = (await server.call('createSkipTraceJob', { json: LEADS_JOB })).json as { jobId: string });
  await server.call('uploadSkipTraceJobFile', { jobId, body: leadsForm(FILE) });
  await server.until(jobId, 'preview');
  await server.call('confirmSkipTraceJob', { jobId });
  await server.until(jobId, 'completed');
  await server.close();
}, 60_000);
afterAll(() => folder.remove());

const move = (to = url) => runProgram(['move', '--data-dir', dataDir, '--json'], { DATABASE_URL: to });

describe('a data directory that is moved', () => {
  it('is refused while a server runs on it, and nothing has changed', async () => {
    const server = await temporaryServer({ dataDir });
    const lock = await server.service.locks.hold('server', 'shared');
    const { code, stderr } = await move();
    expect([code, stderr]).toEqual([2, expect.stringContaining('A server is running')]);
    await lock?.release();
    expect((await server.call('skipTraceSingle', ASKED)).text).toBe(answered);
    await server.close();
  });

  it('never shows a password, also where it cannot be moved', async () => {
    const at = new URL(url);
    at.pathname = '/nowhere';
    const { code, stdout, stderr } = await move(at.href);
    expect(code).not.toBe(0);
    expect(stdout + stderr).not.toContain(at.password);
    expect(stderr).toContain('no database of that name');
  });

  it('is not made when a server may have started on the way, because the lock against it was lost', async () => {
    const other = await databaseOf(`${folder.value}/other`);
    const env = { DATABASE_URL: other };
    await (
      await temporaryServer({ dataDir: `${dataDir}-other`, env, balanceCents: 0, sandbox: false })
    ).close();
    const client = new pg.Client({ connectionString: other });
    await client.connect();
    const pidOf = () =>
      administer(async (admin) => {
        const { rows } = await admin.query<{ pid: number }>(
          "SELECT pid FROM pg_stat_activity WHERE application_name = 'skiptrace-server server' AND datname = $1",
          [new URL(other).pathname.slice(1)],
        );
        return rows[0]?.pid;
      });
    // Stops the move where it writes the money.
    await client.query('DELETE FROM api_keys');
    await client.query('DELETE FROM accounts');
    await client.query('BEGIN');
    await client.query('LOCK TABLE ledger_records IN ACCESS EXCLUSIVE MODE');
    const moving = move(other);
    const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'ledger_records'::regclass";
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
    const pid = await pidOf();
    await client.query('SELECT pg_terminate_backend($1)', [pid]);
    await expect.poll(async () => ![pid, undefined].includes(await pidOf())).toBe(true);
    await client.query('COMMIT');
    const { code, stderr } = await moving;
    expect([code, stderr]).toEqual([2, expect.stringContaining('was lost on the way')]);
    expect((await client.query('SELECT FROM accounts')).rowCount).toBe(0);
    await client.end();
  }, 60_000);

  it('may be killed on the way, and is moved by the next run', async () => {
    const child = spawn(process.execPath, [bin, 'move', '--data-dir', dataDir], {
      env: { PATH: process.env.PATH, DATABASE_URL: url },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    for await (const line of createInterface({ input: child.stderr })) {
      if (!line.includes('accounts, money')) continue;
      child.kill('SIGKILL');
      break;
    }
    await ended;
    const { code, stdout, stderr } = await move();
    expect([code, stderr]).toEqual([0, expect.stringContaining('Moving')]);
    const { compared } = JSON.parse(stdout) as {
      compared: { what: string; source: unknown; target: unknown }[];
    };
    for (const { source, target } of compared) expect(target).toEqual(source);
    expect(compared.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['ledger_records', 'replays', 'jobs', 'owner_records']),
    );
  }, 60_000);

  it('does not start by itself any more, and says where everything is', async () => {
    const { code, stderr } = await runProgram(['start', '--data-dir', dataDir]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Set DATABASE_URL')]);
    expect(stderr).not.toContain(new URL(url).password);
  });

  it('goes on with its keys, money, receipts, jobs and files', async () => {
    const server = await temporaryServer({ dataDir, env: { DATABASE_URL: url } });
    const { apiKey: key } = account;
    const again = await server.call('skipTraceSingle', { ...ASKED, key });
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([answered, 'true']);
    const job = (await server.call('getSkipTraceJob', { jobId, key })).json;
    expect(job.status).toBe('completed');
    const file = await fetch(String(job.downloadUrl));
    expect([file.status, (await file.text()).length > 0]).toEqual([200, true]);
    expect(await server.service.ledgerFindings()).toEqual([]);
    expect(await server.service.jobFindings()).toEqual([]);
    expect(await server.service.fileFindings()).toEqual([]);
    // New numbers follow the old ones.
    expect((await server.call('createSkipTraceJob', { json: LEADS_JOB, key })).status).toBe(201);
    await server.close();
  }, 60_000);

  it('is not moved into a database that somebody works on', async () => {
    await rm(path.join(dataDir, 'moved.json'));
    const { code, stderr } = await move();
    expect([code, stderr]).toEqual([1, expect.stringContaining('holds other data')]);
  });
});
