import type { Tx } from '../database/index.js';
import type { EventType, Webhooks } from '../webhooks/index.js';
import type { Job } from './entities.js';
import type { ListMails } from './list-mails.js';

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
