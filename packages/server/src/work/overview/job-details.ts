import { recordsAbout, type LedgerRecord } from '../../money/billing/index.js';
import { findActions, type Action } from '../../money/log/index.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import { findAllJobs, requireJob, type Job, type JobOfAccount } from '../jobs/index.js';

/** Work on a job that waits in the queue or is under way. */
export interface JobWorkLeft {
  kind: 'match' | 'enrich';
  /** How often it failed so far. */
  failures: number;
  /** How often its server died over it. */
  takeovers: number;
  dueAt: number;
  isRunning: boolean;
}

/** Everything an operator is told about a job; the file's name is asked for separately. */
export interface JobDetails {
  listed: JobOfAccount;
  job: Job;
  work: JobWorkLeft | null;
  /** From the log of disclosures, newest first. */
  events: Action[];
  /** From the ledger, newest first. */
  records: LedgerRecord[];
}

/** Downloads can be many; the newest are enough to answer a question. */
const MOST_EVENTS = 200;

/** @throws JobNotFoundError */
export async function jobDetails(
  { database, clock }: { database: Database; clock: Clock },
  jobId: string,
): Promise<JobDetails> {
  const job = await requireJob(database.read, { id: jobId });
  const { accountId: chain, id: reference } = job;
  const { rows } = await findAllJobs(database, { statuses: [], jobId: job.id, limit: 1 });
  const listed = rows[0];
  if (listed === undefined) throw new Error('a job has no account');
  const [task] = await database.read.query<
    (Omit<JobWorkLeft, 'isRunning'> & { leaseUntil: number | null })[]
  >(
    `SELECT kind, failures, takeovers, due_at AS "dueAt", lease_until AS "leaseUntil"
       FROM tasks WHERE kind IN ('match', 'enrich') AND subject = $1`,
    [job.id],
  );
  const kinds = ['job.confirm', 'job.result', 'job.download'] as const;
  const events = await findActions(database, { chain, reference, kinds, limit: MOST_EVENTS });
  const records = job.mode === 'test' ? [] : await recordsAbout(database, chain, reference);
  return { listed, job, work: workOf(task, clock.now()), events: events.rows, records };
}

function workOf(
  task: (Omit<JobWorkLeft, 'isRunning'> & { leaseUntil: number | null }) | undefined,
  now: number,
): JobWorkLeft | null {
  if (task === undefined) return null;
  const { leaseUntil, ...work } = task;
  return { ...work, isRunning: leaseUntil !== null && leaseUntil > now };
}
