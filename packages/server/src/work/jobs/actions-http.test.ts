// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ABSENTEE, MATCH, MISS, leads } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
});
afterAll(() => server.close());

const FILE = leads(MATCH, ABSENTEE, MISS);

const act = (
  id: 'confirmSkipTraceJob' | 'cancelSkipTraceJob' | 'getSkipTraceJob',
  jobId: string,
  key = server.account.apiKey,
) => server.call(id, { jobId, key });

const uploaded = (key = server.account.apiKey) => server.upload(FILE, { key });

const recordsOf = async (jobId: string) =>
  (await server.service.billing.records(server.account.accountId, 1_000))
    .filter(({ reference }) => reference === jobId)
    .map(({ type, amountCents }) => [type, amountCents]);

// The worker starts with the second test: until then jobs wait in the queue.
describe('the actions on a job', () => {
  it('let cancel win while the job waits in the queue, for good and for free', async () => {
    const jobId = await uploaded();
    const cancelled = await act('cancelSkipTraceJob', jobId);
    expect([cancelled.status, cancelled.json]).toEqual([200, { status: 'cancelled', jobId }]);
    for (const id of ['cancelSkipTraceJob', 'confirmSkipTraceJob'] as const) {
      const { status, json } = await act(id, jobId);
      expect([status, json.error]).toEqual([409, expect.stringContaining('cancelled')]);
    }
    await server.service.startWorker();
    const next = await uploaded();
    await server.until(next, 'preview');
    expect((await act('getSkipTraceJob', jobId)).json.status).toBe('cancelled');
    expect(await recordsOf(jobId)).toEqual([]);
  });

  it('charge exactly the previewed total once when two confirm at once', async () => {
    const jobId = await uploaded();
    const preview = await server.until(jobId, 'preview');
    expect(preview).toMatchObject({ totalRows: 3, matchedRows: 2, totalChargeCents: 8 });
    const answers = await Promise.all(Array.from({ length: 4 }, () => act('confirmSkipTraceJob', jobId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const confirmed = answers.find(({ status }) => status === 200);
    expect(confirmed?.json).toEqual({ status: 'confirmed', jobId, totalChargeCents: 8 });
    expect(await server.until(jobId, 'completed')).toMatchObject({ refundCents: null });
    expect(await recordsOf(jobId)).toEqual([['job_charge', -8]]);
  });

  it('let one of confirm and cancel win when both come at once', async () => {
    const jobId = await uploaded();
    await server.until(jobId, 'preview');
    const [confirm, cancel] = await Promise.all([
      act('confirmSkipTraceJob', jobId),
      act('cancelSkipTraceJob', jobId),
    ]);
    expect([confirm.status, cancel.status].sort()).toEqual([200, 409]);
    expect(await recordsOf(jobId)).toEqual(confirm.status === 200 ? [['job_charge', -8]] : []);
  });

  it('refuse a confirm that the balance cannot cover, and leave the preview as it was', async () => {
    const { apiKey } = await server.createAccount(7);
    const jobId = await uploaded(apiKey);
    await server.jobUntil({ jobId, key: apiKey }, 'preview');
    const { status, json } = await act('confirmSkipTraceJob', jobId, apiKey);
    expect([status, json.balanceRequired]).toEqual([402, 8]);
    expect((await act('getSkipTraceJob', jobId, apiKey)).json.status).toBe('preview');
    expect((await act('confirmSkipTraceJob', jobId)).status).toBe(404);
    expect(await server.service.jobFindings()).toEqual([]);
  });
});
