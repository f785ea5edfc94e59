import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administer, databaseOf } from '../../testing/postgres.js';
import { runCommand, runProgram } from '../../testing/process.js';
import { leads, MATCH } from '../../testing/sandbox.js';
import { temporaryServer } from '../../testing/server.js';
import { temporaryFolder, type Temporary } from '../../testing/temporary.js';

const bin = path.resolve(import.meta.dirname, '../../../bin/skiptrace-server.js');

let folder: Temporary<string>;
let dataDir: string;
let url: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  dataDir = path.join(folder.value, 'data');
  url = await databaseOf(folder.value);
  const server = await temporaryServer({ dataDir });
  await server.service.startWorker();
  await server.complete(await server.preview(leads(MATCH)));
  await server.close();
}, 60_000);
afterAll(() => folder.remove());

const move = (to = url) => runProgram(['move', '--data-dir', dataDir, '--json'], { DATABASE_URL: to });

describe('a move that is disturbed', () => {
  it('moves nothing if a server may have started meanwhile, because the lock was lost', async () => {
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
    // Stops the move at the step that writes the money.
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

  it('lets no server start after a kill at its commit, and the next run finds it completed', async () => {
    const other = await databaseOf(`${folder.value}/at-commit`);
    await (
      await temporaryServer({ dataDir: `${dataDir}-x`, env: { DATABASE_URL: other }, sandbox: false })
    ).close();
    const copied = path.join(folder.value, 'killed');
    await cp(dataDir, copied, { recursive: true });
    const client = new pg.Client({ connectionString: other });
    await client.connect();
    await client.query('TRUNCATE accounts CASCADE');
    await client.query('SELECT pg_advisory_lock(1)');
    // The commit waits for this lock.
    await client.query(
      `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END'`,
    );
    await client.query(
      'CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()',
    );
    const child = spawn(process.execPath, [bin, 'move', '--data-dir', copied], {
      env: { PATH: process.env.PATH, DATABASE_URL: other },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    // The file gets its name once it is complete, so from here on the move counts as begun.
    await expect.poll(() => existsSync(path.join(copied, 'moved.json')), { timeout: 60_000 }).toBe(true);
    expect((await client.query('SELECT FROM accounts')).rowCount).toBe(0);
    child.kill('SIGKILL');
    await ended;
    await client.query('SELECT pg_advisory_unlock(1)');
    const started = await runCommand({ DATA_DIR: copied }, ['start']);
    expect([started.code, started.err]).toEqual([2, expect.stringContaining('was interrupted')]);
    const moveTo = (to: string) => runCommand({ DATA_DIR: copied, DATABASE_URL: to }, ['move']);
    const elsewhere = await moveTo(url);
    expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining('Name that database')]);
    await client.query('DROP TRIGGER waits ON accounts');
    await client.end();
    const again = await moveTo(other);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('Moved to')]);
    const late = await runCommand({ DATA_DIR: copied }, ['start']);
    expect(late.err).toContain('was moved to');
  }, 180_000);

  it('is completed by the next run after a kill', async () => {
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
    const { compared } = JSON.parse(stdout) as { compared: { source: unknown; target: unknown }[] };
    expect(compared.length).toBeGreaterThan(0);
    for (const { source, target } of compared) expect(target).toEqual(source);
  }, 60_000);
});
