import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { packages } from './scripts/support/packages.mjs';

// A project whose name ends in -long holds what takes long: files named *.long.test.ts, and further runs on PostgreSQL.
// `npm test` leaves those projects out, `npm run test:all` runs them too. A project whose name ends in -release-long, with files
// named *.release.test.ts, is for `npm run test:release`.
const SHORT = '*.test.ts';
const LONG = '*.long.test.ts';
const RELEASE = '*.release.test.ts';
/** Packages with files named *.long.test.ts. */
const WITH_LONG = ['csv', 'sdk', 'server'];

/** What works on PostgreSQL as it does on SQLite: money, jobs, lookups, right owners, and people who opted out. */
const ON_POSTGRES = [
  'billing/billing',
  'billing/credits',
  'billing/refunds',
  'jobs/jobs',
  'jobs/repeats',
  'jobs/require-phone',
  'jobs/sweep',
  'lookups/bulk',
  'lookups/cost',
  'lookups/frozen-server',
  'lookups/single',
  'owners/join/joins',
  'owners/match/findings',
  'people/drop/drop',
  'people/outputs',
].map((file) => `src/${file}.test.ts`);
/** More files for PostgreSQL. `npm test` leaves them to the long run, because it runs the suites of their stores on PostgreSQL. */
const ON_POSTGRES_IN_THE_LONG_RUN = [
  'jobs/left-out-results',
  'jobs/results',
  'owners/import/import-owners',
  'owners/import/sources',
  'owners/intake/intake',
  'owners/match/neighbors',
  'owners/sandbox-directory',
  'requests/requests',
].map((file) => `src/${file}.test.ts`);
/** Files that run again on PostgreSQL before a release, beside whole folders. */
const ALSO_ON_POSTGRES = [
  'audit/every-kind',
  'contact/inbox',
  'http/order-of-checks',
  'jobs/pipeline/pipeline',
  'jobs/room',
  'operator/dnc',
  'operator/people',
  'operator/doctor',
  'overview/overview',
  'people/corrections',
  'people/respelled-entries',
  'saved/saved-lookups',
  'webhooks/webhooks',
].map((file) => `src/${file}.test.ts`);
/** Folders that run there whole before a release. */
const FOLDERS_ON_POSTGRES = [
  'accounts',
  'billing',
  'contact',
  'http',
  'idempotency',
  'jobs',
  'limits',
  'lookups',
  'overview',
].map((folder) => `src/${folder}/**/${SHORT}`);
/** Files in these folders that do not run there again. */
const NOT_AGAIN = [
  ...ON_POSTGRES,
  ...ON_POSTGRES_IN_THE_LONG_RUN,
  // They are about SQLite's file, or ask no database anything.
  'src/jobs/database-growth.test.ts',
  'src/jobs/full-disk.long.test.ts',
  'src/jobs/pipeline/process/**',
  'src/http/contract/json-body.test.ts',
  'src/http/listener/**',
  // They run on every engine by themselves (testing/engines.ts).
  'src/accounts/accounts.test.ts',
  'src/accounts/key-store.test.ts',
  'src/billing/findings.test.ts',
  'src/billing/ledger-store.test.ts',
  'src/contact/flood.test.ts',
  'src/idempotency/replay-store.test.ts',
  'src/jobs/find-jobs.test.ts',
  'src/jobs/pipeline/kill.long.test.ts',
  'src/limits/request-rate.test.ts',
];

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
        project(name, `packages/${name}`, { include: [`src/**/${SHORT}`], exclude: [`**/${LONG}`] }),
      ),
      ...WITH_LONG.map((name) =>
        project(`${name}-long`, `packages/${name}`, { include: [`src/**/${LONG}`] }),
      ),
      onPostgres('server-postgres', 'packages/server', { include: ON_POSTGRES }),
      onPostgres('server-postgres-long', 'packages/server', { include: ON_POSTGRES_IN_THE_LONG_RUN }),
      onPostgres('server-postgres-release-long', 'packages/server', {
        include: [...ALSO_ON_POSTGRES, ...FOLDERS_ON_POSTGRES],
        exclude: NOT_AGAIN,
      }),
      project('acceptance', 'acceptance', {
        include: [`**/${SHORT}`],
        exclude: [`**/${LONG}`, `**/${RELEASE}`],
      }),
      project('acceptance-release-long', 'acceptance', { include: [`**/${RELEASE}`] }),
      project('acceptance-long', 'acceptance', {
        include: [`**/${LONG}`],
        // On SQLite one server has the data directory to itself.
        exclude: ['**/many-servers.long.test.ts'],
      }),
      onPostgres('acceptance-postgres-long', 'acceptance', {
        include: [
          'conformance.test.ts',
          'conformance-presigned.long.test.ts',
          'many-servers.long.test.ts',
          'web/many-servers.long.test.ts',
        ],
      }),
      onPostgres('acceptance-postgres-release-long', 'acceptance', {
        include: ['csv-job.test.ts', 'kill.long.test.ts'],
      }),
      project('examples', 'examples', { include: ['*.test.ts'] }),
      project('scripts', 'scripts', { include: ['**/*.test.mjs'], exclude: ['**/*.long.test.mjs'] }),
      project('scripts-long', 'scripts', { include: ['**/*.long.test.mjs'] }),
    ],
  },
});
