import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SECOND, type Clock } from '../clock.js';
import type { MailConfig } from '../config.js';
import type { Database } from '../database/index.js';
import type { Logger } from '../logger.js';
import { TaskPostponedError, type Task, type TaskHandler, type TaskHandlers } from '../queue/index.js';
import { SupportMessageEntity } from './entities.js';
import { SmtpMailer, type Mailer } from './mailer.js';

/** The kind of the tasks that mail support messages; their subject is the message's id. */
export const MAIL_TASK = 'support-mail';

const FIRST_RETRY_MS = 10 * MS_PER_SECOND;
const LONGEST_WAIT_MS = MS_PER_HOUR;
/** If the mail server is down for this long, the message is not mailed; `support list` still shows it. */
const GIVE_UP_AFTER_MS = 3 * MS_PER_DAY;

interface MailTaskNeeds {
  database: Database;
  clock: Clock;
  logger: Logger;
}

export const mailTaskHandlers = (needs: MailTaskNeeds, config: MailConfig): TaskHandlers => ({
  [MAIL_TASK]: new MailTask(needs, new SmtpMailer(config)),
});

/**
 * Mails one message. Its author was answered long before, so nothing here can delay or fail an answer. If it is
 * killed after the mail server accepts and before the task ends, it mails the message again with the same
 * Message-ID.
 */
export class MailTask implements TaskHandler {
  constructor(
    private readonly needs: MailTaskNeeds,
    private readonly mailer: Mailer,
  ) {}

  async run({ subject }: Task, signal: AbortSignal): Promise<void> {
    const { database, clock } = this.needs;
    const message = await database.read.findOneBy(SupportMessageEntity, { id: subject });
    if (message === null) return;
    signal.throwIfAborted();
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('The worker stops.')), { once: true });
    });
    try {
      await Promise.race([this.mailer.send(message), stopped]);
    } catch (error) {
      signal.throwIfAborted();
      const ageMs = clock.now() - message.createdAt;
      // Waiting as long as the message's age doubles the pauses.
      const delayMs = Math.min(LONGEST_WAIT_MS, Math.max(FIRST_RETRY_MS, ageMs));
      if (ageMs < GIVE_UP_AFTER_MS) throw new TaskPostponedError(delayMs, { cause: error });
      await this.gaveUp({ subject });
    }
  }

  gaveUp({ subject }: Pick<Task, 'subject'>): Promise<void> {
    this.needs.logger.error(
      { messageId: subject },
      'a support message could not be mailed; "support list" shows it',
    );
    return Promise.resolve();
  }
}
