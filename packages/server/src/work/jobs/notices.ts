import { AccountEntity } from '../../money/accounts/index.js';
import { MS_PER_MINUTE, type Clock } from '../../platform/clock.js';
import type { MailConfig } from '../../platform/config.js';
import type { Database, Tx } from '../../platform/database/index.js';
import type { Logger } from '../../platform/logger.js';
import {
  TaskPostponedError,
  type Task,
  type TaskHandler,
  type TaskQueue,
} from '../../platform/queue/index.js';
import { sendMail } from '../mail/index.js';
import type { EventType, Webhooks } from '../webhooks/index.js';
import { JobEntity, type Job } from './entities.js';

const EVENT_OF: Readonly<Partial<Record<Job['status'], EventType>>> = {
  preview: 'job.preview',
  completed: 'job.completed',
  failed: 'job.failed',
};

/**
 * Notifies the account's endpoints, and its people, of a job's new status, in the unit of work that sets it (openapi.yaml,
 * `webhooks`). Leaves out why a job failed: the sentence may quote a column of the file.
 */
export async function noteJob(
  tx: Tx,
  { webhooks, listMails }: { webhooks: Pick<Webhooks, 'note'>; listMails: Pick<ListMails, 'note'> },
  job: Job,
): Promise<void> {
  const { accountId, id: jobId, status, mode, totalRows, matchedRows, totalChargeCents, refundCents } = job;
  const type = EVENT_OF[status];
  if (type === undefined) throw new Error(`no event is called ${status}`);
  const counts = { totalRows, matchedRows, totalChargeCents, refundCents };
  await listMails.note(tx, job);
  await webhooks.note(tx, accountId, type, { jobId, mode, status, ...counts });
}

/** The kind of the tasks that mail about lists; their subject is the job's id and its status. */
export const LIST_MAIL_TASK = 'list-mail';

type Mailed = Extract<Job['status'], 'preview' | 'completed'>;

/** Contains nothing of the list or the account: mail may be read on its way. */
const WORDS: Readonly<Record<Mailed, readonly [subject: string, text: string]>> = {
  preview: [
    'Your list needs your approval',
    'We matched your list. Review the price. You won’t be charged until you approve.',
  ],
  completed: ['Your results are ready', 'Your list is ready to download.'],
};

/** A person waiting on the page has approved the list by then. */
const PATIENCE_MS = 2 * MS_PER_MINUTE;

const isMailed = (status: string): status is Mailed => Object.hasOwn(WORDS, status);

/** Mails accounts that asked for it when a list needs approval or is ready. */
export class ListMails {
  constructor(private readonly needs: { queue: TaskQueue; isSetUp: boolean }) {}

  /** Queues the mail, in the unit of work that changes the job's status. */
  async note(
    tx: Tx,
    { accountId, id, mode, status }: Pick<Job, 'accountId' | 'id' | 'mode' | 'status'>,
  ): Promise<void> {
    if (!this.needs.isSetUp || mode === 'test' || !isMailed(status)) return;
    if (!(await tx.existsBy(AccountEntity, { id: accountId, mailLists: 1 }))) return;
    await this.needs.queue.enqueue(tx, {
      kind: LIST_MAIL_TASK,
      subject: `${id}/${status}`,
      accountId: '',
      weight: 0,
    });
  }
}

/** Mails if the job still has the status of the mail; killed in between it may mail twice. */
export class ListMailTask implements TaskHandler {
  constructor(
    private readonly needs: { database: Database; clock: Clock; logger: Logger; baseUrl: () => string },
    private readonly config: MailConfig,
  ) {}

  async run({ subject }: Pick<Task, 'subject'>, signal: AbortSignal): Promise<void> {
    const { database, clock, baseUrl } = this.needs;
    const [id = '', status = ''] = subject.split('/');
    const job = await database.read.findOneBy(JobEntity, { id });
    if (job === null || job.status !== status || !isMailed(status)) return;
    const youngMs = PATIENCE_MS - (clock.now() - job.updatedAt);
    if (status === 'preview' && youngMs > 0) throw new TaskPostponedError(youngMs);
    const to = await database.read.findOneBy(AccountEntity, {
      id: job.accountId,
      status: 'active',
      mailLists: 1,
    });
    if (to === null || to.email === null) return;
    signal.throwIfAborted();
    const [title, text] = WORDS[status];
    await sendMail(this.config, {
      from: { name: this.config.operatorName ?? 'skiptrace', address: this.config.from },
      to: { name: '', address: to.email },
      messageId: `<${id}.${status}@${this.config.from.split('@')[1] ?? 'localhost'}>`,
      subject: title,
      text: [
        text,
        '',
        `${baseUrl()}/app/jobs/${id}`,
        '',
        `You get this mail because your account asked for it. Turn it off at ${baseUrl()}/app/account`,
      ].join('\n'),
    });
  }

  gaveUp({ subject }: Pick<Task, 'subject'>): Promise<void> {
    this.needs.logger.error({ jobId: subject.split('/')[0] }, 'a mail about a list could not be sent');
    return Promise.resolve();
  }
}
