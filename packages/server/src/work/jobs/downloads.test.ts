// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, expect, it } from 'vitest';
import { MS_PER_DAY } from '../../platform/clock.js';
import { ABSENTEE, LEADS_JOB, leads, leadsForm, MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
  await server.service.startWorker();
});
afterAll(() => server.close());

it('a page gets the retention of a result, and the columns of its job', async () => {
  const browser = await server.signedIn();
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

it('a page shows only the first 20 looked-up rows of a result, and no row of another account', async () => {
  const browser = await server.signedIn();
  const made = await browser.ask('/api/user/skip-trace', { json: LEADS_JOB });
  const jobId = String(made.json['jobId']);
  const rows = () => browser.ask(`/app/api/jobs/${jobId}/rows`);
  const others = Array.from({ length: 30 }, () => MISS);
  const blank = { address: '', city: '', state: '', zip: '' };
  await server.call('uploadSkipTraceJobFile', {
    jobId,
    body: leadsForm(leads(ABSENTEE, blank, MATCH, ...others)),
  });
  await server.until(jobId, 'preview');
  expect((await rows()).status).toBe(404);
  await server.call('confirmSkipTraceJob', { jobId });
  await server.until(jobId, 'completed');
  const shown = (await rows()).json['rows'] as unknown[];
  expect(shown).toHaveLength(20);
  expect(shown.slice(0, 3)).toEqual([
    {
      property: '200 Sandbox Absentee Ave, Dayton, OH 45402',
      matchedTo: null,
      missReason: null,
      owner: {
        name: 'Priya Holloway',
        mailing: '12 Sandbox Harbor Rd, Portland, ME 04101',
        phones: [{ number: '9375550110', type: 'mobile', dncStatus: 'not listed' }],
        emails: ['priya.holloway@example.com'],
      },
      coOwners: [],
    },
    expect.objectContaining({
      property: '100 Sandbox Match St, Austin, TX 78701',
      owner: expect.objectContaining({}) as unknown,
    }),
    {
      property: '404 Sandbox Miss Blvd, Reno, NV 89501',
      owner: null,
      coOwners: [],
      matchedTo: null,
      missReason: 'notOnFile',
    },
  ]);
  const { apiKey } = await server.createAccount(0);
  await browser.signIn({ apiKey });
  expect((await rows()).status).toBe(404);
});
