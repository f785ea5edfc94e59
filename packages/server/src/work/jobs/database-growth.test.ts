import { afterEach, describe, expect, it } from 'vitest';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { JobEntity } from './index.js';

let server: TemporaryServer;
afterEach(() => server.close());

const HOUSE = '\u{1F3E0}';
/** The longest allowed name, in characters of four bytes. */
const COLUMN = HOUSE.repeat(250);
const FIELDS = ['address', 'city', 'state', 'zip', 'firstName', 'lastName'];
const LARGEST = {
  filename: `${HOUSE.repeat(374)}.csv`,
  columnMapping: Object.fromEntries(FIELDS.map((field) => [field, COLUMN])),
};
const JOBS_AT_ONCE = 60;

const create = (key: string, json: object = LARGEST) =>
  server.call('createSkipTraceJob', { json, headers: { 'idempotency-key': key.padEnd(255, 'k') } });

/** Fills the account's share of open jobs, then cancels them. */
async function makeAndCancel(batch: string, body: object = LARGEST): Promise<string[]> {
  const jobIds: string[] = [];
  for (let at = 0; at < JOBS_AT_ONCE; at++) {
    const { status, json } = await create(`${batch}-${at}-`, body);
    expect(status).toBe(201);
    jobIds.push(String(json.jobId));
  }
  for (const jobId of jobIds) {
    expect((await server.call('cancelSkipTraceJob', { jobId })).status).toBe(200);
  }
  return jobIds;
}

/** Size of the file that contains the ledger. */
async function databaseBytes(): Promise<number> {
  const [size] = await server.service.database.read.query<{ bytes: number }[]>(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
  );
  return Number(size?.bytes);
}

describe('the database of the ledger', () => {
  it('reuses the space of long column names when their jobs are cancelled', async () => {
    server = await temporaryServer();
    const job = { ...LARGEST, filename: 'leads.csv' };
    const start = await databaseBytes();
    await makeAndCancel('first', job);
    const first = await databaseBytes();
    await makeAndCancel('second', job);
    expect(first - start).toBeGreaterThan(JOBS_AT_ONCE * 6_000);
    expect((await databaseBytes()) - first).toBeLessThan((first - start) * 0.6);
  });

  it('stops growing when an account has made its daily number of free jobs', async () => {
    server = await temporaryServer({ env: { UNCHARGED_JOBS_PER_DAY: String(JOBS_AT_ONCE) } });
    const [first = ''] = await makeAndCancel('first');
    const full = await databaseBytes();
    for (let at = 0; at < JOBS_AT_ONCE; at++) expect((await create(`second-${at}-`)).status).toBe(429);
    expect(await databaseBytes()).toBe(full);
    const replayed = await create('first-0-');
    expect([replayed.status, replayed.json.jobId]).toEqual([201, first]);
  });
});

describe('a job that is cancelled', () => {
  it('keeps its name for its owner, and replays its creation unchanged', async () => {
    server = await temporaryServer();
    const made = await create('once-');
    const jobId = String(made.json.jobId);
    await server.call('cancelSkipTraceJob', { jobId });
    const { json } = await server.call('getSkipTraceJob', { jobId });
    expect(json).toMatchObject({ status: 'cancelled', filename: LARGEST.filename });
    const again = await create('once-');
    expect([again.status, again.headers.get('idempotency-replayed'), again.json]).toEqual([
      201,
      'true',
      made.json,
    ]);
    const { columnMapping } = await server.service.database.read.findOneByOrFail(JobEntity, { id: jobId });
    expect(Object.values(columnMapping).join('')).toBe('');
  });
});

describe('names at creation', () => {
  it.each([
    [
      'filename',
      { ...LARGEST, filename: `${HOUSE.repeat(375)}.csv` },
      'filename must be at most 1500 bytes of UTF-8',
    ],
    [
      'a column name',
      { ...LARGEST, columnMapping: { ...LARGEST.columnMapping, zip: `${COLUMN}x` } },
      'columnMapping.zip must be at most 1000 bytes of UTF-8',
    ],
  ])('are bounded in bytes: %s', async (_, json, error) => {
    server = await temporaryServer();
    const refused = await server.call('createSkipTraceJob', { json });
    expect([refused.status, refused.json]).toEqual([400, { error }]);
  });

  it.each(['x', 'ü', '名'])('may have 500 characters such as %s', async (character) => {
    server = await temporaryServer();
    const json = { ...LARGEST, filename: `${character.repeat(496)}.csv` };
    expect((await server.call('createSkipTraceJob', { json })).status).toBe(201);
  });
});
