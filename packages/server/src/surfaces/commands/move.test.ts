import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '../../platform/database/sqlite/index.js';
import { databaseOf } from '../../testing/postgres.js';
import { runCommand } from '../../testing/process.js';
import { leads, LEADS_JOB, MATCH, oneLine } from '../../testing/sandbox.js';
import { temporaryServer } from '../../testing/server.js';
import { temporaryFolder, type Temporary } from '../../testing/temporary.js';

const FILE = leads(MATCH);
const ASKED = { json: { address: oneLine(MATCH) }, headers: { 'idempotency-key': 'before-the-move' } };

let folder: Temporary<string>;
let dataDir: string;
let url: string;
let account: { accountId: string; apiKey: string };
let jobId: string;
/** Job uploaded while no worker ran, so its task is still queued. */
let waitingJobId: string;
let answered: string;
/** Head of the log of disclosures, kept from before the move. */
let keptHead: string;

const run = (words: readonly string[], env: Record<string, string> = {}) =>
  runCommand({ ...env, DATA_DIR: dataDir }, words);

/** Fills a data directory with one of everything that a customer would miss. */
beforeAll(async () => {
  folder = await temporaryFolder();
  dataDir = path.join(folder.value, 'data');
  url = await databaseOf(folder.value);
  const server = await temporaryServer({ dataDir });
  account = server.account;
  await server.service.startWorker();
  await server.service.notes.leave('settings', { values: { OPT_OUT: 'on' }, secrets: {} });
  answered = (await server.call('skipTraceSingle', ASKED)).text;
  jobId = await server.complete(await server.preview(FILE));
  await server.close();
  const idle = await temporaryServer({ dataDir, sandbox: false });
  const { apiKey: key } = account;
  waitingJobId = await idle.upload(FILE, { key });
  await idle.close();
  await importOwners('county', ELM);
  await importOwners('vendor', ELM.replace('5125550142', '5125550143'));
  await importOwners('gone', '7 Gone St,Austin,TX,78701,Gone Roe,5125550147');
  await run(['owners', 'delete', 'gone', '--yes']);
  await leftLoading('vendor');
  keptHead = (await run(['audit', 'head'])).out;
}, 60_000);
afterAll(() => folder.remove());

const ELM = '1 Elm St,Austin,TX,78701,Jane Roe,5125550142';

async function importOwners(source: string, row: string, to?: string): Promise<void> {
  const file = path.join(folder.value, `${source}.csv`);
  await writeFile(file, `Situs Address,Situs City,Situs State,Situs Zip,Owner Name,Cell\n${row}\n`);
  const { code } = await run(
    ['owners', 'import', file, '--source', source],
    to === undefined ? {} : { DATABASE_URL: to },
  );
  expect(code).toBe(0);
}

/** Resets an import to its state just before activation, with its joins already written, as a kill at that moment leaves it. */
async function leftLoading(source: string): Promise<void> {
  const owners = await openFile(path.join(dataDir, 'owners.sqlite'), { mode: 'write' });
  await owners.query("UPDATE imports SET state = 'loading' WHERE source = ?", [source]);
  const joined = await owners.query<{ found: number }[]>('SELECT COUNT(*) AS found FROM owner_joins');
  expect(joined[0]?.found).toBeGreaterThan(0);
  await owners.close();
}

/** Names of what the move counted on both sides, which must agree. */
function comparedBy(report: string): string[] {
  const { compared } = JSON.parse(report) as {
    compared: { what: string; source: unknown; target: unknown }[];
  };
  for (const { source, target } of compared) expect(target).toEqual(source);
  return compared.map(({ what }) => what);
}

const move = (to = url) => run(['move', '--json'], { DATABASE_URL: to });

describe('a data directory that is moved', () => {
  it('is refused while a server runs on it, and nothing has changed', async () => {
    const server = await temporaryServer({ dataDir });
    const lock = await server.service.locks.hold('server', 'shared');
    const { code, err } = await move();
    expect([code, err]).toEqual([2, expect.stringContaining('A server is running')]);
    await lock?.release();
    expect((await server.call('skipTraceSingle', ASKED)).text).toBe(answered);
    await server.close();
  });

  it('never shows a password, even if it cannot be moved', async () => {
    const at = new URL(url);
    at.pathname = '/nowhere';
    const { code, out, err } = await move(at.href);
    expect(code).not.toBe(0);
    expect(out + err).not.toContain(at.password);
    expect(err).toContain('no database of that name');
  });

  it('is moved whole, and the amounts on both sides agree', async () => {
    const { code, out, err } = await move();
    expect([code, err]).toEqual([0, expect.stringContaining('Moving')]);
    expect(comparedBy(out)).toEqual(
      expect.arrayContaining(['ledger_records', 'replays', 'jobs', 'owner_records']),
    );
    // For commands that run before a server has started there.
    const client = new pg.Client(url);
    await client.connect();
    const notes = await client.query('SELECT content FROM service_notes');
    expect(notes.rows).toEqual([{ content: '{"values":{"OPT_OUT":"on"},"secrets":{}}' }]);
    await client.end();
  }, 60_000);

  it('does not start any more, and says where the data is', async () => {
    const { code, err } = await run(['start']);
    expect([code, err]).toEqual([2, expect.stringContaining('Set DATABASE_URL')]);
    expect(err).not.toContain(new URL(url).password);
  });

  it('has a log of disclosures that is whole and matches a head kept from before, also when it goes on', async () => {
    const kept = path.join(folder.value, 'head.json');
    await writeFile(kept, keptHead);
    const audit = (...words: string[]) => run(['audit', ...words], { DATABASE_URL: url });
    const [before, head, after] = [
      await audit('verify', '--head', kept),
      await audit('head'),
      await audit('verify', '--head', kept, '--json'),
    ];
    expect([before.code, before.out]).toEqual([0, expect.stringContaining('The log is whole')]);
    const { key, seal } = JSON.parse(keptHead) as { key: string; seal: { number: number } };
    expect(JSON.parse(head.out)).toMatchObject({ key });
    expect(seal.number).toBeGreaterThan(0);
    expect([after.code, JSON.parse(after.out)]).toMatchObject([0, { ok: true, faults: [] }]);
  }, 60_000);

  it('continues with its keys, money, receipts, jobs and files', async () => {
    const server = await temporaryServer({ dataDir, env: { DATABASE_URL: url } });
    const { apiKey: key } = account;
    const again = await server.call('skipTraceSingle', { ...ASKED, key });
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([answered, 'true']);
    const job = (await server.call('getSkipTraceJob', { jobId, key })).json;
    expect(job.status).toBe('completed');
    const file = await fetch(String(job.downloadUrl));
    expect([file.status, (await file.text()).length > 0]).toEqual([200, true]);
    expect(await server.service.ledgerFindings()).toEqual([]);
    expect(await server.service.jobFindings()).toEqual([]);
    expect(await server.service.fileFindings()).toEqual([]);
    // New numbers follow the old ones.
    expect((await server.call('createSkipTraceJob', { json: LEADS_JOB, key })).status).toBe(201);
    await server.close();
  }, 60_000);

  it('continues waiting tasks', async () => {
    const server = await temporaryServer({ dataDir, env: { DATABASE_URL: url }, sandbox: false });
    await server.service.startWorker();
    const job = { jobId: waitingJobId, key: account.apiKey };
    const status = async () => (await server.call('getSkipTraceJob', job)).json.status;
    await expect.poll(status, { timeout: 20_000 }).toBe('preview');
    expect((await server.call('confirmSkipTraceJob', job)).status).toBe(200);
    await expect.poll(status, { timeout: 20_000 }).toBe('completed');
    await server.close();
  }, 60_000);

  it('leaves an unfinished import behind, with its joins, and never reuses an id', async () => {
    const numbers = async () => {
      const owners = await openFile(path.join(dataDir, 'owners.sqlite'), { mode: 'read' });
      const found = await owners.query<{ name: string; seq: number }[]>(
        'SELECT name, seq FROM sqlite_sequence',
      );
      await owners.close();
      return Object.fromEntries(found.map(({ name, seq }) => [name, seq]));
    };
    const before = await numbers();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const rows = async (sql: string) => (await client.query<Record<string, string>>(sql)).rows;
    expect(await rows("SELECT 1 FROM imports WHERE source = 'vendor'")).toEqual([]);
    expect(await rows('SELECT 1 FROM owner_joins')).toEqual([]);
    await importOwners('vendor', ELM.replace('5125550142', '5125550143'), url);
    const [made] = await rows("SELECT sequence, first_record_id FROM imports WHERE source = 'vendor'");
    expect(Number(made?.sequence)).toBeGreaterThan(before['imports'] ?? Number.NaN);
    expect(Number(made?.first_record_id)).toBeGreaterThan(before['owner_records'] ?? Number.NaN);
    expect(await rows('SELECT 1 FROM owner_joins')).toHaveLength(1);
    await client.end();
  }, 60_000);

  it('is not moved into a database in use', async () => {
    await rm(path.join(dataDir, 'moved.json'));
    const { code, err } = await move();
    expect([code, err]).toEqual([1, expect.stringContaining('holds other data')]);
  });
});
