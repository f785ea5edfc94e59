import { defineConfig } from 'tsdown';
import { thirdPartyNotices } from '../../scripts/support/notices.mjs';

/** What TypeORM, Nest and others would load if it were installed. */
const OPTIONAL =
  /^(?:@nestjs\/(?:microservices|websockets)|class-(?:transformer|validator)|@google-cloud\/spanner|@sap\/hana-client|better-sqlite3|ioredis|mongodb|mssql|mysql2?|oracledb|pg-native|pg-query-stream|react-native-sqlite-storage|redis|sql\.js|ts-node|typeorm-aurora-data-api-driver)(?:\/|$)/;
/** Has a binary, or files beside its code, or is loaded only by few (PostgreSQL, S3, metrics), or has names that the bundler doubles. */
const INSTALLED = /^(?:sqlite3|app-root-path|pg|pg-copy-streams|graphile-worker|prom-client|@aws-sdk\/.*)$/;

// Few files instead of 1,800: reading them was half of the processor time of a start. Every command is behind `await import()`,
// so it becomes a chunk of its own and costs nothing until it is used. Not minified: names of classes are in logs.
export default defineConfig({
  entry: {
    main: 'src/main.ts',
    'job-process': 'src/jobs/pipeline/process/process-main.ts',
    'reading-thread': 'src/owners/import/thread-main.ts',
    'unpacking-thread': 'src/owners/import/unpack-main.ts',
    // For scripts and tests of this repository, which open a service in their own process.
    ...Object.fromEntries(
      [
        'billing/index',
        'clock',
        'config',
        'ids',
        'logger',
        'lookups/index',
        'operator/main',
        'service/open-service',
      ].map((name) => [`parts/${name}`, `src/${name}.ts`]),
    ),
  },
  format: ['esm'],
  platform: 'node',
  target: 'node20.19',
  dts: false,
  sourcemap: false,
  fixedExtension: false,
  deps: { alwaysBundle: [/.*/], onlyBundle: false, neverBundle: [OPTIONAL, INSTALLED] },
  plugins: [thirdPartyNotices('THIRD-PARTY-LICENSES')],
});
