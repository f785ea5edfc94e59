import { afterAll, beforeAll, expect, it } from 'vitest';
import { refundOnce } from '../billing/index.js';
import { TestBrowser } from '../testing/browser.js';
import { LEADS_JOB, leads, leadsForm, MATCH } from '../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../testing/server.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
  await server.service.startWorker();
});
afterAll(() => server.close());

it('a customer’s ledger names the file of a charge', async () => {
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

it('names the addresses of lookups while they are saved, if the account chose that; the ledger itself has none', async () => {
  const { accountId, apiKey } = await server.createAccount(1_000);
  const browser = new TestBrowser(server.url);
  await browser.signIn({ apiKey });
  const { headers } = await server.call('skipTraceSingle', { key: apiKey, json: MATCH });
  const reference = headers.get('x-request-id') ?? '';
  const { database, billing, repeats } = server.service;
  const [charge] = await database.read.query<{ id: string }[]>(
    'SELECT id FROM ledger_records WHERE reference = $1',
    [reference],
  );
  const refund = { accountId, chargeId: charge?.id ?? '', cents: 1, reason: 'half' };
  await refundOnce({ database, billing, repeats }, refund, 'a-key-of-16-letters');
  const operator = new TestBrowser(server.url);
  const { token } = await server.service.sessions.links.createForOperator('Alex');
  await operator.ask('/operator/api/session', { json: { token } });
  const named = async () => [
    (await browser.ask('/app/api/transactions')).json['addresses'],
    (await operator.ask(`/operator/api/accounts/${accountId}/transactions`)).json['addresses'],
  ];
  expect(await named()).toEqual([{}, {}]);
  await browser.ask('/app/api/preferences', { method: 'PATCH', json: { namePurchases: true } });
  const address = '100 SANDBOX MATCH ST, AUSTIN TX 78701';
  expect(await named()).toEqual([{ [reference]: address }, { [reference]: address }]);
  const { text } = await browser.ask('/app/api/transactions.csv');
  expect(text.match(new RegExp(`,"${address}"`, 'g'))).toHaveLength(2);
  expect(JSON.stringify(await database.read.query('SELECT * FROM ledger_records'))).not.toMatch(/sandbox/i);
  await browser.ask(`/app/api/saved-lookups/${reference}`, { method: 'DELETE' });
  expect(await named()).toEqual([{}, {}]);
});
