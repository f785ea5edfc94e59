import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { RealServer, run } from './support/processes.js';

const BALANCE_CENTS = 1_000;
const examples = path.resolve(import.meta.dirname, '../examples');

/** Compiled, because Node 20 does not run TypeScript. The program is put where it finds the packages. */
async function compiled(name: string): Promise<string> {
  const folder = path.resolve(examples, '../node_modules/.cache/examples');
  await mkdir(folder, { recursive: true });
  const { outputText } = ts.transpileModule(await readFile(path.join(examples, name), 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  const program = path.join(folder, name.replace(/ts$/, 'mjs'));
  await writeFile(program, outputText);
  return program;
}

describe('the example programs, against the real server with its sandbox', () => {
  let server: RealServer;
  let account: { accountId: string; apiKey: string };
  const balanceCents = async () => (await server.operator('balance', 'show', account.accountId)).balanceCents;
  const environment = () => ({ SKIPTRACE_BASE_URL: server.url, SKIPTRACE_API_KEY: account.apiKey });
  const example = async (name: string, ...args: string[]) => run(await compiled(name), args, environment());

  beforeAll(async () => {
    server = RealServer.shared();
    account = await server.account(BALANCE_CENTS);
  });

  it('look up one address and a list, and pay for the matches only', async () => {
    const { code, stdout, stderr } = await example('lookup-and-bulk.ts');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^Owner: \S+ \S+, \d{10}/);
    expect(lines.slice(1)).toEqual([
      'Charged: 4 cents',
      expect.stringMatching(/^A-1: \S+ .* \(4 cents\)$/) as string,
      'A-2: no owner found (free)',
      expect.stringMatching(/^A-3: \S+ .* \(0 cents\)$/) as string,
      'A-4: zip must be 5 digits (not sent)',
      'Bulk: 2 matched, 1 missed, 1 rejected, 4 cents',
      expect.stringMatching(/^Expected: Job not found/) as string,
    ]);
    expect(await balanceCents()).toBe(BALANCE_CENTS - 8);
  });

  it('take a file through all steps', { timeout: 90_000 }, async () => {
    const before = Number(await balanceCents());
    const { code, stdout, stderr } = await example('run-a-csv-job.ts');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain('2 of 3 rows matched: 8 cents');
    expect(stdout).toMatch(/^completed: job [0-9a-f-]{36}, 8 cents charged$/m);
    expect(stdout).toMatch(/^Lead,Address,City,State,Zip,Skip Trace Status,/m);
    expect(stdout).toMatch(/^A-1,100 Sandbox Match St,Austin,TX,78701,Matched,/m);
    expect(stdout).toMatch(/^A-2,404 Sandbox Miss Blvd,Reno,NV,89501,,/m);
    expect(await balanceCents()).toBe(before - 8);
  });

  it('answer a request in Next.js', async () => {
    Object.assign(process.env, environment());
    const { GET } = await import('../examples/nextjs-route.js');
    const asked = (address: string) =>
      GET(new Request(`http://localhost/api/owner?address=${encodeURIComponent(address)}`));
    const found = await asked('100 Sandbox Match St, Austin, TX 78701');
    expect(found.status).toBe(200);
    expect(await found.json()).toMatchObject({ name: expect.any(String) as string });
    expect((await asked('404 Sandbox Miss Blvd, Reno, NV 89501')).status).toBe(404);
    expect((await asked('')).status).toBe(400);
  });

  it('answer a request in Express', async () => {
    Object.assign(process.env, environment());
    const { app } = await import('../examples/express.js');
    const listening = app.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const asked = (address: string) =>
      fetch(`http://127.0.0.1:${port}/owner?address=${encodeURIComponent(address)}`);
    const found = await asked('100 Sandbox Match St, Austin, TX 78701');
    expect(found.status).toBe(200);
    expect(await found.json()).toMatchObject({ name: expect.any(String) as string });
    expect((await asked('404 Sandbox Miss Blvd, Reno, NV 89501')).status).toBe(404);
    listening.close();
  });
});
