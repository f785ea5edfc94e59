import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import vm from 'node:vm';
import type * as sdk from '@skiptrace/sdk';
import type * as sdkTesting from '@skiptrace/sdk/testing';
import { describe, expect, it, onTestFinished } from 'vitest';

// Resolves the built packages by name, as a program in `examples` does.
const root = path.resolve(import.meta.dirname, '..');
const requireHere = createRequire(path.join(root, 'examples', 'program.cjs'));

it('the built SDK works in CommonJS, and the ESM copy recognizes its errors', async () => {
  const esm = await import('@skiptrace/sdk');
  const cjs = requireHere('@skiptrace/sdk') as typeof esm;
  const testing = requireHere('@skiptrace/sdk/testing') as typeof sdkTesting;
  const server = await testing.ScenarioServer.start();
  const client = new cjs.SkipTrace({ apiKey: 'pc_test', baseUrl: server.url });
  expect(await client.lookup('100 Sandbox Match St')).toMatchObject({ found: true });
  server.script('skipTraceSingle', testing.reset());
  const error: unknown = await client.lookup('100 Sandbox Match St').catch((thrown: unknown) => thrown);
  expect(error instanceof esm.SkipTraceError).toBe(false);
  expect(esm.isSkipTraceError(error, 'unknown_outcome')).toBe(true);
  await client.close();
  await server.close();
});

/** The CommonJS build as Jest runs it: compiled as a function, without support for `import()`. */
function asUnderJest(): typeof sdk {
  const file = requireHere.resolve('@skiptrace/sdk');
  const exported = { exports: {} };
  const load = vm.compileFunction(readFileSync(file, 'utf8'), ['require', 'module', 'exports'], {
    filename: file,
  });
  load(createRequire(file), exported, exported.exports);
  return exported.exports as typeof sdk;
}

it('the built SDK works where CommonJS has no import(), as under Jest', async () => {
  const { SkipTrace } = asUnderJest();
  const testing = requireHere('@skiptrace/sdk/testing') as typeof sdkTesting;
  const server = await testing.ScenarioServer.start();
  const client = new SkipTrace({ apiKey: 'pc_test', baseUrl: server.url, clock: new testing.FakeClock() });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  expect(await client.lookup('100 Sandbox Match St')).toMatchObject({ found: true });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skiptrace-jest-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'leads.csv');
  writeFileSync(file, 'Address,City,State,Zip\n1 A St,B,TX,78701\n');
  const { outcome } = await client.jobs.run(file, {
    columnMapping: { address: 'Address', city: 'City', state: 'State', zip: 'Zip' },
    // @skiptrace/csv is not installed beside it.
    dedupe: false,
    onPreview: () => 'confirm',
    output: path.join(folder, 'out.csv'),
  });
  expect(outcome).toBe('completed');
});

it('the built SDK needs no process: a Worker without Node gets a fetch, a key and a URL from its options', async () => {
  const testing = requireHere('@skiptrace/sdk/testing') as typeof sdkTesting;
  const server = await testing.ScenarioServer.start();
  onTestFinished(() => server.close());
  const program = `
    const { SkipTrace } = await import('@skiptrace/sdk');
    const { log } = console;
    const url = process.argv[1];
    delete globalThis.process;
    const client = new SkipTrace({ apiKey: 'pc_test', baseUrl: url, fetch: globalThis.fetch });
    log((await client.lookup('100 Sandbox Match St')).found, typeof process);`;
  const args = ['--input-type=module', '-e', program, server.url];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: path.join(root, 'examples') });
  expect(stdout.trim()).toBe('true undefined');
});

describe('loading the built SDK', () => {
  const print = (...args: string[]) =>
    JSON.parse(
      execFileSync(process.execPath, args, { cwd: path.join(root, 'examples'), encoding: 'utf8' }),
    ) as unknown;

  it('loads one file: its dependencies come with the first request', () => {
    const files = "require('@skiptrace/sdk'); console.log(Object.keys(require.cache).length)";
    expect(print('-e', files)).toBe(1);
  });

  it("loads none of node's large modules", () => {
    const large = `
      await import('@skiptrace/sdk');
      const loaded = process.moduleLoadList.map((name) => name.replace('NativeModule ', ''));
      console.log(JSON.stringify(['crypto', 'stream', 'http', 'net'].filter((name) => loaded.includes(name))));`;
    expect(print('--input-type=module', '-e', large)).toEqual([]);
  });
});
