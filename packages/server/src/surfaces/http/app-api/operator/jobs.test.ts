// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, expect, it } from 'vitest';
import { findActions } from '../../../../money/log/index.js';
import type { TestBrowser } from '../../../../testing/browser.js';
import { leads, LEADS_JOB, leadsForm, MATCH, MISS } from '../../../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../../../testing/server.js';
import { JobEntity } from '../../../../work/jobs/index.js';

let server: TemporaryServer;
let operator: TestBrowser;
beforeAll(async () => {
  server = await temporaryServer();
  operator = await server.signedInOperator();
});
afterAll(() => server.close());

const create = async () =>
  (
    (await server.call('createSkipTraceJob', { json: { ...LEADS_JOB, filename: 'Jane Roe.csv' } })).json as {
      jobId: string;
    }
  ).jobId;
const pageOf = async (jobId: string) => (await operator.ask(`/operator/api/jobs/${jobId}`)).json;

it('an operator sees what happened to a job, what it cost, and its file’s name on request alone', async () => {
  const jobId = await create();
  expect(await pageOf(jobId)).toMatchObject({
    job: { id: jobId, status: 'pending', accountId: server.account.accountId },
    origin: 'api',
    uploadBytes: null,
    hasUpload: false,
    work: null,
    events: [],
    transactions: [],
  });
  await server.call('uploadSkipTraceJobFile', { jobId, body: leadsForm(leads(MATCH, MISS)) });
  expect(await pageOf(jobId)).toMatchObject({ work: { kind: 'match', failures: 0, isRunning: false } });
  await server.service.startWorker();
  await server.until(jobId, 'preview');
  await server.call('confirmSkipTraceJob', { jobId });
  await server.until(jobId, 'completed');
  await expect.poll(async () => (await pageOf(jobId))['work']).toBeNull();
  const page = await pageOf(jobId);
  expect(page).toMatchObject({
    job: { totalRows: 2, matchedRows: 1 },
    hasUpload: true,
    hasResult: true,
    work: null,
    events: [{ kind: 'job.result' }, { kind: 'job.confirm', cents: 4, accountId: server.account.accountId }],
    transactions: [{ type: 'job_charge', amountCents: -4, reference: jobId }],
  });
  expect(JSON.stringify(page)).not.toContain('Jane');
  const asked = await operator.ask(`/operator/api/jobs/${jobId}/file-name`, { method: 'POST' });
  expect(asked.json).toEqual({ filename: 'Jane Roe.csv' });
  const { rows } = await findActions(server.service.database, { kinds: ['command'], limit: 1 });
  expect(rows[0]).toMatchObject({ actor: 'operator:Alex' });
  expect(JSON.parse(rows[0]?.details ?? '')).toEqual({
    command: 'name of a file shown',
    jobId,
    accountId: server.account.accountId,
  });
});

it('a job that failed says why', async () => {
  const jobId = await create();
  const errorMessage = 'Server error while matching rows.';
  await server.service.database.write((tx) =>
    tx.update(JobEntity, { id: jobId }, { status: 'failed', errorMessage }),
  );
  expect(await pageOf(jobId)).toMatchObject({ job: { status: 'failed', errorMessage } });
});

it('a job that does not exist has no page', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/file-name'],
  ] as const)
    expect((await operator.ask(`/operator/api/jobs/x${path}`, { method })).status).toBe(404);
});
