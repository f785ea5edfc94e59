import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SECOND, type Clock } from '../clock.js';
import type { MailConfig } from '../config.js';
import type { Logger } from '../logger.js';
import { TaskPostponedError, type Task, type TaskHandler } from '../queue/index.js';
import type { SupportMessage, ThreadEntry } from './entities.js';
import { sendMail } from './mailer.js';

/** The kind of the tasks that mail replies; their subject is `MESSAGE/ENTRY`. */
export const REPLY_TASK = 'support-reply';

const FIRST_RETRY_MS = 10 * MS_PER_SECOND;
const LONGEST_WAIT_MS = MS_PER_HOUR;
/** If the mail server is down for this long, the reply isn't mailed; the message's page says so. */
const GIVE_UP_AFTER_MS = 3 * MS_PER_DAY;

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
    signal.throwIfAborted();
    try {
      await sendMail(this.config, replyMail(message, entry, this.config));
    } catch (error) {
      signal.throwIfAborted();
      const ageMs = clock.now() - entry.at;
      const delayMs = Math.min(LONGEST_WAIT_MS, Math.max(FIRST_RETRY_MS, ageMs));
      if (ageMs < GIVE_UP_AFTER_MS) throw new TaskPostponedError(delayMs, { cause: error });
      await this.gaveUp({ subject });
      return;
    }
    await messages.mailed(messageId, entryId);
  }

  gaveUp({ subject }: Pick<Task, 'subject'>): Promise<void> {
    this.needs.logger.error(
      { messageId: subject.split('/')[0] },
      'a reply to a support message could not be mailed',
    );
    return Promise.resolve();
  }
}

/** Plain text, with the message quoted; answers go to the support team. */
function replyMail(
  { email, fullName, reason, message }: SupportMessage,
  { id, at, text }: ThreadEntry,
  { from, to }: MailConfig,
): Parameters<typeof sendMail>[1] {
  return {
    from: { name: 'skiptrace support', address: from },
    to: { name: fullName.replace(/\p{Cc}+/gu, ' '), address: email },
    replyTo: { name: '', address: to },
    messageId: `<${id}@${from.split('@')[1] ?? 'localhost'}>`,
    date: new Date(at),
    subject: `Re: ${reason}`,
    text: [text, '', ...message.split('\n').map((line) => `> ${line}`)].join('\n'),
  };
}
