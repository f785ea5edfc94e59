import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { packages } from './scripts/support/packages.mjs';

/** Whose tests talk to PostgreSQL: those of its stores, and all that run a second time on it. */
const WITH_POSTGRES = ['server', 'server-postgres', 'acceptance-postgres'];
/** What a whole server does on PostgreSQL as it does on SQLite. */
const ON_POSTGRES = [
  'accounts',
  'billing',
  'contact',
  'http',
  'idempotency',
  'jobs',
  'limits',
  'lookups',
  'overview',
];
/** Files in these folders that do not run on PostgreSQL: they are about SQLite's file, or ask no database anything. */
const ON_SQLITE_ALONE = [
  'src/jobs/database-growth.test.ts',
  'src/jobs/full-disk.test.ts',
  'src/jobs/pipeline/process/**',
  'src/http/contract/json-body.test.ts',
  'src/http/listener/**',
];
/** Whose tests open pages. */
const WITH_BROWSER = ['acceptance', 'acceptance-postgres'];
const setupOf = (name: string): string[] =>
  [
    'vitest.global-setup.ts',
    ...(WITH_POSTGRES.includes(name) ? ['vitest.postgres.ts'] : []),
    ...(WITH_BROWSER.includes(name) ? ['vitest.browser.ts'] : []),
  ].map((file) => path.join(import.meta.dirname, file));

const project = (name: string, root: string, include: string[]) => ({
  extends: true as const,
  test: {
    name,
    root,
    include,
    globalSetup: setupOf(name),
    // Files share what they import: loading the server anew for each of them took longer than their tests.
    isolate: false,
  },
});

const onPostgres = (name: string, root: string, include: string[]) => {
  const { test, ...rest } = project(name, root, include);
  return { ...rest, test: { ...test, exclude: ON_SQLITE_ALONE, env: { TEST_ENGINE: 'PostgreSQL' } } };
};

export default defineConfig({
  test: {
    setupFiles: [path.join(import.meta.dirname, 'vitest.setup.ts')],
    // Many tests wait for processes more than they compute: one more than there are cores keeps these busy.
    maxWorkers: availableParallelism() + 1,
    // Long enough for a machine that does other things as well; a test about time has a limit of its own.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes at once on an idle machine; a loaded one is given time.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      ...packages.map((name) => project(name, `packages/${name}`, ['src/**/*.test.ts'])),
      project('acceptance', 'acceptance', ['**/*.test.ts']),
      onPostgres(
        'server-postgres',
        'packages/server',
        ON_POSTGRES.map((folder) => `src/${folder}/**/*.test.ts`),
      ),
      onPostgres('acceptance-postgres', 'acceptance', [
        'conformance.test.ts',
        'csv-job.test.ts',
        'kill.test.ts',
        'many-servers.test.ts',
        'web/many-servers.test.ts',
      ]),
      project('examples', 'examples', ['*.test.ts']),
      project('scripts', 'scripts', ['**/*.test.mjs']),
    ],
  },
});
