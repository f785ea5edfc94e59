import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outerRegistry, Registry } from './support/registry.js';

const outer = await outerRegistry();

interface Done {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe.skipIf(outer === null)(
  'the packages from a registry, in empty folders (skipped where npm has no registry)',
  { timeout: 600_000 },
  () => {
    let registry: Registry;

    beforeAll(async () => {
      if (outer === null) return;
      registry = await Registry.start(outer);
      await registry.publish();
    }, 300_000);
    afterAll(() => registry.close());

    const shell = (cwd: string, command: string): Promise<Done> =>
      new Promise((resolve) => {
        const options = { cwd, env: registry.environment(cwd), maxBuffer: 64 << 20 };
        const child = execFile('sh', ['-c', command], options, (_error, stdout, stderr) =>
          // npm 11 says of the one setting that comes from this machine that it does not know it.
          resolve({ code: child.exitCode, stdout, stderr: stderr.replace(/^npm warn Unknown .*\n/gm, '') }),
        );
        child.stdin?.end();
      });

    it('@skiptrace/server installs without a warning and without analytics', async () => {
      const home = await registry.emptyFolder();
      await writeFile(path.join(home, 'package.json'), '{"private":true,"allowScripts":{"sqlite3":true}}');
      const { code, stderr } = await shell(home, 'npm install @skiptrace/server');
      expect(stderr).toBe('');
      expect(code).toBe(0);
      const { stdout } = await shell(home, 'npm ls --all --parseable');
      expect(stdout).not.toMatch(/scarf|swagger/);
      expect((await shell(home, 'npx skiptrace-server --help')).code).toBe(0);
    });
  },
);
