import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliBin, type Finished, RealServer, run, shell } from './support/processes.js';

/** Many processes, which may be slow on a busy machine. */
const LONG = { timeout: 120_000 };

const HEADER = 'Property Address,Property City,Property State,Property Zip\n';
const ROW = '100 Sandbox Match St,Austin,TX,78701\n';
const BALANCE_CENTS = 1_000;

interface Refusal {
  readonly code: number;
  /** Text of the message or the hint. */
  readonly says: RegExp;
  /** Command or advice that the user can follow. */
  readonly next: RegExp;
}

describe('bad input of the command line, against the real server', LONG, () => {
  let server: RealServer;
  let key: string;
  let accountId: string;
  const at = (name: string) => path.join(server.folder, name);
  const cli = (...words: string[]) => server.cli(key, ...words);

  beforeAll(async () => {
    server = await RealServer.create();
    ({ apiKey: key, accountId } = await server.account(BALANCE_CENTS));
    await server.start('--sandbox');
    await writeFile(at('leads.csv'), HEADER + ROW);
  });
  afterAll(() => server.remove());

  /** Runs once for a person and once for a program; neither prints on standard output, and nothing was charged. */
  async function expectRefusal(
    { code, says, next }: Refusal,
    command: (...more: string[]) => Promise<Finished>,
  ) {
    const [person, program] = await Promise.all([command(), command('--json')]);
    expect(person.stderr).toMatch(says);
    expect(person.stderr).toContain('Nothing was charged.');
    expect(person.stderr).toMatch(next);
    expect(person).toMatchObject({ code, stdout: '' });
    expect(program).toMatchObject({ code, stdout: '' });
    expect(JSON.parse(program.stderr)).toMatchObject({ error: { exit_code: code, charged_cents: 0 } });
  }

  it('a wrong key', async () => {
    const wrong = `pc_${'x'.repeat(40)}`;
    await expectRefusal({ code: 4, says: /key/i, next: /skiptrace auth login/ }, (...more) =>
      server.cli(wrong, 'jobs', 'list', ...more),
    );
  });

  it('a missing key', async () => {
    const { SKIPTRACE_API_KEY: _, ...env } = server.environment(key);
    await expectRefusal({ code: 4, says: /No API key found/, next: /skiptrace auth login/ }, (...more) =>
      run(cliBin, ['upload', at('leads.csv'), ...more], env),
    );
  });

  it.each(['get', 'download'])('an unknown id for jobs %s', async (action) => {
    await expectRefusal({ code: 8, says: /job/i, next: /skiptrace jobs list/ }, (...more) =>
      cli('jobs', action, '7d0f5a52-0000-4000-8000-000000000000', ...more),
    );
  });

  it("another account's job, and a status that does not allow it", async () => {
    const made = await cli('upload', at('leads.csv'), '--preview');
    const id = made.stdout.trim();
    const other = await server.account(0);
    await expectRefusal({ code: 8, says: /job/i, next: /skiptrace jobs list/ }, (...more) =>
      server.cli(other.apiKey, 'jobs', 'get', id, ...more),
    );
    expect((await cli('jobs', 'cancel', id)).stdout).toBe('cancelled\n');
    await expectRefusal({ code: 8, says: /cancelled/, next: /skiptrace jobs get/ }, (...more) =>
      cli('jobs', 'confirm', id, ...more),
    );
  });

  it('a service that does not answer', async () => {
    const env = { ...server.environment(key), SKIPTRACE_BASE_URL: 'http://127.0.0.1:9' };
    await expectRefusal({ code: 9, says: /127\.0\.0\.1:9/, next: /skiptrace doctor/ }, (...more) =>
      run(cliBin, ['jobs', 'list', ...more], env),
    );
  });

  it('a page that is not the service', async () => {
    const env = { ...server.environment(key), SKIPTRACE_BASE_URL: `${server.url}/docs` };
    await expectRefusal(
      { code: 9, says: /Something other than a skiptrace server/, next: /skiptrace doctor/ },
      (...more) => run(cliBin, ['jobs', 'list', ...more], env),
    );
  });

  it('and after all of it, nothing was charged', async () => {
    expect(await server.operator('balance', 'show', accountId)).toMatchObject({
      balanceCents: BALANCE_CENTS,
    });
  });
});

/** A file system of 64 kB, which only root can create. */
function smallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('a full disk while the result is written', LONG, () => {
  let server: RealServer;
  let disk: string;
  let isMounted = false;

  beforeAll(async () => {
    server = await RealServer.create();
    disk = path.join(server.folder, 'disk');
    await mkdir(disk);
    isMounted = smallDisk(disk);
    await server.start('--sandbox');
  });
  afterAll(async () => {
    if (isMounted) execFileSync('umount', [disk]);
    await server.remove();
  });

  it('says that the job is paid, leaves no partial file, and the same command downloads it for free', async (test) => {
    if (!isMounted) test.skip('a small disk can be mounted by root only');
    const { apiKey, accountId } = await server.account(10_000);
    const leads = path.join(server.folder, 'leads.csv');
    await writeFile(leads, HEADER + ROW.repeat(2_000));
    const words = [
      'upload',
      leads,
      '--dedupe',
      '--yes',
      '--max-cost',
      '1',
      '-o',
      path.join(disk, 'result.csv'),
    ];
    const full = await server.cli(apiKey, ...words);
    expect(full.stderr).toContain('the disk is full');
    expect(full.stderr).toContain('You were charged $0.04.');
    expect(full.stderr).toMatch(/Next: skiptrace jobs download \S+ -o FILE/);
    expect(full).toMatchObject({ code: 12, stdout: '' });
    expect(await readdir(disk)).toEqual([]);

    const again = path.join(server.folder, 'result.csv');
    const done = await server.cli(apiKey, ...words.slice(0, -1), again);
    expect(done).toMatchObject({ code: 0, stdout: `${again}\n` });
    expect(await server.operator('balance', 'show', accountId)).toMatchObject({ balanceCents: 9_996 });
  });

  it.runIf(process.platform === 'linux')('is told of standard output too', async () => {
    const { apiKey } = await server.account(0);
    const child = await shell('"$NODE" "$CLI" config list > /dev/full', server.environment(apiKey));
    expect(child.stderr).toContain('the disk is full');
    expect(child.code).toBe(12);
  });
});
