import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ScenarioServer, stall } from '@skiptrace/sdk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CTRL_C, hasTerminal, onTerminal, type Step, textOf } from './support/terminal.js';

/** Many processes, each of which a busy machine may keep waiting. */
const LONG = { timeout: 120_000 };

describe.skipIf(!hasTerminal)('Ctrl-C, or a terminal that is closed (skipped without python3)', LONG, () => {
  let folder: string;
  let server: ScenarioServer;
  let places = 0;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-terminal-'));
    const rows = '100 Sandbox Match St,Austin,TX,78701\n404 Sandbox Miss Blvd,Reno,NV,89501\n';
    await writeFile(
      path.join(folder, 'leads.csv'),
      `Property Address,Property City,Property State,Property Zip\n${rows}`,
    );
  });
  afterEach(() => server.close());
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function run(words: readonly string[], steps: readonly Step[]) {
    const place = path.join(folder, String(++places));
    const temporary = path.join(place, 'tmp');
    await mkdir(temporary, { recursive: true });
    const env = {
      SKIPTRACE_BASE_URL: server.url,
      SKIPTRACE_API_KEY: 'pc_made-up-key-of-a-test',
      XDG_CONFIG_HOME: place,
      XDG_STATE_HOME: place,
      TMPDIR: temporary,
    };
    const result = await onTerminal({ words, env, cwd: folder, steps });
    return { ...result, text: textOf(result.screen), temporary };
  }

  // At every other stage, packages/cli/src/interrupt.test.ts presses it without a terminal.
  it('while it pays', async () => {
    server = await ScenarioServer.start();
    // It never answers: a command that waited for it would not end.
    server.script('confirmSkipTraceJob', ...Array.from({ length: 20 }, () => stall()));
    const steps: Step[] = [{ wait: 'matches × ' }, { pause: 0.7 }, { type: CTRL_C }];
    const ended = await run(['upload', 'leads.csv', '--yes', '--max-cost', '1'], steps);
    expect(ended).toMatchObject({ code: 130, signal: null });
    expect(ended.text).toContain('Interrupted.');
    expect(ended.text).toMatch(/not known whether the job was charged. To find out:\sskiptrace jobs get/);
    expect(ended.text).toContain('Next: skiptrace');
    expect(ended.text).not.toContain('enriched.csv\n');
    expect(server.requests.some((request) => request.target === 'cancelSkipTraceJob')).toBe(false);
  });

  it('while a list is typed: no copy of the list stays behind when the terminal is closed', async () => {
    server = await ScenarioServer.start();
    const steps: Step[] = [
      { wait: 'Ctrl-D ends it' },
      { type: 'Address,City\r' },
      { pause: 0.5 },
      { signal: 'SIGHUP' },
    ];
    const ended = await run(['upload', '-', '-o', 'out.csv'], steps);
    expect(ended.code).toBe(129);
    expect(ended.text).toContain('The terminal was closed.');
    expect(ended.text).toContain('Nothing was charged.');
    expect(await readdir(ended.temporary)).toEqual([]);
  });

  it('while a key is asked for shows no key', async () => {
    server = await ScenarioServer.start();
    const ended = await run(
      ['auth', 'login'],
      [{ wait: 'not shown' }, { type: 'pc_secret' }, { type: CTRL_C }],
    );
    expect(ended.code).toBe(130);
    expect(ended.screen).not.toContain('secret');
  });

  it('twice ends at once', async () => {
    server = await ScenarioServer.start();
    server.script('listSkipTraceJobs', stall());
    const steps: Step[] = [{ pause: 1.5 }, { signal: 'SIGINT' }, { signal: 'SIGINT' }];
    const ended = await run(['jobs', 'list'], steps);
    expect(ended).toMatchObject({ code: 130, signal: null });
  });
});
