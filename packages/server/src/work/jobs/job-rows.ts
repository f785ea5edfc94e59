import type { JobStatus } from '@skiptrace/contract';
import type { Tx } from '../../platform/database/index.js';
import { In, IsNull } from '../../platform/database/typeorm.js';
import { isUuid } from '../../platform/ids.js';
import { coded } from '../../platform/lib/coded.js';
import { JobEntity, NO_COLUMNS, type Job } from './entities.js';
import { allows, TRANSITIONS, type Trigger } from './states.js';

/** No such job belongs to the account; also for malformed ids (reading 7). */
export class JobNotFoundError extends coded(
  'job_not_found',
  'Job not found. Check the ID: this account has no such job.',
) {}

/** A page of the list begins after a job that the account doesn't have, or not any more (reading 50). */
export class InvalidBeforeError extends coded(
  'invalid_request',
  'before must be the ID of one of your jobs. Begin again without it.',
) {}

/** The job's status does not allow the action; nothing changed. */
export class JobStatusConflictError extends Error {
  readonly code = 'job_status_conflict';

  /** @param why why the status does not allow it, if the status alone doesn't explain it */
  constructor(
    readonly currentStatus: JobStatus,
    why = 'which does not allow this',
  ) {
    super(`The job's status is ${currentStatus}, ${why}. Nothing was charged or changed.`);
  }
}

/** Columns that a transition may change besides the status. */
export type JobChanges = Partial<
  Omit<Job, 'sequence' | 'id' | 'accountId' | 'mode' | 'status' | 'createdAt'>
>;

/** @throws JobNotFoundError */
export async function requireJob(
  from: Tx,
  where: Pick<Job, 'id'> & Partial<Pick<Job, 'accountId' | 'mode'>>,
): Promise<Job> {
  const job = isUuid(where.id)
    ? await from.findOneBy(JobEntity, { ...where, id: where.id.toLowerCase() })
    : null;
  if (job === null) throw new JobNotFoundError();
  return job;
}

/** Refuses early, before any work. The transition itself checks again. @throws JobStatusConflictError */
export function requireStatus({ status }: Job, trigger: Trigger): void {
  if (!allows(status, trigger)) throw new JobStatusConflictError(status);
}

/**
 * Changes the status by compare-and-set: of two concurrent transitions one succeeds.
 * @returns false if the job's status does not allow it (any more)
 */
export async function tryTransition(
  tx: Tx,
  id: string,
  trigger: Trigger,
  changes: JobChanges & Pick<Job, 'updatedAt'>,
): Promise<boolean> {
  const { from, to } = TRANSITIONS[trigger];
  const changed = await tx.update(JobEntity, { id, status: In(from) }, { ...changes, status: to });
  // A job with a file keeps its columns until the file is deleted: a search for a person reads it by them.
  if (to === 'cancelled' || to === 'failed')
    await tx.update(JobEntity, { id, status: to, uploadBytes: IsNull() }, { columnMapping: NO_COLUMNS });
  return changed.affected === 1;
}

/** @throws JobStatusConflictError, JobNotFoundError */
export async function transition(
  tx: Tx,
  id: string,
  trigger: Trigger,
  changes: JobChanges & Pick<Job, 'updatedAt'>,
): Promise<void> {
  if (await tryTransition(tx, id, trigger, changes)) return;
  throw new JobStatusConflictError((await requireJob(tx, { id })).status);
}
