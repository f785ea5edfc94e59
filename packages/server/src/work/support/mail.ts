import type { SendMailOptions } from 'nodemailer';
import { isoTime, type Clock } from '../../platform/clock.js';
import type { MailConfig } from '../../platform/config.js';
import type { Database } from '../../platform/database/index.js';
import type { Logger } from '../../platform/logger.js';
import type { Task, TaskHandler } from '../../platform/queue/index.js';
import { sendMail, sendOrPostpone } from '../mail/index.js';
import { SupportMessageEntity, type SupportMessage, type ThreadEntry } from './entities.js';

/** The kind of the tasks that mail support messages; their subject is the message's id. */
export const MAIL_TASK = 'support-mail';

/** The kind of the tasks that mail replies; their subject is `MESSAGE/ENTRY`. */
export const REPLY_TASK = 'support-reply';

interface MailTaskNeeds {
  database: Database;
  clock: Clock;
  logger: Logger;
}

/**
 * Mails one message to the support team. Its author was answered long before, so nothing here can delay or fail an answer. If
 * it is killed after the mail server accepts and before the task ends, it mails the message again with the same Message-ID.
 */
export class MailTask implements TaskHandler {
  constructor(
    private readonly needs: MailTaskNeeds,
    private readonly config: MailConfig,
    private readonly send = sendMail,
  ) {}

  async run({ subject }: Task, signal: AbortSignal): Promise<void> {
    const { database, clock } = this.needs;
    const message = await database.read.findOneBy(SupportMessageEntity, { id: subject });
    if (message === null) return;
    const send = () => this.send(this.config, supportMail(message, this.config));
    const isSent = await sendOrPostpone(send, message.createdAt, { clock, signal });
    if (!isSent) await this.gaveUp({ subject });
  }

  gaveUp({ subject }: Pick<Task, 'subject'>): Promise<void> {
    this.needs.logger.error(
      { messageId: subject },
      'a support message could not be mailed; "support list" shows it',
    );
    return Promise.resolve();
  }
}

interface ReplyTaskNeeds {
  messages: {
    get(id: string): Promise<SupportMessage>;
    mailed(id: string, entryId: string): Promise<void>;
  };
  clock: Clock;
  logger: Logger;
}

/**
 * Mails an operator's reply to the person who wrote. If it is killed after the mail server accepts, it mails the reply again
 * with the same Message-ID.
 */
export class ReplyTask implements TaskHandler {
  constructor(
    private readonly needs: ReplyTaskNeeds,
    private readonly config: MailConfig,
  ) {}

  async run({ subject }: Task, signal: AbortSignal): Promise<void> {
    const { messages, clock } = this.needs;
    const [messageId = '', entryId = ''] = subject.split('/');
    const message = await messages.get(messageId).catch(() => null);
    const entry = message?.thread?.find(({ id }) => id === entryId);
    if (message === null || entry === undefined || entry.mailedAt !== null) return;
    const send = () => sendMail(this.config, replyMail(message, entry, this.config));
    const isSent = await sendOrPostpone(send, entry.at, { clock, signal });
    if (isSent) await messages.mailed(messageId, entryId);
    else await this.gaveUp({ subject });
  }

  gaveUp({ subject }: Pick<Task, 'subject'>): Promise<void> {
    this.needs.logger.error(
      { messageId: subject.split('/')[0] },
      'a reply to a support message could not be mailed',
    );
    return Promise.resolve();
  }
}

/** Plain text, so that nothing a stranger wrote is executed. */
function supportMail(message: SupportMessage, { from, to }: MailConfig): SendMailOptions {
  const { id, fullName, email, phone, reason, consent, createdAt } = message;
  const name = oneLine(fullName);
  return {
    from: { name: 'skiptrace support messages', address: from },
    to: { name: '', address: to },
    replyTo: { name, address: email },
    messageId: messageIdOf(id, from),
    date: new Date(createdAt),
    subject: `${reason}: message from ${name}`,
    text: [
      message.message,
      '',
      '-- ',
      `From: ${name} <${email}>`,
      `Phone: ${phone}`,
      `Reason: ${reason}`,
      `May be contacted about it: ${consent ? 'yes' : 'did not say so'}`,
      `Received: ${isoTime(createdAt)}, message ${id}`,
    ].join('\n'),
  };
}

/** Plain text, with the message quoted; answers go to the support team. */
function replyMail(
  { email, fullName, reason, message }: SupportMessage,
  { id, at, text }: ThreadEntry,
  { from, to }: MailConfig,
): SendMailOptions {
  return {
    from: { name: 'skiptrace support', address: from },
    to: { name: oneLine(fullName), address: email },
    replyTo: { name: '', address: to },
    messageId: messageIdOf(id, from),
    date: new Date(at),
    subject: `Re: ${reason}`,
    text: [text, '', ...message.split('\n').map((line) => `> ${line}`)].join('\n'),
  };
}

/** Every attempt has the same id, so that mail clients recognize a duplicate. */
const messageIdOf = (id: string, from: string): string => `<${id}@${from.split('@')[1] ?? 'localhost'}>`;

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
