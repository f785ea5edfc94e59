import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

import type * as sdkTesting from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';

// As a program beside the packages finds them: the built files, by their names.
const root = path.resolve(import.meta.dirname, '..');
const requireHere = createRequire(path.join(root, 'examples', 'program.cjs'));

it('the built SDK works in CommonJS, and its errors are known to the ESM copy', async () => {
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
