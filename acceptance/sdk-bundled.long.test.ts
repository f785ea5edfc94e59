import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type * as sdkTesting from '@skiptrace/sdk/testing';
import { build } from 'tsdown';
import { describe, expect, it, onTestFinished } from 'vitest';

// Resolves the built packages by name, as a program in `examples` does.
const requireHere = createRequire(path.resolve(import.meta.dirname, '../examples/program.cjs'));

describe.each(['esm', 'cjs'] as const)('a program bundled with the built SDK into one file, %s', (format) => {
  it('looks an address up', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'skiptrace-bundle-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const entry = path.join(folder, 'main.mjs');
    const built = requireHere.resolve('@skiptrace/sdk').replace(/\.cjs$/, '.js');
    writeFileSync(
      entry,
      `import { SkipTrace } from ${JSON.stringify(built)};
      const client = new SkipTrace({ apiKey: 'pc_test', baseUrl: process.argv[2] });
      client.lookup('100 Sandbox Match St').then(({ found }) => console.log(found)).finally(() => client.close());`,
    );
    await build({
      config: false,
      entry: { out: entry },
      outDir: path.join(folder, 'dist'),
      format,
      platform: 'node',
      dts: false,
      logLevel: 'silent',
      fixedExtension: true,
      deps: { alwaysBundle: [/.*/], onlyBundle: false },
    });
    const testing = requireHere('@skiptrace/sdk/testing') as typeof sdkTesting;
    const server = await testing.ScenarioServer.start();
    onTestFinished(() => server.close());
    const program = path.join(folder, 'dist', format === 'esm' ? 'out.mjs' : 'out.cjs');
    const { stdout } = await promisify(execFile)(process.execPath, [program, server.url]);
    expect(stdout.trim()).toBe('true');
  });
});
