// Engines: SQLite, PostgreSQL at a release

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findRecords } from '../../money/billing/index.js';
import { MS_PER_DAY } from '../../platform/clock.js';
import { ABSENTEE, COUPLE, leads, LEADS_JOB, leadsForm, MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { purchasesOf } from './statement.js';

describe('a customer’s ledger', () => {
  let server: TemporaryServer;
  beforeAll(async () => {
    server = await temporaryServer();
    await server.service.startWorker();
  });
  afterAll(() => server.close());

  it('names the file of a charge', async () => {
    const browser = await server.signedIn();
    const made = await browser.ask('/api/user/skip-trace', { json: LEADS_JOB });
    const jobId = String(made.json['jobId']);
    await server.call('uploadSkipTraceJobFile', { jobId, body: leadsForm(leads(MATCH)) });
    await server.until(jobId, 'preview');
    await server.call('confirmSkipTraceJob', { jobId });
    await server.until(jobId, 'completed');
    const { json } = await browser.ask('/app/api/transactions?type=job_charge');
    expect(json).toMatchObject({
      transactions: [{ type: 'job_charge', reference: jobId }],
      fileNames: { [jobId]: LEADS_JOB.filename },
    });
  });

  it('shows all that belongs to a charge by the ID of its list, of itself or of a refund, to its own account', async () => {
    const browser = await server.signedIn();
    const records = async (about: string, who = browser) =>
      (await who.ask(`/app/api/transactions?about=${about}`)).json['transactions'] as {
        id: string;
        type: string;
      }[];
    const typesOf = (found: readonly { type: string }[]) => found.map(({ type }) => type);
    const [charge] = (await browser.ask('/app/api/transactions?type=job_charge')).json['transactions'] as {
      id: string;
      reference: string;
    }[];
    const { accountId } = server.account;
    const refund = { accountId, chargeId: charge?.id ?? '', cents: 1, reason: 'slow' };
    const { record } = await server.service.refund(refund, 'a-key');
    for (const id of [charge?.reference, charge?.id, record.id])
      expect(typesOf(await records(id ?? ''))).toEqual(['refund', 'job_charge']);
    const [topUp] = (await browser.ask('/app/api/transactions?type=top_up')).json['transactions'] as {
      id: string;
    }[];
    expect(await records(topUp?.id ?? '')).toMatchObject([{ id: topUp?.id }]);
    const { apiKey } = await server.createAccount(100);
    const other = await server.signedIn(apiKey);
    expect(await records(topUp?.id ?? '', other)).toEqual([]);
    expect(await records('00000000-0000-4000-8000-000000000000')).toEqual([]);
    expect(await records(record.id, other)).toEqual([]);
  });

  it('names the addresses of lookups while they are saved, if the account chose that; the ledger itself has none', async () => {
    const { accountId, apiKey } = await server.createAccount(1_000);
    const browser = await server.signedIn(apiKey);
    const { headers } = await server.call('skipTraceSingle', { key: apiKey, json: MATCH });
    const reference = headers.get('x-request-id') ?? '';
    const { database } = server.service;
    const [charge] = await database.read.query<{ id: string }[]>(
      'SELECT id FROM ledger_records WHERE reference = $1',
      [reference],
    );
    const refund = { accountId, chargeId: charge?.id ?? '', cents: 1, reason: 'half' };
    await server.service.refund(refund, 'a-key-of-16-letters');
    const operator = await server.signedInOperator();
    const named = async () => [
      (await browser.ask('/app/api/transactions')).json['addresses'],
      (await operator.ask(`/operator/api/accounts/${accountId}/transactions`)).json['addresses'],
    ];
    const choose = (namePurchases: boolean) =>
      browser.ask('/app/api/preferences', { method: 'PATCH', json: { namePurchases } });
    await choose(false);
    expect(await named()).toEqual([{}, {}]);
    await choose(true);
    const address = '100 SANDBOX MATCH ST, AUSTIN TX 78701';
    expect(await named()).toEqual([{ [reference]: address }, { [reference]: address }]);
    const { text } = await browser.ask('/app/api/transactions.csv');
    expect(text.match(new RegExp(`,"${address}"`, 'g'))).toHaveLength(2);
    expect(JSON.stringify(await database.read.query('SELECT * FROM ledger_records'))).not.toMatch(/sandbox/i);
    await browser.ask(`/app/api/saved-lookups/${reference}`, { method: 'DELETE' });
    expect(await named()).toEqual([{}, {}]);
  });
});

describe('purchases of an account', () => {
  let server: TemporaryServer;
  beforeEach(async () => {
    server = await temporaryServer();
  });
  afterEach(() => server.close());

  const lookUp = async (json: object, idempotencyKey?: string) => {
    server.clock.shiftMs += 1_000;
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    const answer = await server.call('skipTraceSingle', { json, headers });
    expect(answer.status).toBe(200);
    return answer.headers.get('x-request-id') ?? '';
  };
  const bulk = async (...addresses: object[]) => {
    server.clock.shiftMs += 1_000;
    const answer = await server.call('skipTraceBulk', { json: { addresses } });
    expect(answer.status).toBe(200);
    return answer.headers.get('x-request-id') ?? '';
  };
  const told = async (limit = 50) => {
    const { service, account } = server;
    const { rows } = await findRecords(service.database, account.accountId, { limit });
    return purchasesOf(service, account.accountId, rows);
  };

  it('have a mark that says whether it is the same property, in whatever spelling, and nothing personal', async () => {
    const first = await lookUp(MATCH);
    const other = await lookUp(ABSENTEE);
    const again = await lookUp({ ...MATCH, address: '100 sandbox match street' });
    await lookUp(MISS);
    const { purchases, searchedSince } = await told();
    expect([...purchases.keys()].sort()).toEqual([first, other, again].sort());
    const of = (reference: string) => purchases.get(reference);
    expect(of(again)?.mark).toBe(of(first)?.mark);
    expect(of(other)?.mark).not.toBe(of(first)?.mark);
    expect(of(first)).toMatchObject({
      properties: 1,
      before: [],
      by: expect.stringMatching(/^key:/) as string,
    });
    expect(of(again)?.before).toMatchObject([{ reference: first, properties: 1 }]);
    expect(JSON.stringify([...purchases])).not.toMatch(/sandbox/i);
    expect(searchedSince).toBeLessThan(server.service.clock.now() - 29 * MS_PER_DAY);
  });

  it('are compared with earlier pages, and with bulks, which name how many properties they share', async () => {
    const first = await lookUp(MATCH);
    const many = await bulk(MATCH, COUPLE, MISS);
    await lookUp(ABSENTEE);
    const last = await bulk(MATCH, COUPLE);
    const { purchases } = await told(2);
    // The hold of the last bulk, and what of it was released.
    expect(purchases.get(last)).toMatchObject({
      properties: 2,
      mark: null,
      before: [
        { reference: many, properties: 2 },
        { reference: first, properties: 1 },
      ],
    });
  });

  it('have the Idempotency-Key of the request while it is in force', async () => {
    const reference = await lookUp(MATCH, 'order-2026-11-26-0001');
    const without = await lookUp(ABSENTEE);
    const { purchases } = await told();
    expect(purchases.get(reference)?.idempotencyKey).toBe('order-2026-11-26-0001');
    expect(purchases.get(without)?.idempotencyKey).toBeNull();
  });

  it('are compared with charges of 30 days', async () => {
    await lookUp(MATCH);
    server.clock.shiftMs += 31 * MS_PER_DAY;
    const reference = await lookUp(MATCH);
    expect((await told(1)).purchases.get(reference)?.before).toEqual([]);
  });
});
