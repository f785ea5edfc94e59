// Engines: SQLite, PostgreSQL at a release

import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leadsOf, linesOf, type Lead } from './support/enriched.js';
import { RealServer } from './support/processes.js';

const OWNERS = 1_200;
const LEADS = 800;
const BALANCE_CENTS = 50_000;

/** Adds a BOM, CRLF and an empty line to the made-up rows, which have quotes, newlines and blank cells. */
function fileOf(lines: readonly string[]): string {
  return `\uFEFF${lines
    .toSpliced(301, 0, '')
    .map((line) => `${line}\r\n`)
    .join('')}`;
}

describe('the whole CSV job, with the real command line against the real server', () => {
  let server: RealServer;
  let account: { accountId: string; apiKey: string };
  let leads: Lead[];
  let leadsPath: string;
  let expected: string;
  const outputPath = () => leadsPath.replace(/\.csv$/, '.enriched.csv');
  const balanceCents = async () => (await server.operator('balance', 'show', account.accountId)).balanceCents;

  beforeAll(async () => {
    server = await RealServer.create();
    account = await server.account(BALANCE_CENTS);
    leads = await leadsOf(server, OWNERS, LEADS);
    await server.start();
    const { upload, enriched } = linesOf(leads);
    leadsPath = path.join(server.folder, 'leads.csv');
    await writeFile(leadsPath, fileOf(upload));
    expected = fileOf(enriched);
  });
  afterAll(() => server.remove());

  it('spends nothing without a terminal for questions, and prints the command to run', async () => {
    const { code, stdout, stderr } = await server.cli(account.apiKey, 'upload', leadsPath);
    expect(stderr).toContain('--max-cost');
    expect(stdout).toBe('');
    expect(code).toBe(3);
    await expect(access(outputPath())).rejects.toThrow('ENOENT');
    expect(await balanceCents()).toBe(BALANCE_CENTS);
  });

  it('stops above the ceiling and charges nothing', async () => {
    const { code } = await server.cli(account.apiKey, 'upload', leadsPath, '--yes', '--max-cost', '1');
    expect(code).toBe(6);
    expect(await balanceCents()).toBe(BALANCE_CENTS);
  });

  it('charges matched rows only and returns every byte of the file with the owners beside it', async () => {
    const { code, stdout, stderr } = await server.cli(
      account.apiKey,
      'upload',
      leadsPath,
      '--yes',
      '--max-cost',
      '200',
    );
    expect(stderr).toContain('× $0.04');
    expect(code).toBe(0);
    expect(path.resolve(server.folder, stdout.trim())).toBe(outputPath());
    expect(await readFile(outputPath(), 'utf8')).toBe(expected);
    const matches = leads.filter(({ owner }) => owner !== null).length;
    expect(await balanceCents()).toBe(BALANCE_CENTS - 4 * matches);
  });

  it('leaves a ledger without findings of the doctor', async () => {
    expect(await server.operator('doctor')).toMatchObject({ ok: true, findings: [] });
  });

  it('refuses a missing file and a directory before anything is sent', async () => {
    const folder = path.join(server.folder, 'folder.csv');
    await mkdir(folder);
    for (const file of [path.join(server.folder, 'nothing.csv'), folder]) {
      const { code, stderr } = await server.cli(account.apiKey, 'upload', file);
      expect(stderr).toContain('Nothing was charged');
      expect(code).toBe(7);
    }
  });

  it('exits with 4 for a wrong key', async () => {
    const { code } = await server.cli(`pc_${'x'.repeat(40)}`, 'jobs', 'list');
    expect(code).toBe(4);
  });
});
