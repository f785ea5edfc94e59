import type { JobStatus } from '@skiptrace/contract';
import type { Tx } from '../database/index.js';
import type { Job } from './entities.js';

/** An account and a mode: live and test jobs have a share each, so that tests never delay real work. */
export type Holder = Pick<Job, 'accountId' | 'mode'>;

/** Live jobs of all accounts together, by status. */
export interface JobFigures {
  status: JobStatus;
  jobs: number;
  /** Data rows of their files, as far as they were read. */
  rows: number;
  matchedRows: number;
  /** After refunds. Zero before confirm. */
  chargedCents: number;
}

/** A job, or a reference of the ledger without one (`missing`), whose ledger records are not what its status asks for. */
export interface WronglyCharged {
  id: string;
  status: JobStatus | 'missing';
  /** What its records add up to. */
  chargedCents: number;
}

export interface DiscardRule {
  /** All that ended up to this moment. */
  beforeMs: number;
  /** And of an account's surplus those that ended up to this moment. */
  surplusBeforeMs: number;
  /** An account's newest discarded jobs that are no surplus. */
  keptPerAccount: number;
}

/** Queries over all jobs at once. Single jobs are read and changed in job-rows.ts. */
export interface JobStore {
  /** Jobs that are neither confirmed nor ended. */
  countOpen(from: Tx, holder: Holder): Promise<number>;
  /**
   * Creation time of the `nth` newest job that ended without a charge and was created after `afterMs`; null when there are fewer.
   */
  nthUncharged(from: Tx, holder: Holder, nth: number, afterMs: number): Promise<number | null>;
  /** Bytes of the files of all unpaid jobs but one: open ones, and those that were confirmed for nothing. */
  unpaidBytes(from: Tx, holder: Holder, exceptId: string | null): Promise<number>;
  /**
   * Every confirmed job was charged exactly its total, once; a job that failed afterwards got exactly that back, once; no
   * other job has a record, and no record is without its job (readings 17, 20). Answers the exceptions.
   */
  wronglyCharged(): Promise<WronglyCharged[]>;
  /** Jobs that wait for a worker, but have no task. */
  withoutTask(): Promise<Pick<Job, 'id' | 'status'>[]>;
  /**
   * Ids of cancelled and failed jobs that may be forgotten. A job that the ledger or a task refers to is never among them.
   */
  discarded(rule: DiscardRule): Promise<string[]>;
  figures(): Promise<JobFigures[]>;
}
