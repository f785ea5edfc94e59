import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliBin, RealServer } from './support/processes.js';

/** Several processes, which may be slow on a busy machine. */
const LONG = { timeout: 60_000 };
const MATCH = '100 Sandbox Match St, Austin, TX 78701';
const CHUNKS = 12;
const BALANCE_CENTS = 100_000;

describe('kill -9 in the middle of a list, and the same command again', LONG, () => {
  let server: RealServer;
  let apiKey: string;
  let accountId: string;

  beforeAll(async () => {
    server = await RealServer.create();
    ({ apiKey, accountId } = await server.account(BALANCE_CENTS));
    await server.start('--sandbox');
  });
  afterAll(() => server.remove());

  /** Starts the command and kills it after the given number of answered chunks; true if it was killed before its end. */
  function killAfter(chunks: number, words: readonly string[]): Promise<boolean> {
    const env = { PATH: process.env.PATH ?? '', ...server.environment(apiKey) };
    const child = spawn(process.execPath, [cliBin, ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let lines = 0;
    child.stdout.on('data', (bytes: Buffer) => {
      lines += bytes.toString().split('\n').length - 1;
      if (lines >= chunks * 100) child.kill('SIGKILL');
    });
    return new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal === 'SIGKILL')));
  }

  it('charges each address once, and prints all of them', async () => {
    // The sandbox knows few owners; --no-dedupe pays for each line.
    const lines = Array.from({ length: CHUNKS * 100 }, (_, n) =>
      n % 25 > 0 ? MATCH : `${n} Nowhere Ln, Reno, NV 89501`,
    );
    const file = path.join(server.folder, 'list.ndjson');
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const words = ['bulk', file, '--no-dedupe', '--yes', '--max-cost', '100'];
    expect(await killAfter(3, words)).toBe(true);

    const again = await server.cli(apiKey, ...words);
    expect(again.stderr).toContain('they are not looked up again');
    expect(again.code).toBe(0);
    const items = again.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Item);
    expect(items.map(({ input }) => input.address)).toEqual(lines);
    expect(items.map(({ outcome }) => outcome)).toEqual(
      lines.map((line) => (line === MATCH ? 'match' : 'miss')),
    );

    const { balanceCents } = await server.operator('balance', 'show', accountId);
    expect(balanceCents).toBe(BALANCE_CENTS - CHUNKS * 96 * 4);
    const bulk = path.join(server.folder, 'state', 'skiptrace', 'bulk');
    const left = await readdir(bulk);
    // The answers stay, for the next run of the same command. The lock is free.
    expect(left.filter((name) => !name.includes('.lock'))).toHaveLength(1);
    for (const lock of left.filter((name) => /\.lock\.\d+$/.test(name)))
      expect(await readFile(path.join(bulk, lock), 'utf8')).toBe('{}\n');
  });
});

interface Item {
  readonly input: { readonly address: string };
  readonly outcome: string;
}
