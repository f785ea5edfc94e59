import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstHour } from './support/first-hour.js';
import { finished, type Finished } from './support/processes.js';
import { outerRegistry, Registry } from './support/registry.js';

const root = path.resolve(import.meta.dirname, '..');

const outer = await outerRegistry();

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

    const shell = async (cwd: string, command: string): Promise<Finished> => {
      const done = await finished('sh', ['-c', command], registry.environment(cwd), cwd);
      // npm 11 warns that it does not know the one setting that comes from this machine.
      return { ...done, stderr: done.stderr.replace(/^npm warn Unknown .*\n/gm, '') };
    };

    /** A folder with only the files that a newcomer typed, and a package.json where npm would have asked for one. */
    async function folderWith(
      files: Readonly<Record<string, string>>,
      manifest: Readonly<Record<string, unknown>> = {},
    ): Promise<string> {
      const home = await registry.emptyFolder();
      for (const [name, text] of Object.entries({
        'package.json': JSON.stringify({ private: true, ...manifest }),
        ...files,
      })) {
        await writeFile(path.join(home, name), text);
      }
      return home;
    }

    async function installServer(): Promise<{ folder: string; install: Finished }> {
      const folder = await folderWith({}, { allowScripts: { sqlite3: true } });
      return { folder, install: await shell(folder, 'npm install @skiptrace/server') };
    }
    let installed: ReturnType<typeof installServer> | undefined;
    /** Installed once, by the first test that needs it. */
    const installedServer = () => (installed ??= installServer());

    it('@skiptrace/server installs without a warning and without analytics', async () => {
      const { folder, install } = await installedServer();
      expect(install).toMatchObject({ code: 0, stderr: '' });
      const { stdout } = await shell(folder, 'npm ls --all --parseable');
      expect(stdout).not.toMatch(/scarf|swagger/);
    });

    it('the first hour, on a terminal of 80 columns, reads as docs/first-hour-80.txt shows it', async () => {
      const { folder: server } = await installedServer();
      const text = await firstHour({ columns: 80, server, registry });
      await expect(text).toMatchFileSnapshot(path.join(root, 'docs/first-hour-80.txt'));
    });

    // @skiptrace/sdk is installed and used in every way by scripts/test-nodes.mjs.
    it.each(['@skiptrace/address', '@skiptrace/csv', '@skiptrace/contract', '@skiptrace/conformance'])(
      '%s installs and loads by itself',
      async (name) => {
        const home = await folderWith({
          'program.mjs': `const names = Object.keys(await import('${name}')); if (names.length === 0) throw new Error('empty');`,
        });
        expect(await shell(home, `npm install ${name}`)).toMatchObject({ code: 0, stderr: '' });
        expect(await shell(home, 'node program.mjs')).toEqual({ code: 0, stdout: '', stderr: '' });
      },
    );

    it('npm i -g skiptrace installs one package, the command and its man page', async () => {
      const home = await registry.emptyFolder();
      const prefix = path.join(home, 'global');
      const done = await shell(home, `npm install --global --prefix ${prefix} skiptrace`);
      expect(done).toMatchObject({ code: 0, stderr: '' });
      expect(done.stdout).toContain('added 1 package');
      expect((await shell(home, `${prefix}/bin/skiptrace --version`)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
      expect((await shell(home, `test -f ${prefix}/share/man/man1/skiptrace.1`)).code).toBe(0);
    });
  },
);
