import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliBin, RealServer, run } from './support/processes.js';

/** Many processes, which may be slow on a busy machine. */
const LONG = { timeout: 120_000 };

const HEADER = 'Property Address,Property City,Property State,Property Zip,Note\n';
const ROWS = 4_000;
/** One for each of the seven stages, and one for two commands at once. */
const FILES = 8;
const BALANCE_CENTS = 100_000;

/** Loaded before the command: a kill from outside comes too late on a busy machine. */
const KILL_WHEN = `data:text/javascript,${encodeURIComponent(`
  const write = process.stderr.write;
  let said = '';
  process.stderr.write = function (chunk, ...rest) {
    said += chunk;
    if (new RegExp(process.env.KILL_WHEN).test(said)) process.kill(process.pid, 'SIGKILL');
    return write.call(this, chunk, ...rest);
  };
`)}`;

describe('kill -9, and the same command again', LONG, () => {
  let server: RealServer;
  let apiKey: string;
  let accountId: string;

  beforeAll(async () => {
    server = await RealServer.create();
    ({ apiKey, accountId } = await server.account(BALANCE_CENTS));
    await server.start('--sandbox');
  });
  afterAll(() => server.remove());

  /** A file with one match and many misses, so that each stage takes a moment and costs 4 cents. */
  async function leadFile(name: string): Promise<string> {
    const rows = Array.from({ length: ROWS }, (_, at) => `${at} Nowhere Ln,Reno,NV,89501,${name}\n`);
    const file = path.join(server.folder, `${name}.csv`);
    await writeFile(file, `${HEADER}100 Sandbox Match St,Austin,TX,78701,${name}\n${rows.join('')}`);
    return file;
  }

  /** Starts the command, which kills itself as it prints `when`. False if it ended before. */
  function killWhen(when: RegExp, words: readonly string[]): Promise<boolean> {
    const env = { PATH: process.env.PATH ?? '', ...server.environment(apiKey), KILL_WHEN: when.source };
    const child = spawn(process.execPath, ['--import', KILL_WHEN, cliBin, ...words], {
      env,
      stdio: 'ignore',
    });
    return new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal === 'SIGKILL')));
  }

  it.concurrent.each([
    ['when the file has been read', /different address/],
    ['when the upload begins', /"event":"upload"/],
    ['while rows are matched', /"event":"state","status":"(uploaded|processing)"/],
    ['when the price is known', /match(es)? × /],
    ['when it has paid', /Charged/],
    ['while the result is built', /"event":"state","status":"(confirmed|generating|completed)"/],
    ['while the result comes down', /"event":"download"/],
  ])('%s: one whole file', async (stage, when) => {
    const name = stage.replaceAll(' ', '-');
    const file = await leadFile(name);
    const output = file.replace('.csv', '.enriched.csv');
    const words = ['upload', file, '--yes', '--max-cost', '1', '--progress', 'json'];
    expect(await killWhen(when, words)).toBe(true);

    // If it was killed after the last step, the whole file may already exist.
    const again = await server.cli(apiKey, ...words, '--force');
    expect(again.stderr).not.toContain('error:');
    expect(again).toMatchObject({ code: 0, stdout: `${output}\n` });
    const lines = (await readFile(output, 'utf8')).split('\n');
    expect(lines).toHaveLength(ROWS + 3);
    expect(lines[1]).toMatch(/^100 Sandbox Match St,Austin,TX,78701,.*,Matched,/);
    expect(lines[ROWS + 1]).toMatch(new RegExp(`^${ROWS - 1} Nowhere Ln,Reno,NV,89501,${name},+$`));
  });

  it('two commands at once: at least one of them succeeds', async () => {
    const file = await leadFile('two-at-once');
    const words = ['upload', file, '--yes', '--max-cost', '1'];
    const both = await Promise.all([server.cli(apiKey, ...words), server.cli(apiKey, ...words)]);
    expect(both.map(({ code }) => code)).toContain(0);
    for (const { code, stderr } of both)
      if (code !== 0) expect(stderr).toMatch(/Another skiptrace|exists already/);
  });

  it('one job and one charge for each file, after all of it', async () => {
    const jobs = await server.jobs(apiKey);
    expect(new Set(jobs.map(({ filename }) => filename)).size).toBe(FILES);
    expect(jobs).toHaveLength(FILES);
    for (const job of jobs) expect(job).toMatchObject({ status: 'completed', totalChargeCents: 4 });
    const { balanceCents } = await server.operator('balance', 'show', accountId);
    expect(balanceCents).toBe(BALANCE_CENTS - 4 * FILES);
  });

  it('leaves no lock, and no partial file under the name of the result', async () => {
    const uploads = path.join(server.folder, 'state', 'skiptrace', 'uploads');
    const locks = (await readdir(uploads)).filter((name) => /\.lock\.\d+$/.test(name));
    expect(locks.length).toBeGreaterThan(0);
    // A released lock names no holder.
    for (const lock of locks) expect(await readFile(path.join(uploads, lock), 'utf8')).toBe('{}\n');
    const { code } = await run(cliBin, ['doctor'], server.environment(apiKey));
    expect(code).toBe(0);
    expect(await server.operator('doctor')).toMatchObject({ ok: true });
  });
});
