import { afterAll, beforeAll, expect, it } from 'vitest';
import { MS_PER_DAY } from '../clock.js';
import { TestBrowser } from '../testing/browser.js';
import { LEADS_JOB, leads, leadsForm, MISS } from '../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../testing/server.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
  await server.service.startWorker();
});
afterAll(() => server.close());

it('a page is told how long a result is kept, and the columns that its job was made with', async () => {
  const browser = new TestBrowser(server.url);
  await browser.signIn({ apiKey: server.account.apiKey });
  const made = await browser.ask('/api/user/skip-trace', { json: LEADS_JOB });
  const jobId = String(made.json['jobId']);
  const file = () => browser.ask(`/app/api/jobs/${jobId}/file`);
  await server.call('uploadSkipTraceJobFile', { jobId, body: leadsForm(leads(MISS)) });
  await server.until(jobId, 'preview');
  expect((await file()).json).toEqual({ keptUntil: null, columnMapping: null });
  await server.call('confirmSkipTraceJob', { jobId });
  const { updatedAt } = await server.until(jobId, 'completed');
  const keptUntil = new Date(Date.parse(String(updatedAt)) + 30 * MS_PER_DAY).toISOString();
  expect((await file()).json).toEqual({ keptUntil, columnMapping: LEADS_JOB.columnMapping });
  const { apiKey } = await server.createAccount(0);
  await browser.signIn({ apiKey });
  expect((await file()).status).toBe(404);
});
