// Engines: SQLite, PostgreSQL at a release

import { afterEach, beforeEach, expect, it } from 'vitest';
import { MS_PER_MINUTE } from '../../platform/clock.js';
import { mailServer, type MailServer } from '../../testing/mail-server.js';
import { leads, MATCH } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { ListMailTask } from './notices.js';

let mails: MailServer;
let server: TemporaryServer;
beforeEach(async () => {
  mails = await mailServer();
  server = await temporaryServer({ env: { ...mails.env, PUBLIC_URL: 'https://leads.example.com' } });
  await server.service.accounts.change(server.account.accountId, { email: 'robin@example.com' });
  await server.service.startWorker();
});
afterEach(async () => {
  await server.close();
  await mails.close();
});

async function choose(mailLists: boolean) {
  const browser = await server.signedIn();
  return (await browser.ask('/app/api/preferences', { method: 'PATCH', json: { mailLists } })).json;
}

const previewed = () => server.preview(leads(MATCH), { filename: 'Jane Doe.csv' });
const completed = async () => server.complete(await previewed());
/** Runs the task as a worker does. */
const run = (subject: string) => {
  const { database, clock, logger, config, baseUrl } = server.service;
  if (config.mail === null) throw new Error('no mail is set up');
  const task = new ListMailTask({ database, clock, logger, baseUrl }, config.mail);
  return task.run({ subject }, new AbortController().signal);
};

it('an account that asked for it is mailed when a list is ready, with a link and nothing of the list', async () => {
  await completed();
  expect(await choose(true)).toMatchObject({ mailLists: true });
  const jobId = await completed();
  await expect.poll(() => mails.taken.length).toBe(1);
  const [mail] = mails.taken;
  expect(mail?.to).toEqual(['robin@example.com']);
  const content = (mail?.content ?? '').replaceAll('=\r\n', '');
  expect(content).toContain(`https://leads.example.com/app/jobs/${jobId}`);
  expect(content).toContain('Subject: Your results are ready');
  expect(content).not.toMatch(/Jane|Doe|Test|Sandbox|Avery/);
  await choose(false);
  await run(`${jobId}/completed`);
  expect(mails.taken).toHaveLength(1);
});

it('is mailed that a list needs approval, unless it was approved within two minutes', async () => {
  const jobId = await previewed();
  // Switched on late, so that no worker has a task of it as well.
  await choose(true);
  await expect(run(`${jobId}/preview`)).rejects.toMatchObject({ code: 'task_postponed' });
  server.clock.shiftMs = 2 * MS_PER_MINUTE;
  await run(`${jobId}/preview`);
  expect(mails.taken.map(({ content }) => /^Subject: (.*)\r?$/m.exec(content)?.[1])).toEqual([
    'Your list needs your approval',
  ]);
  await server.call('confirmSkipTraceJob', { jobId });
  await server.until(jobId, 'completed');
  await expect.poll(() => mails.taken.length).toBe(2);
  await run(`${jobId}/preview`);
  expect(mails.taken).toHaveLength(2);
});
