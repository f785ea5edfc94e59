import { AccountEntity, signInUrl, type Sessions } from '../../money/accounts/index.js';
import type { MailConfig } from '../../platform/config.js';
import type { Database } from '../../platform/database/index.js';
import { errorCode } from '../../platform/lib/error-code.js';
import type { Logger } from '../../platform/logger.js';
import type { Task, TaskHandler, TaskQueue } from '../../platform/queue/index.js';
import { sendMail } from './send-mail.js';

/** The kind of the tasks that mail sign-in links; their subject is the account's id. */
export const SIGN_IN_MAIL_TASK = 'sign-in-mail';

/** More accounts than one address really has. */
const MAX_ACCOUNTS = 10;

/** Like "November 27, 2026 at 8:23 AM"; seconds tell a person nothing. */
const minute = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Mails sign-in links to the people of an account. */
export class SignInMails {
  constructor(
    private readonly needs: { database: Database; queue: TaskQueue; logger: Logger; isSetUp: boolean },
  ) {}

  /** Returns at once, also for an unknown address, so that the timing reveals nothing. */
  send(email: string): void {
    this.#enqueue(email).catch((error: unknown) => {
      this.needs.logger.error({ code: errorCode(error) }, 'a sign-in link could not be queued');
    });
  }

  async #enqueue(email: string): Promise<void> {
    const { database, queue, isSetUp } = this.needs;
    if (!isSetUp) return;
    const accounts = await database.read.query<{ id: string }[]>(
      `SELECT id FROM accounts WHERE LOWER(email) = LOWER($1) AND status = 'active' ORDER BY id LIMIT ${MAX_ACCOUNTS}`,
      [email],
    );
    if (accounts.length === 0) return;
    await database.write(async (tx) => {
      for (const { id } of accounts)
        await queue.enqueue(tx, { kind: SIGN_IN_MAIL_TASK, subject: id, accountId: '', weight: 0 });
    });
  }
}

/**
 * Creates a link and mails it. The link's secret exists only in the mail; a run after a kill creates another link, and
 * each works once.
 */
export class SignInMailTask implements TaskHandler {
  constructor(
    private readonly needs: { database: Database; sessions: Sessions; logger: Logger; baseUrl: () => string },
    private readonly config: MailConfig,
  ) {}

  async run({ subject: accountId }: Task, signal: AbortSignal): Promise<void> {
    const { database, sessions, baseUrl } = this.needs;
    const account = await database.read.findOneBy(AccountEntity, { id: accountId, status: 'active' });
    if (account === null || account.email === null) return;
    signal.throwIfAborted();
    const { token, expiresAt } = await sessions.links.createForCustomer(accountId, { isAskedFor: true });
    await sendMail(this.config, {
      from: { name: this.config.operatorName ?? 'skiptrace', address: this.config.from },
      to: { name: '', address: account.email },
      subject: 'Your sign-in link',
      text: [
        `Sign in to skiptrace as ${account.name.replace(/\p{Cc}+/gu, ' ')}:`,
        '',
        signInUrl(baseUrl(), 'customer', token),
        '',
        `The link works once, until ${minute.format(expiresAt)} UTC. If you did not ask for it, delete this mail: without the link, no one is signed in.`,
      ].join('\n'),
    });
  }

  gaveUp(): Promise<void> {
    this.needs.logger.error({}, 'a sign-in link could not be mailed');
    return Promise.resolve();
  }
}
