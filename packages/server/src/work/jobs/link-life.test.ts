// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestBrowser } from '../../testing/browser.js';
import { LEADS_JOB, MATCH, leads } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

const FILE = leads(MATCH);
let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer({ env: { UPLOAD_METHOD: 'presigned' } });
  await server.service.startWorker();
});
beforeEach(() => server.anew());
afterAll(() => server.close());

const create = async (key?: string) =>
  (await server.call('createSkipTraceJob', { json: LEADS_JOB, ...(key !== undefined && { key }) })).json;
const put = async (url: unknown) => (await fetch(String(url), { method: 'PUT', body: FILE })).status;
const get = async (url: unknown) => (await fetch(String(url))).status;
const anotherKey = () =>
  server.service.database.write((tx) => server.service.accounts.createKey(tx, server.account.accountId));

/** The link to a job's existing file, and the link for the file that another job waits for. */
async function links() {
  const { jobId, uploadUrl } = await create();
  expect(await put(uploadUrl)).toBe(200);
  await server.call('markSkipTraceJobUploaded', { jobId: String(jobId) });
  await server.until(String(jobId), 'preview');
  await server.call('confirmSkipTraceJob', { jobId: String(jobId) });
  const { downloadUrl } = await server.until(String(jobId), 'completed');
  const waiting = await create();
  expect([await get(downloadUrl), await put(waiting.uploadUrl)]).toEqual([200, 200]);
  return { jobId: String(jobId), downloadUrl, uploadUrl: waiting.uploadUrl };
}

describe('the links of a key', () => {
  it('end when it is revoked, and the account gets new ones with another key', async () => {
    const { jobId, downloadUrl, uploadUrl } = await links();
    const { apiKey: key } = await anotherKey();
    await server.service.accounts.revokeKey(server.account.keyId);
    expect([await get(downloadUrl), await put(uploadUrl)]).toEqual([403, 403]);
    const { json } = await server.call('getSkipTraceJob', { key, jobId });
    expect(await get(json.downloadUrl)).toBe(200);
    expect(await put((await create(key)).uploadUrl)).toBe(200);
  });

  it('end for people who signed in with a link, when they sign out everywhere', async () => {
    const { jobId } = await links();
    const { accountId } = server.account;
    const linkFor = async () =>
      (await server.service.sessions.links.createForCustomer(accountId, { isAskedFor: true })).token;
    const [browser, other] = [new TestBrowser(server.url), new TestBrowser(server.url)];
    for (const one of [browser, other]) await one.signIn({ token: await linkFor() });
    const job = async (one: TestBrowser) => (await one.ask(`/api/user/skip-trace/${jobId}`)).json;
    const { downloadUrl } = await job(browser);
    expect(await get(downloadUrl)).toBe(200);
    await other.ask('/app/api/session?everywhere=true', { method: 'DELETE' });
    expect(await get(downloadUrl)).toBe(403);
    await other.signIn({ token: await linkFor() });
    expect(await get((await job(other)).downloadUrl)).toBe(200);
    expect(await server.service.accounts.listKeys(accountId)).toHaveLength(1);
  });

  it('stay when another key of the account is revoked', async () => {
    const { downloadUrl, uploadUrl } = await links();
    await server.service.accounts.revokeKey((await anotherKey()).keyId);
    expect([await get(downloadUrl), await put(uploadUrl)]).toEqual([200, 200]);
  });

  it('do not work while its account is suspended', async () => {
    const { downloadUrl, uploadUrl } = await links();
    const { accountId } = server.account;
    await server.service.accounts.change(accountId, { status: 'suspended' });
    expect([await get(downloadUrl), await put(uploadUrl)]).toEqual([403, 403]);
    await server.service.accounts.change(accountId, { status: 'active' });
    expect([await get(downloadUrl), await put(uploadUrl)]).toEqual([200, 200]);
  });

  it('cannot be altered to belong to another key', async () => {
    const { downloadUrl } = await links();
    const { keyId } = await anotherKey();
    await server.service.accounts.revokeKey(server.account.keyId);
    expect(await get(String(downloadUrl).replace(/key=[^&]*/, `key=${keyId}`))).toBe(403);
  });
});
