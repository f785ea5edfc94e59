// Records a data directory of this version for packages/server/src/platform/database/sqlite/upgrade.test.ts: later versions must open it
// and lose nothing. Run it when the schema is squashed before a release; after one, keep the record of each release.
//
//   npm run record
//
// The built server runs with its sandbox and does one thing of each kind: a lookup that is kept for replay, a bulk, a
// support message, and jobs that are completed, in preview and pending. Databases are written as SQL, files as they are.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SkipTrace } from '@skiptrace/sdk';
import { operate, startServer } from './support/server-process.mjs';

const serverPackage = path.resolve(import.meta.dirname, '../packages/server');
const sqlite3 = createRequire(path.join(serverPackage, 'package.json'))('sqlite3');
const fixture = path.join(serverPackage, 'src/testing/fixtures/data-directory');

const MATCH = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };
const MISS = { address: '404 Sandbox Miss Blvd', city: 'Reno', state: 'NV', zip: '89501' };
const LEADS = `address,city,state,zip\r\n${[MATCH, MISS].map((lead) => Object.values(lead).join(',')).join('\r\n')}\r\n`;
const COLUMNS = { address: 'address', city: 'city', state: 'state', zip: 'zip' };

const dataDir = await mkdtemp(path.join(tmpdir(), 'skiptrace-record-'));
const server = await startServer(dataDir, {
  flags: ['--sandbox'],
  more: { UPLOAD_METHOD: 'presigned' },
});
process.once('exit', () => server.end('SIGKILL'));
const madeAt = Date.now();
const account = await operate(dataDir, 'accounts', 'create', '--name', 'Recorded', '--balance-cents', '1000');

const client = new SkipTrace({ apiKey: account.apiKey, baseUrl: server.url });
const createJob = () => client.jobs.create({ filename: 'leads.csv', columnMapping: COLUMNS });

/** A job with an upload that has reached its preview. */
async function jobInPreview() {
  const job = await createJob();
  await job.upload(Buffer.from(LEADS));
  await job.waitForPreview();
  return job;
}

const kept = 'recorded-1';
await client.lookup(MATCH, { idempotencyKey: kept });
await client.bulk([MATCH, MISS]);
const completed = await jobInPreview();
await completed.confirm();
await completed.waitForCompleted();
const preview = await jobInPreview();
const pending = await createJob();
await client.contact({
  fullName: 'Robin Example',
  email: 'robin@example.com',
  phone: '5555550100',
  reason: 'Other',
  message: 'A message that has to outlive upgrades.',
  consent: true,
});
await client.close();
await server.end();

await rm(fixture, { recursive: true, force: true });
await mkdir(fixture, { recursive: true });
for (const name of ['service', 'owners', 'support']) {
  await writeFile(path.join(fixture, `${name}.sql`), await dump(path.join(dataDir, `${name}.sqlite`)));
}
await cp(path.join(dataDir, 'files'), path.join(fixture, 'files'), { recursive: true });
const made = {
  madeAt,
  accountId: account.accountId,
  apiKey: account.apiKey,
  kept,
  jobs: { completed: completed.id, preview: preview.id, pending: pending.id },
};
await writeFile(path.join(fixture, 'made.json'), `${JSON.stringify(made, null, 2)}\n`);
await rm(dataDir, { recursive: true });

/** A database as SQL that makes it again. */
async function dump(file) {
  const database = new sqlite3.Database(file);
  const all = (sql) =>
    new Promise((resolve, reject) =>
      database.all(sql, (error, rows) => (error ? reject(error) : resolve(rows))),
    );
  const schema = await all(
    "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'index', rowid",
  );
  const lines = [];
  for (const { type, name, sql } of schema) {
    if (name !== 'sqlite_sequence') lines.push(`${sql};`);
    if (type !== 'table') continue;
    const columns = await all(`SELECT name FROM pragma_table_info('${name}')`);
    const values = columns.map((column) => `quote("${column.name}")`).join(" || ',' || ");
    for (const { row } of await all(`SELECT ${values} AS row FROM "${name}"`)) {
      lines.push(`INSERT INTO "${name}" VALUES (${row});`);
    }
  }
  await new Promise((resolve) => database.close(resolve));
  return `${lines.join('\n')}\n`;
}
