// Engines: SQLite, PostgreSQL at a release

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../platform/logger.js';
import { TaskPostponedError } from '../../platform/queue/index.js';
import { sendMessage } from '../../testing/contact.js';
import { mailServer, type MailServer } from '../../testing/mail-server.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import type { sendMail } from '../mail/index.js';
import { MailTask } from './mail.js';

let mails: MailServer;
let server: TemporaryServer;
beforeEach(async () => {
  mails = await mailServer();
  server = await temporaryServer({ sandbox: false, env: { ...mails.env, TRUST_PROXY: '1' } });
});
afterEach(async () => {
  await server.close();
  await mails.close();
});

/** A dot alone on a line ends a mail in SMTP. */
const message = 'How long are files kept?\n.\nA dot alone ends nothing.';
const send = (changes: Record<string, unknown> = {}, from?: string) =>
  sendMessage(server, { message, consent: true, ...changes }, from);
const unfolded = (content: string) => content.replace(/\r\n[ \t]/g, ' ');
const header = (content: string, name: string) =>
  [
    ...(unfolded(content)
      .split('\r\n\r\n')[0]
      ?.matchAll(new RegExp(`^${name}: (.*)$`, 'gim')) ?? []),
  ].map(([, value]) => value?.trim());

describe('a support message, with SMTP_URL', () => {
  it('is mailed to the support team, and replies go to its author', async () => {
    await server.service.startWorker();
    expect((await send()).status).toBe(200);
    await expect.poll(() => mails.taken).toHaveLength(1);
    const [mail] = mails.taken;
    const [stored] = await server.service.messages.list();
    expect(mail).toMatchObject({ from: 'desk@example.com', to: ['desk@example.com'] });
    expect(header(mail?.content ?? '', 'reply-to')).toEqual(['Robin Example <robin@example.com>']);
    expect(header(mail?.content ?? '', 'subject')).toEqual(['General: message from Robin Example']);
    expect(header(mail?.content ?? '', 'message-id')).toEqual([`<${stored?.id}@example.com>`]);
    for (const part of [
      'How long are files kept?',
      'A dot alone ends nothing.',
      '(512) 555-0142',
      'contacted about it: yes',
    ]) {
      expect(mail?.content).toContain(part);
    }
  });

  it('is accepted, stored and answered while the mail server is down, and mailed when it is back', async () => {
    mails.state.refuse = true;
    await server.service.startWorker();
    expect((await send()).json).toEqual({ success: true });
    expect(await server.service.messages.list()).toHaveLength(1);
    const { database } = server.service;
    const postponed = () =>
      database.read.query('SELECT 1 FROM tasks WHERE lease_token IS NULL AND due_at > created_at');
    await expect.poll(postponed, { timeout: 10_000 }).toHaveLength(1);
    expect(mails.state.attempts).toBe(1);
    mails.state.refuse = false;
    server.clock.shiftMs += 11_000;
    await expect.poll(() => mails.taken, { timeout: 10_000 }).toHaveLength(1);
  });

  it('cannot add a header, an address or an attachment to the mail', async () => {
    await server.service.startWorker();
    const fullName = 'Eve\r\nBcc: all@example.com\r\n\r\n<script>';
    const tricks = ['"all@example.com,x"@example.com', 'a,b@example.com', 'x@example.com,all@example.org'];
    expect((await send({ fullName, message: 'Subject: hi\r\nBcc: all@example.com' })).status).toBe(200);
    for (const [at, email] of tricks.entries()) await send({ email }, `192.0.2.${at + 10}`);
    const stored = await server.service.messages.list();
    await expect.poll(() => mails.taken.length).toBe(stored.length);
    for (const { to, content } of mails.taken) {
      expect(to).toEqual(['desk@example.com']);
      expect(header(content, 'bcc')).toEqual([]);
      expect(header(content, 'content-type')).toEqual([expect.stringMatching(/^text\/plain/)]);
    }
  });
});

describe('the task that mails', () => {
  const taskWith = (send: typeof sendMail) =>
    new MailTask(
      { database: server.service.supportDatabase, clock: server.clock, logger: silentLogger },
      { smtpUrl: '', from: 'from@example.com', to: 'to@example.com', operatorName: null },
      send,
    );
  const taskFor = (subject: string) => ({
    id: 't',
    kind: 'support-mail',
    subject,
    accountId: '',
    weight: 0,
    failures: 0,
  });

  it('waits longer each time, and gives up after days, without a word of the message in the error', async () => {
    await send();
    const { clock, service } = server;
    const [message] = await service.messages.list();
    const down = () => Promise.reject(new Error('550 robin@example.com'));
    const mailTask = taskWith(down);
    const task = taskFor(message?.id ?? '');
    const attempt = () => mailTask.run(task, new AbortController().signal).catch((error: unknown) => error);
    const delays: number[] = [];
    for (const minutes of [0, 5, 10, 120]) {
      clock.shiftMs += minutes * 60_000;
      const error = await attempt();
      expect(error).toBeInstanceOf(TaskPostponedError);
      expect(String(error)).not.toContain('robin');
      if (error instanceof TaskPostponedError) delays.push(Math.round(error.delayMs / 60_000));
    }
    expect(delays).toEqual([0, 5, 15, 60]);
    clock.shiftMs += 3 * 86_400_000;
    expect(await attempt()).toBeUndefined();
  });

  it('stops with the server, though the mail server hangs', async () => {
    await send();
    const [message] = await server.service.messages.list();
    const hanging = () => new Promise<void>(() => undefined);
    const stop = new AbortController();
    const task = taskFor(message?.id ?? '');
    const running = taskWith(hanging).run(task, stop.signal);
    stop.abort(new Error('The worker stops.'));
    await expect(running).rejects.toThrow('The worker stops.');
  });

  it('does nothing for a deleted message', async () => {
    await send();
    const stored = await server.service.messages.list();
    expect(stored).toHaveLength(1);
    const sent: unknown[] = [];
    const task = taskFor('gone');
    await taskWith((_, mail) => Promise.resolve(void sent.push(mail))).run(
      task,
      new AbortController().signal,
    );
    expect(sent).toEqual([]);
    expect(await server.service.messages.list()).toEqual(stored);
  });
});
