// The house's layer rules (docs/ARCHITECTURE.md): imports only go down. `npm run check` runs them.
const pkg = (names) => `^packages/(${names})/src`;
const published = (names) => `^packages/(${names})/|@skiptrace/(${names})`;

// Floors of the server, lowest first. A folder imports from lower floors only.
const serverFloors = [
  ['environment', 'config', 'clock', 'ids', 'logger', 'fault-for-log'],
  ['database'],
  ['accounts', 'storage', 'queue', 'owners'],
  ['limits', 'billing', 'idempotency'],
  ['lookups', 'jobs', 'contact', 'overview'],
  ['http', 'dashboard'],
  ['operator'],
];
const place = (names) => `^packages/server/src/(${names.join('|')})(/|\\.ts$)`;
const serverRules = serverFloors.slice(0, -1).map((floor, index) => ({
  name: `server-floor-${index}`,
  comment: `${floor.join(', ')} may not import from the floors above`,
  severity: 'error',
  from: { path: place(floor), pathNot: '\\.test\\.ts$' },
  to: { path: place(serverFloors.slice(index + 1).flat()) },
}));

/** The server's files that stand on Nest. */
const nest = '^packages/server/src/(http/|.*\\.(module|controller)\\.ts$|accounts/request-context\\.ts$)';

module.exports = {
  // Cycles of types alone, or through an import made at the moment of use, are harmless when modules load.
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'ground-floor-is-pure',
      comment: 'address, csv and contract import no other package of ours and no node builtin',
      severity: 'error',
      from: { path: pkg('address|csv|contract'), pathNot: '\\.test\\.ts$' },
      to: { path: published('cli|sdk|server|address|csv|contract|conformance'), pathNot: '^packages/$1/' },
    },
    {
      name: 'ground-floor-has-no-io',
      severity: 'error',
      // Excel workbooks are an entry of their own, for Node: the command line and the server share it.
      from: { path: pkg('address|csv|contract'), pathNot: '\\.test\\.ts$|^packages/csv/src/workbook/' },
      // Buffer searches and checks bytes; it reads and writes nothing outside.
      to: { dependencyTypes: ['core'], pathNot: '^buffer$' },
    },
    {
      name: 'csv-works-without-its-workbooks',
      severity: 'error',
      from: { path: '^packages/csv/src/', pathNot: '^packages/csv/src/workbook/' },
      to: { path: '^packages/csv/src/workbook/' },
    },
    {
      name: 'sdk-knows-only-the-contract',
      severity: 'error',
      from: { path: pkg('sdk'), pathNot: '\\.test\\.ts$' },
      to: { path: published('cli|server|address|csv') },
    },
    {
      name: 'server-knows-no-client',
      severity: 'error',
      from: { path: pkg('server') },
      to: { path: published('cli|sdk') },
    },
    {
      name: 'cli-stands-on-sdk-csv-address',
      severity: 'error',
      from: { path: pkg('cli'), pathNot: '\\.test\\.ts$' },
      to: { path: published('server|contract') },
    },
    {
      name: 'conformance-knows-only-the-contract',
      comment: 'it tests any server over HTTP, so it may not know ours',
      severity: 'error',
      from: { path: pkg('conformance') },
      to: { path: published('cli|sdk|server|address|csv') },
    },
    {
      name: 'nobody-stands-on-conformance',
      severity: 'error',
      from: { path: pkg('cli|sdk|server|address|csv|contract') },
      to: { path: published('conformance') },
    },
    ...serverRules,
    {
      name: 'commands-start-without-nest',
      comment: 'Nest is loaded by http/ and by what it mounts, and http/ only when a server starts',
      severity: 'error',
      from: { path: pkg('server'), pathNot: `\\.test\\.ts$|/src/testing/|${nest}` },
      to: {
        path: `node_modules/(@nestjs|rxjs|ajv|prom-client)/|${nest}`,
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'typeorm-by-its-parts',
      comment: 'what runs of TypeORM comes from database/typeorm.ts, which does not load all of it',
      severity: 'error',
      from: { path: pkg('server'), pathNot: '\\.test\\.ts$|/database/typeorm\\.ts$' },
      to: { path: 'node_modules/typeorm/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'jobs-never-call-lookups',
      severity: 'error',
      from: { path: place(['jobs']) },
      to: { path: place(['lookups']) },
    },
    {
      name: 'only-lookups-and-jobs-join-owners-and-billing',
      severity: 'error',
      from: { path: place(['billing', 'limits', 'idempotency', 'contact']) },
      to: { path: place(['owners']) },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|fixtures)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
