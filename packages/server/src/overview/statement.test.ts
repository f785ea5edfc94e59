import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestBrowser } from '../testing/browser.js';
import { LEADS_JOB, leads, leadsForm, MATCH } from '../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../testing/server.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
  await server.service.startWorker();
});
afterAll(() => server.close());

it('a customer reads in the ledger which file was paid for', async () => {
  const browser = new TestBrowser(server.url);
  await browser.signIn({ apiKey: server.account.apiKey });
  const made = await browser.ask('/api/user/skip-trace', { json: LEADS_JOB });
  const jobId = String(made.json['jobId']);
  await server.call('uploadSkipTraceJobFile', { jobId, body: leadsForm(leads(MATCH)) });
  await server.until(jobId, 'preview');
  await server.call('confirmSkipTraceJob', { jobId });
  const { json } = await browser.ask('/app/api/transactions?type=job_charge');
  expect(json).toMatchObject({
    transactions: [{ type: 'job_charge', reference: jobId }],
    fileNames: { [jobId]: LEADS_JOB.filename },
  });
});
