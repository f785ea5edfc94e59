import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ScenarioServer, stall } from '@skiptrace/sdk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cliBin } from './support/processes.js';
import { hasTerminal, onTerminal, type Step, textOf } from './support/terminal.js';

/** Many processes, each of which a busy machine may keep waiting. */
const LONG = { timeout: 120_000 };

/** Bytes that a command of some seconds may paint; an endless loop paints megabytes in that time. */
const MOST_BYTES = 50_000;

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';

let folder: string;
let server: ScenarioServer;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-ends-'));
  await mkdir(path.join(folder, 'tmp'));
  const rows = '100 Sandbox Match St,Austin,TX,78701\n';
  await writeFile(
    path.join(folder, 'leads.csv'),
    `Property Address,Property City,Property State,Property Zip\n${rows}`,
  );
});
afterEach(() => server.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

async function startServer() {
  server = await ScenarioServer.start();
  env = {
    PATH: process.env.PATH ?? '',
    SKIPTRACE_BASE_URL: server.url,
    SKIPTRACE_API_KEY: 'pc_made-up-key-of-a-test',
    XDG_CONFIG_HOME: folder,
    XDG_STATE_HOME: folder,
    TMPDIR: path.join(folder, 'tmp'),
  };
}

/** The id of a new job that never gets its file. */
async function pendingJob(): Promise<string> {
  const response = await fetch(`${server.url}/api/user/skip-trace`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env['SKIPTRACE_API_KEY']}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      filename: 'a.csv',
      columnMapping: { address: 'A', city: 'C', state: 'S', zip: 'Z' },
    }),
  });
  const { jobId } = (await response.json()) as { jobId: string };
  return jobId;
}

describe.skipIf(!hasTerminal)('a command on a terminal (skipped without python3)', LONG, () => {
  async function run(words: readonly string[], steps: readonly Step[], columns = 80) {
    const result = await onTerminal({ words, env, cwd: folder, columns, steps });
    return { ...result, text: textOf(result.screen) };
  }

  it.each([
    ['auto', 0],
    ['bar', 0],
    ['bar', 1],
    ['auto', 80],
  ])('ends in its time with --progress %s on %i columns', async (progress, columns) => {
    await startServer();
    const words = ['jobs', 'wait', await pendingJob(), '--timeout', '2', '--progress', progress];
    const ended = await run(words, [], columns);
    expect(ended).toMatchObject({ code: 9, signal: null });
    expect(ended.screen.length).toBeLessThan(MOST_BYTES);
    if (columns !== 1) expect(ended.text).toContain('Waiting for the file');
    expect(ended.text).toContain('Stopped after 2 s (--timeout)');
  });

  it('goes on when its window is made 0 columns wide, and when it has a width again', async () => {
    await startServer();
    const words = ['jobs', 'wait', await pendingJob(), '--timeout', '4'];
    const steps: Step[] = [
      { wait: 'Waiting for the file' },
      { resize: 0 },
      { pause: 0.5 },
      { resize: 30 },
      { wait: 'Waiting for' },
    ];
    const ended = await run(words, steps);
    expect(ended).toMatchObject({ code: 9, signal: null });
    expect(ended.screen.length).toBeLessThan(MOST_BYTES);
  });

  it('shows the cursor to the shell while it is stopped by Ctrl-Z', async () => {
    await startServer();
    const words = ['jobs', 'wait', await pendingJob(), '--timeout', '60'];
    // Without a shell to go back to, the system does not stop it: it goes on at once.
    const steps: Step[] = [
      { wait: 'Waiting for the file' },
      { signal: 'SIGTSTP' },
      { wait: SHOW_CURSOR },
      { wait: HIDE_CURSOR },
      { wait: 'Waiting for the file' },
      { signal: 'SIGTERM' },
    ];
    const ended = await run(words, steps);
    expect(ended.code).toBe(143);
    expect(ended.screen.split(HIDE_CURSOR)).toHaveLength(3);
    expect(ended.screen.lastIndexOf(SHOW_CURSOR)).toBeGreaterThan(ended.screen.lastIndexOf(HIDE_CURSOR));
  });
});

describe('a command without a terminal', LONG, () => {
  const bash = (script: string) =>
    spawnSync('bash', ['--norc', '-c', script.replaceAll('skiptrace', `"${process.execPath}" "${cliBin}"`)], {
      encoding: 'utf8',
      env,
      timeout: 60_000,
    });

  it.each(['--help', '--version', 'help upload', 'help exit-codes'])(
    '%s ends quietly when its reader has gone, and says so on a full disk',
    async (words) => {
      await startServer();
      const piped = bash(`skiptrace ${words} | true; exit \${PIPESTATUS[0]}`);
      expect([piped.status, piped.stderr]).toEqual([0, '']);
      const full = bash(`skiptrace ${words} > /dev/full`);
      expect(full.status).toBe(12);
      expect(full.stderr).toMatch(/^error: Standard output cannot be written \(ENOSPC\)\.\n$/);
    },
  );

  it('ends by --timeout at a service that takes requests and never answers', async () => {
    await startServer();
    server.script('listSkipTraceJobs', ...Array.from({ length: 9 }, () => stall()));
    const ended = await new Promise<{ code: number | null; stderr: string }>((resolve) => {
      const command = spawn(process.execPath, [cliBin, 'jobs', 'list', '--timeout', '1.5'], { env });
      let stderr = '';
      command.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      command.on('close', (code) => resolve({ code, stderr }));
    });
    expect(ended.code).toBe(9);
    expect(ended.stderr).toContain('Stopped after 1.5 s (--timeout).');
    expect(ended.stderr).toContain('Nothing was charged.');
    // The limit is for the command: a limit for each try would lead to more tries.
    expect(server.seen('listSkipTraceJobs').length).toBeLessThanOrEqual(1);
  });
});
