// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ABSENTEE, MATCH, MISS, leads } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
  await server.service.startWorker();
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

describe('the actions on a job', () => {
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
