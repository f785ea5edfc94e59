// The house's layer rules (docs/ARCHITECTURE.md): imports only go down, and never in a circle. `npm run check` runs them.
const { readdirSync } = require('node:fs');
const path = require('node:path');

const TESTS = '\\.test\\.ts$';

// Which packages a package may import. One that is not named here may import none of ours.
const packages = {
  contract: [],
  address: [],
  csv: ['address'],
  // The mock of the tests alone reads addresses and lists.
  sdk: ['contract', 'address', 'csv'],
  // It tests any server over HTTP, so it may not know ours.
  conformance: ['contract'],
  server: ['contract', 'csv', 'address'],
  cli: ['sdk', 'csv', 'address'],
  // It runs in browsers and meets the server in the contract and in app.yaml.
  web: ['contract', 'csv', 'address'],
};
const ground = 'contract|address|csv';

// Imports of another package arrive at what it publishes, in its dist/.
const packageRules = Object.entries(packages).map(([name, known]) => ({
  name: `${name}-stands-on-${known.join('-') || 'nothing'}`,
  severity: 'error',
  from: { path: `^packages/${name}/src/`, pathNot: TESTS },
  to: { path: '^packages/', pathNot: `^packages/(${[name, ...known].join('|')})/` },
}));

// Floors of a package, lowest first: folders and files of its src/. Each imports from lower floors only, so there is no circle of
// folders; a new folder or file needs its line here.
const floors = {
  address: [
    ['data', 'repair', 'types'],
    ['lexicon', 'standardize', 'made-up'],
    ['words'],
    ['parse'],
    ['match', 'pack'],
    ['explain'],
    ['index'],
    ['testing'],
    ['rules'],
  ],
  contract: [['policy'], ['generated'], ['app', 'index'], ['document'], ['examples', 'testing']],
  csv: [
    ['byte-source', 'errors', 'generated', 'text'],
    ['files', 'values', 'zip'],
    ['records'],
    ['content', 'enriched'],
    ['headers', 'workbook'],
    ['helper-csv'],
    ['index', 'leads'],
    ['layouts'],
    ['testing'],
  ],
  sdk: [
    ['bytes', 'clock', 'open-answers', 'units'],
    ['errors'],
    ['check-options', 'runtime'],
    ['transport'],
    ['webhooks'],
    ['raw'],
    ['account', 'jobs'],
    ['lookups'],
    ['client'],
    ['index'],
    ['testing'],
  ],
  conformance: [
    ['fixtures', 'http'],
    ['suite'],
    ['service', 'testing'],
    ['specification'],
    ['readings'],
    ['checks'],
    ['command', 'index'],
    ['main'],
  ],
  server: [
    ['platform'],
    // Neither knows the other: what a record says costs nothing here, and money knows no owner.
    ['directory', 'money'],
    // What joins owners and money.
    ['work'],
    // What one person asks reaches everything below.
    ['privacy'],
    ['surfaces'],
    ['main', 'testing'],
  ],
  cli: [
    ['host', 'input', 'version'],
    ['failures'],
    ['amounts'],
    ['receipt', 'terminal', 'workbook'],
    ['json'],
    ['settings'],
    ['credentials'],
    ['context'],
    ['reach', 'results', 'spending'],
    ['jobs', 'leads'],
    ['commands', 'report'],
    ['help'],
    ['parse'],
    ['create-context'],
    ['run-program'],
    ['run-here', 'testing'],
    ['main'],
  ],
  // A page of the web app knows no other page's folder, and what pages share knows no page.
  web: [
    ['api', 'lead-file', 'testing'],
    ['parts', 'session'],
    ['money', 'operator', 'shell', 'theme'],
    ['jobs'],
    ['pages'],
    ['routes'],
    ['app'],
    ['main'],
  ],
};
/** Folders with inner folders that stand on floors too; files beside those are no part of it. */
const innerFloors = {
  'server/src/platform': [
    ['clock', 'environment', 'ids', 'version'],
    // Small helpers of any domain: they know no domain and no database.
    ['lib'],
    ['config', 'database', 'logger'],
    ['data-directory', 'queue', 'settings', 'storage'],
  ],
  'server/src/directory': [
    ['dnc'],
    ['match'],
    ['shown'],
    ['join'],
    ['import'],
    ['retire', 'intake'],
    ['erase'],
  ],
  'server/src/money': [['log'], ['accounts', 'limits'], ['billing'], ['receipts']],
  'server/src/work': [['mail', 'saved', 'webhooks'], ['support'], ['jobs', 'lookups'], ['overview']],
  'server/src/privacy': [['list'], ['search'], ['corrections', 'drop', 'requests'], ['person']],
  'server/src/surfaces': [['service'], ['acts'], ['http'], ['commands']],
  'server/src/surfaces/http': [
    ['contract', 'errors'],
    ['pages'],
    ['listener'],
    ['metrics'],
    ['controllers'],
    ['app-api'],
    ['guard'],
  ],
};
const place = (names, folder = 'server/src') => `^packages/${folder}/(${names.join('|')})(/|\\.|$)`;

/** Folders without a floor, and floors without a folder or file: the rules below would pass both. */
for (const [folder, all] of Object.entries(innerFloors)) {
  const entries = readdirSync(path.join(__dirname, 'packages', folder), { withFileTypes: true });
  const known = all.flat();
  const strays = entries.filter((entry) => entry.isDirectory() && !known.includes(entry.name));
  const gone = known.filter((name) => !entries.some((entry) => entry.name.split('.')[0] === name));
  if (strays.length + gone.length > 0)
    throw new Error(
      `${folder} has no floor for [${strays.map(({ name }) => name)}], and nothing named [${gone}].`,
    );
}

const floorRules = [
  ...Object.entries(floors).flatMap(([pkg, all]) => [
    ...upward(`${pkg}/src`, all),
    ...homeless(`${pkg}/src`, all),
  ]),
  ...Object.entries(innerFloors).flatMap(([folder, all]) => upward(folder, all)),
];

/** No import goes up, and none sideways. */
function upward(folder, all) {
  return all.flatMap((floor, index) => [
    {
      name: `${folder}-floor-${index}-up`,
      comment: `${floor.join(', ')} may not import from the floors above`,
      severity: 'error',
      from: { path: place(floor, folder), pathNot: TESTS },
      to: { path: index + 1 < all.length ? place(all.slice(index + 1).flat(), folder) : '^$' },
    },
    {
      name: `${folder}-floor-${index}-sideways`,
      comment: `none of ${floor.join(', ')} may import another`,
      severity: 'error',
      from: { path: place(floor, folder), pathNot: TESTS },
      to: { path: place(floor, folder), pathNot: `^packages/${folder}/$1(/|\\.|$)` },
    },
  ]);
}

/** Files without a floor. A file that imports nothing is found by those who import it. */
function homeless(folder, all) {
  const onNoFloor = {
    path: `^packages/${folder}/`,
    pathNot: `${TESTS}|\\.css$|\\.d\\.ts$|${place(all.flat(), folder)}`,
  };
  return [
    { name: `${folder}-file-without-a-floor`, severity: 'error', from: onNoFloor, to: {} },
    { name: `${folder}-file-without-a-floor-imported`, severity: 'error', from: {}, to: onNoFloor },
  ];
}

// It copies and checks the files of a data directory.
const knowsSqlite = ['surfaces/commands/backup'];
const ENGINE_FILE = '\\.(sqlite|postgres)\\.ts$';
// Each chooses by what it is told: the engine of a service, and what a job process opens and locks.
const opensEngines = [
  'surfaces/service/open-service',
  'directory/match/index',
  'work/jobs/index',
  'work/jobs/pipeline/process/process-main',
  'surfaces/commands/move',
];
const engineRules = [
  {
    name: 'sqlite-behind-ports',
    comment:
      'what is only SQLite is in platform/database/sqlite/, and beside a port in a file named *.sqlite.ts',
    severity: 'error',
    from: {
      path: '^packages/server/src/',
      pathNot: `${TESTS}|\\.sqlite\\.ts$|/src/(testing|platform/database)/|/src/(${knowsSqlite.join('|')})\\.ts$`,
    },
    to: { path: '^packages/server/src/platform/database/sqlite/|node_modules/sqlite3/' },
  },
  {
    name: 'postgres-behind-ports',
    comment:
      'what is only PostgreSQL is in platform/database/postgres/, and beside a port in a file named *.postgres.ts',
    severity: 'error',
    from: {
      path: '^packages/server/src/',
      pathNot: `${TESTS}|\\.postgres\\.ts$|/src/(testing|platform/database)/`,
    },
    to: {
      path: '^packages/server/src/platform/database/postgres/|node_modules/(@types/)?(pg|pg-copy-streams)/',
    },
  },
  {
    name: 'engines-behind-ports',
    comment: 'only engines know the file of an engine beside a port; others are given the port, opened',
    severity: 'error',
    from: {
      path: '^packages/server/src/',
      pathNot: `${TESTS}|${ENGINE_FILE}|/src/testing/|/src/(${opensEngines.join('|')})\\.ts$`,
    },
    to: { path: ENGINE_FILE },
  },
  {
    name: 'local-disk-behind-the-file-store',
    comment: 'what is only a local folder is in platform/storage/local-file-store.ts, opened by a FileSource',
    severity: 'error',
    from: { path: '^packages/server/src/', pathNot: `${TESTS}|/src/(testing|platform/storage)/` },
    to: { path: '^packages/server/src/platform/storage/local-file-store' },
  },
];

module.exports = {
  forbidden: [
    // Types count: files that know each other's types are read together.
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...packageRules,
    {
      name: 'package-without-a-layer',
      severity: 'error',
      from: { path: '^packages/', pathNot: `^packages/(${Object.keys(packages).join('|')})/` },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'ground-floor-has-no-io',
      severity: 'error',
      from: { path: `^packages/(${ground})/src/`, pathNot: `${TESTS}|^packages/csv/src/files\\.ts` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'csv-works-without-its-workbooks',
      severity: 'error',
      from: { path: '^packages/csv/src/', pathNot: '^packages/csv/src/workbook/' },
      to: { path: '^packages/csv/src/workbook/' },
    },
    {
      name: 'csv-works-without-its-leads',
      comment: 'who reads or writes files alone needs no addresses',
      severity: 'error',
      from: { path: '^packages/csv/src/', pathNot: '^packages/csv/src/(leads|layouts)/' },
      to: { path: '^packages/(csv/src/(leads|layouts)|address)/' },
    },
    ...floorRules,
    ...engineRules,
    {
      name: 'nest-and-express-only-in-http',
      comment:
        'types included: domains, their tests and the operator stand on neither; tests check answers by the documents',
      severity: 'error',
      from: {
        path: '^packages/server/src/',
        pathNot: '^packages/server/src/(surfaces/http/|testing/answer-fault)',
      },
      to: { path: 'node_modules/(@types/)?(@nestjs|express|rxjs|ajv|prom-client)/' },
    },
    {
      name: 'commands-start-without-http',
      comment: 'it is loaded when a server starts, and only then',
      severity: 'error',
      from: {
        path: '^packages/server/src/',
        pathNot: `${TESTS}|^packages/server/src/(testing|surfaces/http)/`,
      },
      to: { path: place(['surfaces/http']), dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'typeorm-by-its-parts',
      comment: 'what runs of TypeORM comes from platform/database/typeorm.ts, which does not load all of it',
      severity: 'error',
      from: { path: '^packages/server/src/', pathNot: `${TESTS}|/database/typeorm\\.ts$` },
      to: { path: 'node_modules/typeorm/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domains-know-the-face-of-the-database',
      comment: 'platform/database/index.ts, and platform/database/typeorm.ts for what runs of TypeORM',
      severity: 'error',
      from: { path: '^packages/server/src/', pathNot: `${TESTS}|/src/platform/database/` },
      to: { path: '^packages/server/src/platform/database/(?!index\\.ts$|typeorm\\.ts$|sqlite/|postgres/)' },
    },
  ],
  options: {
    // Named but not read any further: what is built here, and what others have built.
    doNotFollow: { path: '(^|/)(node_modules|dist)/' },
    exclude: { path: '(^|/)fixtures/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
