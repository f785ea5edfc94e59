import { defineConfig } from 'tsdown';
import { thirdPartyNotices } from '../../scripts/support/notices.mjs';

/** Packages that TypeORM, Nest and others load if they are installed; they are not. */
const OPTIONAL =
  /^(?:@nestjs\/(?:microservices|websockets)|class-(?:transformer|validator)|@google-cloud\/spanner|@sap\/hana-client|better-sqlite3|ioredis|mongodb|mssql|mysql2?|oracledb|pg-native|pg-query-stream|react-native-sqlite-storage|redis|sql\.js|ts-node|typeorm-aurora-data-api-driver)(?:\/|$)/;

/**
 * Packages that stay dependencies. They have a binary (sqlite3) or files beside their code, or only some servers load them (PostgreSQL,
 * S3). prom-client needs @opentelemetry/api, in which the bundler gives a variable the name of a function that it calls.
 */
const INSTALLED = /^(?:sqlite3|app-root-path|pg|pg-copy-streams|prom-client|@aws-sdk\/.*)$/;

/**
 * Parts of TypeORM that this server never calls, and that each process would parse: drivers of other databases, entities in folders, SQL
 * in color. They are half of it.
 */
const UNUSED =
  /\/node_modules\/(?:typeorm\/driver\/(?:aurora|better-sqlite3|capacitor|cockroachdb|cordova|expo|mongodb|mysql|nativescript|oracle|react-native|sap|spanner|sqljs|sqlserver)|glob\/|@sqltools\/|sql-highlight\/).*\.js$/;

/** Replaces each export of these modules by one class: TypeORM extends some of them while it is loaded, and makes no instance. */
const withoutUnused = {
  name: 'without-unused',
  load: (id: string) =>
    UNUSED.test(id)
      ? "function Unused() { throw new Error('this part of TypeORM is not in the bundle'); }\nmodule.exports = new Proxy({}, { get: () => Unused });"
      : undefined,
};

// Without a bundle a start reads 1,800 modules, which takes half of its processor time. Each command is loaded by `import()`, so it is a file of
// its own, which other commands don't read. Without comments and indents a start takes a seventh less; names stay, because logs name classes.
export default defineConfig({
  entry: {
    main: 'src/main.ts',
    'job-process': 'src/work/jobs/pipeline/process/process-main.ts',
    'reading-thread': 'src/directory/import/thread-main.ts',
    'unpacking-thread': 'src/directory/import/unpack-main.ts',
    testing: 'src/testing/built.ts',
  },
  format: ['esm'],
  platform: 'node',
  target: 'node20.19',
  dts: false,
  sourcemap: false,
  minify: { compress: false, mangle: false, codegen: true },
  fixedExtension: false,
  deps: { alwaysBundle: [/.*/], onlyBundle: false, neverBundle: [OPTIONAL, INSTALLED] },
  plugins: [withoutUnused, thirdPartyNotices('THIRD-PARTY-LICENSES')],
});
