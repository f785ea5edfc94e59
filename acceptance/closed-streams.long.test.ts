import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ScenarioServer } from '@skiptrace/sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliBin, LEADS, run, serverBin } from './support/processes.js';

/** Processes, which may be slow on a busy machine. */
const LONG = { timeout: 60_000 };

const PAY = ['--yes', '--max-cost', '1'];

describe('a reader of standard error that goes away', LONG, () => {
  let folder: string;
  let service: ScenarioServer;
  let runs = 0;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-closed-'));
    service = await ScenarioServer.start();
    await writeFile(path.join(folder, 'leads.csv'), LEADS);
    const list = Array.from({ length: 150 }, (_, n) => `${n + 1} Oak St, Reno, NV 89501`);
    await writeFile(path.join(folder, 'list.json'), JSON.stringify(list));
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const at = (name: string) => path.join(folder, name);
  const environment = () => ({
    PATH: process.env.PATH ?? '',
    SKIPTRACE_BASE_URL: service.url,
    SKIPTRACE_API_KEY: 'pc_made-up-key-of-a-test',
    XDG_CONFIG_HOME: folder,
    XDG_STATE_HOME: at(`state-${++runs}`),
    DATA_DIR: at('data'),
  });

  /** Runs a program that loses the reader of its standard error after some lines. */
  async function cut(lines: number, bin: string, ...words: string[]) {
    const child = spawn(process.execPath, [bin, ...words], { env: environment(), stdio: 'pipe' });
    child.stdin.end();
    let heard = 0;
    if (lines === 0) child.stderr.destroy();
    child.stderr.on('data', (chunk: Buffer) => {
      heard += chunk.toString().split('\n').length - 1;
      if (heard >= lines) child.stderr.destroy();
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    return { stdout: await text(child.stdout), code: await ended };
  }

  it.each([0, 2, 7])('after %i lines leaves an upload its file', async (lines) => {
    const [list, result] = [at(`upload-${lines}.csv`), at(`upload-${lines}.out.csv`)];
    await writeFile(list, LEADS);
    expect(await cut(lines, cliBin, 'upload', list, '-o', result, '--new', ...PAY)).toEqual({
      stdout: `${result}\n`,
      code: 0,
    });
    expect(await readFile(result, 'utf8')).toContain('Matched');
  });

  it.each([0, 2])('after %i lines leaves a bulk its results', async (lines) => {
    const { stdout, code } = await cut(lines, cliBin, 'bulk', at('list.json'), ...PAY, '--max-cost', '9');
    expect(JSON.parse(stdout)).toHaveLength(150);
    expect(code).toBe(0);
  });

  it('leaves csv check its copy', async () => {
    const copy = at('fixed.csv');
    const { code } = await cut(0, cliBin, 'csv', 'check', at('leads.csv'), '--fix', '-o', copy);
    expect(code).toBe(0);
    expect(await readFile(copy, 'utf8')).toContain('100 Sandbox Match St');
  });

  it('leaves a command its exit code, and what it prints', async () => {
    expect(await cut(0, cliBin, 'upload', at('no-such-file.csv'), '--debug')).toEqual({
      stdout: '',
      code: 7,
    });
    const found = await cut(0, cliBin, 'lookup', '100 Sandbox Match St, Austin, TX 78701', '--debug');
    expect(found.code).toBe(0);
    expect(found.stdout).toContain('Jordan Avery');
  });

  it("ends no command of the server's operator", async () => {
    const roll = at('roll.csv');
    await writeFile(roll, LEADS.replace('Zip', 'Zip,Owner Name').replaceAll(/(\d{5})$/gm, '$1,Jane Doe'));
    expect(await cut(0, serverBin, 'owners', 'import', roll)).toMatchObject({ code: 0 });
    expect(
      await cut(0, serverBin, 'owners', 'explain', '100 Sandbox Match St, Austin, TX 78701'),
    ).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Jane Doe') as string,
    });
  });

  it('of standard output is no reason for an operator command to stop', async () => {
    const words = ['accounts', 'create', '--name', 'Acme'];
    const child = spawn(process.execPath, [serverBin, ...words], { env: environment(), stdio: 'pipe' });
    child.stdout.destroy();
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    const list = await run(serverBin, ['accounts', 'list'], environment());
    expect(list.stdout).toContain('Acme');
  });
});
