// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEADS_JOB } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
});
afterAll(() => server.close());

const DIGEST = '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef';
const OTHER = DIGEST.replaceAll('5', '6');

async function created(contentDigest: string | undefined, key = server.account.apiKey): Promise<string> {
  const { json, status } = await server.call('createSkipTraceJob', {
    key,
    json: { ...LEADS_JOB, contentDigest },
  });
  expect(status).toBe(201);
  return String(json.jobId);
}

async function found(contentDigest: string, key = server.account.apiKey): Promise<unknown> {
  const { json, status } = await server.call('listSkipTraceJobs', {
    key,
    query: `?contentDigest=${contentDigest}`,
  });
  expect(status).toBe(200);
  return (json as { jobs: { id: string; contentDigest?: string }[] }).jobs.map(({ id, contentDigest }) => [
    id,
    contentDigest,
  ]);
}

describe('the jobs of one list', () => {
  it('are found by its digest, newest first, and echo it; jobs of other lists or accounts are not', async () => {
    const [first, second] = [await created(DIGEST), await created(DIGEST)];
    await created(OTHER);
    await created(undefined);
    expect(await found(DIGEST)).toEqual([
      [second, DIGEST],
      [first, DIGEST],
    ]);
    expect(await found('nothing-like-a-digest')).toEqual([]);
    const stranger = await server.createAccount(100);
    expect(await found(DIGEST, stranger.apiKey)).toEqual([]);
    const { json } = await server.call('listSkipTraceJobs', {});
    for (const job of (json as { jobs: object[] }).jobs) expect(job).not.toHaveProperty('contentDigest');
  });

  it('are stored under a keyed hash: the table has no digest, and two accounts share no hash', async () => {
    const stranger = await server.createAccount(100);
    await created(DIGEST);
    await created(DIGEST, stranger.apiKey);
    const marks = await server.service.database.read.query<{ mark: string; accountId: string }[]>(
      'SELECT content_mark AS mark, account_id AS "accountId" FROM jobs WHERE content_mark IS NOT NULL',
    );
    expect(JSON.stringify(marks)).not.toContain(DIGEST);
    const accountsOf = new Map<string, Set<string>>();
    for (const { mark, accountId } of marks)
      accountsOf.set(mark, (accountsOf.get(mark) ?? new Set()).add(accountId));
    expect([...accountsOf.values()].every((accounts) => accounts.size === 1)).toBe(true);
  });

  it.each(['', 'abc', DIGEST.toUpperCase(), `${DIGEST}0`, 7, null])(
    'are not made with the digest %j',
    async (contentDigest) => {
      const { status, json } = await server.call('createSkipTraceJob', {
        json: { ...LEADS_JOB, contentDigest },
      });
      expect([status, json.error]).toEqual([400, expect.stringContaining('contentDigest')]);
    },
  );
});

describe('pages of the job list', () => {
  it('continue before the job that is named, of one list as well, and refuse any other name', async () => {
    const { apiKey } = await server.createAccount(100);
    const made: string[] = [];
    for (const digest of [DIGEST, OTHER, DIGEST, DIGEST]) made.push(await created(digest, apiKey));
    const [first = '', second, third, fourth] = made;
    const asked = async (query: string, key = apiKey) => {
      const { json, status } = await server.call('listSkipTraceJobs', { key, query });
      const { jobs = [], error } = json as { jobs?: { id: string }[]; error?: string };
      return status === 200 ? jobs.map(({ id }) => id) : [status, error];
    };
    expect(await asked(`?before=${fourth}`)).toEqual([third, second, first]);
    expect(await asked(`?before=${String(third).toUpperCase()}`)).toEqual([second, first]);
    expect(await asked(`?before=${first}`)).toEqual([]);
    expect(await asked(`?before=${fourth}&contentDigest=${DIGEST}`)).toEqual([third, first]);
    const refused = [400, expect.stringMatching(/^before must be/)];
    for (const bad of ['', 'abc', '%00', 'a'.repeat(5_000), `${first}&before=${first}`])
      expect(await asked(`?before=${bad}`)).toEqual(refused);
    const stranger = await server.createAccount(100);
    expect(await asked(`?before=${first}`, stranger.apiKey)).toEqual(refused);
  });
});
