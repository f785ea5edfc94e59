import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { packages } from './scripts/support/packages.mjs';

// A project with a name that ends in -long holds what takes long: files named *.long.test.ts, and further runs on PostgreSQL.
// `npm test` leaves those projects out; in `npm run test:all` their files are in the projects of the short ones, where the workers have
// loaded what they need. A project with a name that ends in -release-long, with files named *.release.test.ts, is for `npm run test:release`.
const SHORT = '*.test.ts';
const LONG = '*.long.test.ts';
const RELEASE = '*.release.test.ts';
/** Whether files named *.long.test.ts are in projects of their own; and packages that have some. */
const isLongApart = process.env.TEST_LONG_AT_ONCE !== 'yes';
const WITH_LONG = isLongApart ? ['csv', 'sdk', 'server'] : [];
const longApart = isLongApart ? [`**/${LONG}`] : [];

/**
 * Test files below a folder, if their first line is `// Engines:` with these words. `SQLite, PostgreSQL` runs on PostgreSQL as well in
 * the long run, `SQLite, PostgreSQL at a release` then, `PostgreSQL` there alone. A file without such a line runs on SQLite, or tries
 * each engine by itself (packages/server/src/testing/engines.ts).
 */
const filesFor = (folder: string, engines: string): string[] =>
  readdirSync(path.join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => {
      const [first] = readFileSync(path.join(import.meta.dirname, folder, file), 'utf8').split('\n', 1);
      return first === `// Engines: ${engines}`;
    });

const SERVER = 'packages/server';
/** Tests of several servers on the same data, which SQLite doesn't allow. */
const ONLY_ON_POSTGRES = filesFor('acceptance', 'PostgreSQL');

interface Files {
  include: string[];
  exclude?: string[];
  env?: Record<string, string>;
}

const project = (name: string, root: string, { include, exclude = [], env = {} }: Files) => ({
  extends: true as const,
  test: {
    name,
    root,
    include,
    exclude,
    env,
    // Files share what they import: loading the server anew for each of them took longer than their tests.
    isolate: false,
  },
});

const onPostgres = (name: string, root: string, files: Files) =>
  project(name, root, { ...files, env: { TEST_ENGINE: 'PostgreSQL' } });

export default defineConfig({
  plugins: [
    {
      name: 'what starts the tests is not cached',
      // vitest 4.1 can't print an error that comes from a cached module of its own process (`code.charCodeAt is not a function`).
      configureVitest: (vitest) =>
        vitest.experimental_defineCacheKeyGenerator(({ id }) =>
          path.dirname(id) === import.meta.dirname || id.includes('/scripts/') ? false : undefined,
        ),
    },
  ],
  test: {
    globalSetup: [path.join(import.meta.dirname, 'vitest.global-setup.ts')],
    setupFiles: [path.join(import.meta.dirname, 'vitest.setup.ts')],
    // Many tests wait for processes more than they compute: one more than there are cores keeps these busy.
    maxWorkers: availableParallelism() + 1,
    // Long enough for a machine that does other things as well; a test about time has a limit of its own.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The projects of one package share its transformed sources, and so does the next run.
    experimental: { fsModuleCache: true },
    // Waits end at once on an idle machine; a loaded one is given time.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      ...packages.map((name) =>
        project(name, `packages/${name}`, { include: [`src/**/${SHORT}`], exclude: longApart }),
      ),
      ...WITH_LONG.map((name) =>
        project(`${name}-long`, `packages/${name}`, { include: [`src/**/${LONG}`] }),
      ),
      onPostgres('server-postgres-long', SERVER, { include: filesFor(SERVER, 'SQLite, PostgreSQL') }),
      onPostgres('server-postgres-release-long', SERVER, {
        include: filesFor(SERVER, 'SQLite, PostgreSQL at a release'),
      }),
      project('acceptance', 'acceptance', {
        include: [`**/${SHORT}`],
        exclude: [...longApart, ...ONLY_ON_POSTGRES, `**/${RELEASE}`],
      }),
      project('acceptance-release-long', 'acceptance', { include: [`**/${RELEASE}`] }),
      project('acceptance-long', 'acceptance', { include: longApart, exclude: ONLY_ON_POSTGRES }),
      onPostgres('acceptance-postgres-long', 'acceptance', {
        include: [...ONLY_ON_POSTGRES, ...filesFor('acceptance', 'SQLite, PostgreSQL')],
      }),
      onPostgres('acceptance-postgres-release-long', 'acceptance', {
        include: filesFor('acceptance', 'SQLite, PostgreSQL at a release'),
      }),
      project('examples', 'examples', { include: ['*.test.ts'] }),
      project('scripts', 'scripts', { include: ['**/*.test.mjs'], exclude: ['**/*.long.test.mjs'] }),
      project('scripts-long', 'scripts', { include: ['**/*.long.test.mjs'] }),
    ],
  },
});
