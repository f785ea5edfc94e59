// Engines: SQLite, PostgreSQL at a release

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startS3, type S3Server, S3_CREDENTIALS } from '../../testing/s3-server.js';
import { useCredentials } from '../../testing/s3-store.js';
import { leads, leadsForm, LEADS_JOB, MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

const FILE = leads(MATCH, MISS, MATCH);

let s3: S3Server;
let server: TemporaryServer;
const open = async (env: Record<string, string> = {}) => {
  s3 = await startS3();
  // Job processes inherit them.
  useCredentials(S3_CREDENTIALS);
  server = await temporaryServer({ env: { STORAGE_URL: s3.storageUrl('jobs'), ...env } });
  await server.service.startWorker();
};
const close = async () => {
  await server.close();
  await s3.close();
};

const create = async () => {
  const { json } = await server.call('createSkipTraceJob', { json: LEADS_JOB });
  return { jobId: String(json.jobId), uploadUrl: String(json.uploadUrl) };
};
async function completed(jobId: string): Promise<{ link: string; text: string }> {
  await server.until(jobId, 'preview');
  expect((await server.call('confirmSkipTraceJob', { jobId })).status).toBe(200);
  const { downloadUrl } = await server.until(jobId, 'completed');
  const link = String(downloadUrl);
  return { link, text: await (await fetch(link)).text() };
}

describe('a job with files in a bucket', () => {
  beforeAll(() => open());
  afterAll(close);

  it('is uploaded through the server, matched, paid, and fetched through the server', async () => {
    const { jobId } = await create();
    expect((await server.call('uploadSkipTraceJobFile', { jobId, body: leadsForm(FILE) })).status).toBe(200);
    const { link, text } = await completed(jobId);
    expect(text.split('\n')).toHaveLength(5);
    // The bucket need not be reachable.
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(200);
    expect((await fetch(link, { headers: { range: 'bytes=0-3' } })).status).toBe(206);
    expect(await server.service.fileFindings()).toEqual([]);
  });

  it('costs nothing while the bucket does not answer, and continues when it does', async () => {
    const { jobId } = await create();
    s3.faults.push(...Array.from({ length: 3 }, () => ({ status: 503, code: 'SlowDown' })));
    const refused = await server.call('uploadSkipTraceJobFile', { jobId, body: leadsForm(FILE) });
    expect([refused.status, refused.json.error]).toEqual([
      500,
      expect.stringContaining('Nothing was charged'),
    ]);
    s3.faults.length = 0;
    expect((await server.call('uploadSkipTraceJobFile', { jobId, body: leadsForm(FILE) })).status).toBe(200);
    expect((await completed(jobId)).text.split('\n')).toHaveLength(5);
    expect(await server.service.jobFindings()).toEqual([]);
  });
});

describe('a job with files that are sent straight to a bucket', () => {
  beforeAll(() => open({ UPLOAD_METHOD: 'presigned' }));
  afterAll(close);

  it('is fetched from there, and a file sent after it was marked changes nothing', async () => {
    const { jobId, uploadUrl } = await create();
    expect(uploadUrl).toContain(s3.endpoint);
    expect((await server.call('markSkipTraceJobUploaded', { jobId })).status).toBe(409);
    const put = (body: string) => fetch(uploadUrl, { method: 'PUT', body });
    expect((await put(FILE)).status).toBe(200);
    expect((await server.call('markSkipTraceJobUploaded', { jobId })).status).toBe(200);
    await put('something else');
    const { link, text } = await completed(jobId);
    expect(text).toContain(MATCH.address);
    const toBucket = await fetch(link, { redirect: 'manual' });
    expect([toBucket.status, toBucket.headers.get('location')]).toEqual([
      302,
      expect.stringContaining(s3.endpoint),
    ]);
  });

  it('is marked once by many at the same time, and never has a file that was sent after that', async () => {
    for (let round = 0; round < 3; round++) {
      const { jobId, uploadUrl } = await create();
      const put = async (body: string) => void (await fetch(uploadUrl, { method: 'PUT', body }));
      const statuses: number[] = [];
      const mark = async () =>
        void statuses.push((await server.call('markSkipTraceJobUploaded', { jobId })).status);
      await put(FILE);
      await Promise.all([mark(), put(leads(MATCH)), mark(), mark(), put(FILE), mark(), mark(), mark()]);
      // Each of them may have found a file that was being replaced.
      if (!statuses.includes(200)) await mark();
      expect(statuses.filter((status) => status !== 409)).toEqual([200]);
      const { totalRows } = await server.until(jobId, 'preview');
      expect([1, 3]).toContain(totalRows);
      expect(s3.keys().filter((key) => key.startsWith(`jobs/${jobId}/upload-`))).toHaveLength(1);
      expect((await server.call('markSkipTraceJobUploaded', { jobId })).status).toBe(409);
    }
  });
});

describe('a bucket that is silent', () => {
  beforeEach(() => open());
  afterEach(close);

  it('does not keep /readyz waiting: lookups still work', async () => {
    s3.faults.push('hang');
    const answer = await fetch(`${server.url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { status: 'degraded', faults: [expect.stringContaining('does not answer in time')] },
    ]);
    // The fault appears only with the second request, because the first did not wait for the bucket.
    expect(s3.faults).toEqual([]);
  });

  it('is asked once for concurrent requests to /readyz', async () => {
    s3.faults.push('hang', 'hang', 'hang');
    const ask = async () =>
      ((await (await fetch(`${server.url}/readyz`)).json()) as { status: string }).status;
    expect(new Set(await Promise.all(Array.from({ length: 50 }, ask)))).toEqual(new Set(['degraded']));
    expect(s3.faults).toHaveLength(2);
  });
});
