// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LEADS_JOB } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

const OWNERS = [
  'Address,City,State,Zip,First Name,Last Name,Mobile-1,Mobile-2,Email',
  '1 Elm St,Dayton,OH,45402,Ann,Able,5552010101,,ann@example.com',
  '2 Elm St,Dayton,OH,45402,Ben,Best,5552010102,5552010103,ben@example.com',
  '3 Elm St,Dayton,OH,45402,Cat,Cole,,,cat@example.com',
  '4 Elm St,Dayton,OH,45402,Dan,Dorn,5552010104,,dan@example.com',
].join('\n');
const STREETS = ['1 Elm St', '2 Elm St', '3 Elm St', '4 Elm St', '9 Elm St', ''];
const WHY = { reason: 'asked', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer({ sandbox: false, balanceCents: 1_000 });
  await server.importOwners(OWNERS);
  await server.service.startWorker();
});
beforeEach(() => server.anew());
afterAll(() => server.close());

const previewed = (options = { requirePhone: true }, streets = STREETS) =>
  server.preview(leadsOf(streets), options);
const leadsOf = (streets: readonly string[]) =>
  ['Address,City,State,Zip\n', ...streets.map((street) => `${street},Dayton,OH,45402\n`)].join('');
const get = async (jobId: string) => (await server.call('getSkipTraceJob', { jobId })).json;
const suppress = (...phones: readonly string[]) =>
  server.service.suppressions.add(
    phones.map((phone) => ({ kind: 'phone' as const, phone })),
    WHY,
  );
const spent = async () => 1_000 - (await server.service.billing.balanceCents(server.account.accountId));
const whatIsWrong = () => server.service.ledgerFindings();
const freeRepeats = (freeRepeatDays: number) =>
  server.service.accounts.change(server.account.accountId, { terms: { freeRepeatDays } });

describe('a list that wants matches with a phone alone', () => {
  it('is charged for those, and has no other owner in its result', async () => {
    const jobId = await previewed();
    expect(await get(jobId)).toMatchObject({
      requirePhone: true,
      totalRows: 6,
      matchedRows: 3,
      nonMatchCount: 2,
      blankAddressCount: 1,
      totalChargeCents: 12,
    });
    const result = await server.download(await server.complete(jobId));
    expect(result.match(/Matched/g)).toHaveLength(3);
    expect(result).not.toContain('cat@example.com');
    expect(await get(jobId)).toMatchObject({ matchedRows: 3, resultSummary: { phoneRows: 3 } });
    expect(await spent()).toBe(12);
    const all = await get(await previewed({ requirePhone: false }));
    expect(all).toMatchObject({ matchedRows: 4, totalChargeCents: 16 });
    expect(all).not.toHaveProperty('requirePhone');
    expect(await whatIsWrong()).toEqual([]);
  });

  it('ignores a phone that may not be disclosed when it is priced', async () => {
    await suppress('5552010101', '5552010102');
    const jobId = await previewed();
    expect(await get(jobId)).toMatchObject({ matchedRows: 2, totalChargeCents: 8 });
    const result = await server.download(await server.complete(jobId));
    expect(result).toContain('5552010103');
    expect(result).not.toMatch(/5552010102|ann@example/);
    expect(await get(jobId)).toMatchObject({ refundCents: null });
  });

  it.each([0, 30])(
    'gives back who has no phone left when it is written (%i days of free repeats)',
    async (days) => {
      await freeRepeats(days);
      const jobId = await previewed({ requirePhone: true }, [...STREETS, '1 Elm St']);
      expect(await get(jobId)).toMatchObject({ matchedRows: 4, totalChargeCents: days === 0 ? 16 : 12 });
      await suppress('5552010101', '5552010102');
      const result = await server.download(await server.complete(jobId));
      expect(result).not.toContain('ann@example.com');
      expect(result).toContain('ben@example.com');
      // Her two rows; with free repeats they were one charge.
      const refundCents = days === 0 ? 8 : 4;
      expect(await get(jobId)).toMatchObject({ matchedRows: 2, nonMatchCount: 4, refundCents });
      expect(await spent()).toBe(8);
      expect(await whatIsWrong()).toEqual([]);
    },
  );

  it.each([0, 30])(
    'gives back who has no phone left when it is fetched again (%i days of free repeats)',
    async (days) => {
      await freeRepeats(days);
      const jobId = await server.complete(await previewed());
      expect(await server.download(jobId)).toContain('ann@example.com');
      await suppress('5552010101', '5552010102');
      for (let time = 0; time < 2; time++) {
        const result = await server.download(jobId);
        expect(result).not.toContain('ann@example.com');
        expect(result).toContain('ben@example.com');
        expect(await get(jobId)).toMatchObject({ matchedRows: 2, totalChargeCents: 12, refundCents: 4 });
        expect(await spent()).toBe(8);
      }
      expect(await whatIsWrong()).toEqual([]);
      // Her term has ended, so she costs something again. The others are free if repeats are.
      const again = await get(await previewed({ requirePhone: false }));
      expect(again).toMatchObject({ matchedRows: 4, totalChargeCents: days === 0 ? 16 : 8 });
    },
  );

  it('begins no free term for owners it did not return', async () => {
    await freeRepeats(30);
    await server.complete(await previewed());
    expect(await spent()).toBe(12);
    const all = await previewed({ requirePhone: false });
    expect(await get(all)).toMatchObject({ matchedRows: 4, repeatRows: 3, totalChargeCents: 4 });
    await server.complete(all);
    // Paid for without a phone: not wanted by the next list, and free for the one after.
    expect(await get(await previewed())).toMatchObject({
      matchedRows: 3,
      repeatRows: 3,
      totalChargeCents: 0,
    });
    expect(await get(await previewed({ requirePhone: false }))).toMatchObject({
      matchedRows: 4,
      totalChargeCents: 0,
    });
    expect(await whatIsWrong()).toEqual([]);
  });

  it('is a different request from one without the option, under the same key', async () => {
    const json = LEADS_JOB;
    const headers = { 'idempotency-key': 'list' };
    const first = await server.call('createSkipTraceJob', { json: { ...json, requirePhone: true }, headers });
    expect(first.status).toBe(201);
    expect((await server.call('createSkipTraceJob', { json, headers })).status).toBe(400);
  });
});
