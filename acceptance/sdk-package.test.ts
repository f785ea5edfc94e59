import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

import type * as sdkTesting from '@skiptrace/sdk/testing';
import { expect, it } from 'vitest';

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

it('loading the built SDK loads one file: its dependencies come with the first request', () => {
  const program = `
    require('@skiptrace/sdk');
    console.log(JSON.stringify({
      files: Object.keys(require.cache).length,
      crypto: process.moduleLoadList.includes('NativeModule crypto'),
      streams: process.moduleLoadList.includes('NativeModule stream'),
    }));`;
  const printed = execFileSync(process.execPath, ['-e', program], {
    cwd: path.join(root, 'examples'),
    encoding: 'utf8',
  });
  expect(JSON.parse(printed)).toEqual({ files: 1, crypto: false, streams: false });
});
