// Engines: SQLite, PostgreSQL at a release

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestBrowser } from '../../../../testing/browser.js';
import { mailServer } from '../../../../testing/mail-server.js';
import { temporaryServer, type TemporaryServer } from '../../../../testing/server.js';

let server: TemporaryServer;
let operator: TestBrowser;
const signIn = async () => {
  operator = await server.signedInOperator();
};
const write = async (message: string, email = 'robin@example.com') => {
  const person = { fullName: 'Robin', email, phone: '5125550142', reason: 'General' };
  await server.call('sendContactMessage', { json: { ...person, message } });
  const { rows } = await server.service.messages.page({ state: 'all', limit: 1 });
  return rows[0]?.id ?? '';
};
const ask = async (path: string, call?: Parameters<TestBrowser['ask']>[1]) =>
  (await operator.ask(`/operator/api${path}`, call)).json;

describe('the support inbox', () => {
  beforeEach(async () => {
    server = await temporaryServer();
    await signIn();
  });
  afterEach(() => server.close());

  it('counts what no operator has opened', async () => {
    const id = await write('first');
    await write('second');
    expect((await ask('/home'))['messages']).toEqual({ open: 2, unread: 2 });
    await ask(`/support/${id}`, { method: 'PATCH', json: { isSeen: true } });
    expect((await ask('/home'))['messages']).toEqual({ open: 2, unread: 1 });
    await ask(`/support/${id}`, { method: 'PATCH', json: { isDone: true } });
    expect((await ask('/home'))['messages']).toEqual({ open: 1, unread: 1 });
  });

  it('links a message to the accounts and jobs that it names, and to those with its email', async () => {
    const { accountId } = server.account;
    const { service } = server;
    await service.accounts.change(accountId, { email: 'Robin@example.com' });
    const { jobId } = (
      await server.call('createSkipTraceJob', {
        json: {
          filename: 'a.csv',
          columnMapping: { address: 'A', city: 'C', state: 'S', zip: 'Z' },
        },
      })
    ).json as { jobId: string };
    const other = await server.createAccount(0);
    const id = await write(`Job ${jobId.toUpperCase()} of account ${other.accountId} failed.`);
    const { accounts, jobs } = await ask(`/support/${id}`);
    expect(jobs).toEqual([{ id: jobId, accountId, status: 'pending' }]);
    expect(accounts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: accountId, isByEmail: true }) as unknown,
        expect.objectContaining({ id: other.accountId, isByEmail: false }) as unknown,
      ]),
    );
  });

  it('keeps notes and replies once, in their order, and deletes them with the message', async () => {
    const id = await write('Please call me.');
    const key = '0123456789abcdef';
    const note = { json: { kind: 'note', text: ' Called, no answer. ' }, idempotencyKey: key };
    await ask(`/support/${id}/entries`, note);
    const other = { json: { kind: 'reply', text: 'Another text' }, idempotencyKey: key };
    expect((await operator.ask(`/operator/api/support/${id}/entries`, other)).status).toBe(400);
    await ask(`/support/${id}/entries`, note);
    const both = await Promise.all(
      ['one', 'two'].map((text) => ask(`/support/${id}/entries`, { json: { kind: 'reply', text } })),
    );
    expect(both).toHaveLength(2);
    const { entries, isMailSetUp } = (await ask(`/support/${id}`)) as {
      entries: { kind: string; text: string; by: string; mailedAt: string | null }[];
      isMailSetUp: boolean;
    };
    expect(isMailSetUp).toBe(false);
    expect(entries.map(({ kind, text }) => [kind, text])).toEqual([
      ['note', 'Called, no answer.'],
      ...entries.slice(1).map(({ text }) => ['reply', text]),
    ]);
    expect(
      entries
        .slice(1)
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['one', 'two']);
    expect(entries[0]).toMatchObject({ by: 'Alex', mailedAt: null });
    await server.service.messages.remove([id]);
    expect((await operator.ask(`/operator/api/support/${id}`)).status).toBe(404);
  });

  it('has no message that does not exist', async () => {
    const json = { kind: 'note', text: 'x' };
    expect((await operator.ask('/operator/api/support/x/entries', { json })).status).toBe(404);
  });
});

it('mails a reply once, with the message quoted, and says when', async () => {
  const mails = await mailServer();
  server = await temporaryServer({ env: mails.env });
  try {
    await signIn();
    await server.service.startWorker();
    const id = await write('Where is my list?\nThanks');
    await expect.poll(() => mails.taken).toHaveLength(1);
    await ask(`/support/${id}/entries`, { json: { kind: 'reply', text: 'It is ready.' } });
    await expect.poll(() => mails.taken).toHaveLength(2);
    expect(mails.taken[1]).toMatchObject({ from: 'desk@example.com', to: ['robin@example.com'] });
    for (const part of ['Re: General', 'It is ready.', '> Where is my list?'])
      expect(mails.taken[1]?.content).toContain(part);
    await expect
      .poll(async () => (await ask(`/support/${id}`))['entries'])
      .toMatchObject([{ kind: 'reply', mailedAt: expect.any(String) as string }]);
  } finally {
    await server.close();
    await mails.close();
  }
});
