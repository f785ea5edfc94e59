// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ABSENTEE, leads, LEADS_JOB, leadsForm, MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer({ balanceCents: 0 });
  await server.service.startWorker();
});
afterAll(() => server.close());

const setPrice = (accountId: string, priceCents: number) =>
  server.service.accounts.change(accountId, { terms: { priceCents } });

const balanceOf = async (key: string): Promise<unknown> =>
  (await server.call('getAccount', { key })).json.balanceCents;

describe('a job', () => {
  it('costs what its preview says, even if the price changes before it is confirmed', async () => {
    const { accountId, apiKey: key } = await server.createAccount(30);
    await setPrice(accountId, 15);
    const jobId = await server.upload(leads(MATCH, MISS, MATCH), { key });
    const preview = { pricePerRowCents: 15, matchedRows: 2, totalChargeCents: 30 };
    expect(await server.jobUntil({ jobId, key }, 'preview')).toMatchObject(preview);

    await setPrice(accountId, 900);
    expect((await server.call('getSkipTraceJob', { jobId, key })).json).toMatchObject(preview);
    // The balance covers the price of the preview and no more.
    const confirmed = await server.call('confirmSkipTraceJob', { jobId, key });
    expect([confirmed.status, confirmed.json.totalChargeCents]).toEqual([200, 30]);
    expect(await server.jobUntil({ jobId, key }, 'completed')).toMatchObject(preview);
    expect(await balanceOf(key)).toBe(0);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });
});

describe('a list that waits for its approval while the price falls', () => {
  const waiting = async (priceCents: number, balanceCents = 100) => {
    const { accountId, apiKey } = await server.createAccount(balanceCents);
    await setPrice(accountId, priceCents);
    const jobId = await server.preview(leads(MATCH, MISS, ABSENTEE), { key: apiKey });
    return { jobId, key: apiKey, accountId };
  };
  const read = async (job: { jobId: string; key: string }) =>
    (await server.call('getSkipTraceJob', job)).json;
  const confirm = async (job: { jobId: string; key: string }) => {
    const { status, json } = await server.call('confirmSkipTraceJob', job);
    return [status, json.totalChargeCents];
  };

  it('shows the lower price, is approved for it, and needs no more balance', async () => {
    const job = await waiting(15, 8);
    await setPrice(job.accountId, 4);
    const lower = { pricePerRowCents: 4, totalChargeCents: 8 };
    expect((await server.call('listSkipTraceJobs', job)).json.jobs).toMatchObject([lower]);
    expect(await read(job)).toMatchObject(lower);
    expect(await confirm(job)).toEqual([200, 8]);
    expect(await server.jobUntil(job, 'completed')).toMatchObject(lower);
    expect(await balanceOf(job.key)).toBe(0);
  });

  it('is charged the lower price although no one has read it since', async () => {
    const job = await waiting(15);
    await setPrice(job.accountId, 4);
    expect(await confirm(job)).toEqual([200, 8]);
    expect(await balanceOf(job.key)).toBe(92);
  });

  it('keeps the lowest price that was shown when the price rises again', async () => {
    const job = await waiting(15);
    const { updatedAt } = await read(job);
    await setPrice(job.accountId, 4);
    // The days until its end count from the preview, whatever its price does.
    expect(await read(job)).toMatchObject({ totalChargeCents: 8, updatedAt });
    await setPrice(job.accountId, 9);
    expect(await read(job)).toMatchObject({ pricePerRowCents: 4, totalChargeCents: 8 });
    expect(await confirm(job)).toEqual([200, 8]);
  });

  it('is free at a price of 0, and leaves no record in the ledger', async () => {
    const job = await waiting(15, 0);
    await setPrice(job.accountId, 0);
    expect(await confirm(job)).toEqual([200, 0]);
    expect(await server.jobUntil(job, 'completed')).toMatchObject({ pricePerRowCents: 0, matchedRows: 2 });
  });

  it('is charged for the same properties as before where repeats are free', async () => {
    const job = await waiting(15);
    await server.service.accounts.change(job.accountId, { terms: { freeRepeatDays: 30 } });
    await server.call('skipTraceSingle', { key: job.key, json: MATCH });
    await setPrice(job.accountId, 4);
    expect(await read(job)).toMatchObject({ totalChargeCents: 8 });
    expect(await confirm(job)).toEqual([200, 4]);
    expect(await server.jobUntil(job, 'completed')).toMatchObject({ repeatRows: 1, totalChargeCents: 4 });
    expect(await balanceOf(job.key)).toBe(100 - 15 - 4);
  });

  it('gives back the price that was charged for an owner who is left out before it is written', async () => {
    const job = await waiting(15);
    await setPrice(job.accountId, 4);
    await server.service.suppressions.add([{ kind: 'property', address: ABSENTEE }], {
      reason: 'asked',
      source: 'opt-out',
      enteredBy: 'test',
      actor: 'command:test',
    });
    expect(await confirm(job)).toEqual([200, 8]);
    expect(await server.jobUntil(job, 'completed')).toMatchObject({ matchedRows: 1, refundCents: 4 });
    expect(await balanceOf(job.key)).toBe(96);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });
});

describe('a job with a price changed during its upload', () => {
  const previewAt = async (before: number, after: number) => {
    const { accountId, apiKey: key } = await server.createAccount(100);
    await setPrice(accountId, before);
    const { json: created } = await server.call('createSkipTraceJob', { key, json: LEADS_JOB });
    const jobId = String(created.jobId);
    await setPrice(accountId, after);
    expect((await server.call('getSkipTraceJob', { jobId, key })).json).toMatchObject({
      pricePerRowCents: before,
    });
    await server.call('uploadSkipTraceJobFile', { jobId, key, body: leadsForm(leads(MATCH, MISS, MATCH)) });
    return server.jobUntil({ jobId, key }, 'preview');
  };

  it('costs no more than when it was created', async () => {
    expect(await previewAt(4, 6)).toMatchObject({ pricePerRowCents: 4, totalChargeCents: 8 });
  });

  it('costs less if the price fell', async () => {
    expect(await previewAt(6, 4)).toMatchObject({ pricePerRowCents: 4, totalChargeCents: 8 });
  });

  it('is not created at another price than shown; its repeat is answered', async () => {
    const { accountId, apiKey: key } = await server.createAccount(100);
    const make = (price: string) =>
      server.call('createSkipTraceJob', {
        key,
        json: LEADS_JOB,
        headers: { 'skiptrace-price': price, 'idempotency-key': 'one-list' },
      });
    await setPrice(accountId, 6);
    const refused = await make('4');
    expect([refused.status, refused.json.error]).toEqual([400, expect.stringContaining('$0.06') as string]);
    const made = await make('6');
    expect(made.status).toBe(201);
    await setPrice(accountId, 9);
    expect((await make('6')).json.jobId).toBe(made.json.jobId);
  });
});

describe('bulks, while the price of their account is changed', () => {
  const PRICES = [4, 15, 0, 50, 7];
  const LANES = 4;
  const BULKS_OF_A_LANE = 10;

  it('charge one of the prices each, replay their charge, and agree with the ledger', async () => {
    const { accountId, apiKey: key } = await server.createAccount(100_000);
    const json = { addresses: [MATCH, MISS, MATCH] };
    const bulk = (idempotencyKey: string) =>
      server.call('skipTraceBulk', { key, json, headers: { 'idempotency-key': idempotencyKey } });
    const answers = new Map<string, Record<string, unknown>>();
    let working = LANES;
    const lane = async (name: number) => {
      for (let nth = 0; nth < BULKS_OF_A_LANE; nth += 1) {
        const id = `${name}-${nth}`;
        const { status, json: answer } = await bulk(id);
        expect(status).toBe(200);
        answers.set(id, answer);
      }
      working -= 1;
    };
    const repricing = async () => {
      for (let nth = 0; working > 0; nth += 1) await setPrice(accountId, PRICES[nth % PRICES.length] ?? 0);
    };
    await Promise.all([repricing(), ...Array.from({ length: LANES }, (_, name) => lane(name))]);

    let chargedCents = 0;
    for (const [id, answer] of answers) {
      const results = answer.results as { found: boolean; charged: number }[];
      const [first] = results;
      expect(PRICES).toContain(first?.charged);
      expect(results.map(({ charged }) => charged)).toEqual([first?.charged, 0, first?.charged]);
      expect(answer.totalCharged).toBe(results.reduce((sum, { charged }) => sum + charged, 0));
      chargedCents += Number(answer.totalCharged);
      expect((await bulk(id)).json).toEqual(answer);
    }
    expect(answers.size).toBe(LANES * BULKS_OF_A_LANE);
    expect(await balanceOf(key)).toBe(100_000 - chargedCents);
    const records = await server.service.billing.records(accountId, 1_000);
    const moved = records.reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect(moved).toBe(100_000 - chargedCents);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });
});
