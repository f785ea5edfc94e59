import type { JobStatus } from '@skiptrace/contract';
import type { Tx } from '../../platform/database/index.js';
import type { Job } from './entities.js';

/** An account and a mode: live and test jobs have separate shares, so that tests never delay real work. */
export type Holder = Pick<Job, 'accountId' | 'mode'>;

/** Live jobs of all accounts together, by status. */
export interface JobFigures {
  status: JobStatus;
  jobs: number;
  /** Data rows of their files that were read so far. */
  rows: number;
  matchedRows: number;
  /** Net of refunds. Zero before confirm. */
  chargedCents: number;
}

/** A job, or a ledger reference without a job (`missing`), with ledger records that don't match its status. */
export interface WronglyCharged {
  id: string;
  status: JobStatus | 'missing';
  /** Sum of its ledger records. */
  chargedCents: number;
}

export interface DiscardRule {
  /** Jobs that ended up to this time are discarded. */
  beforeMs: number;
  /** Jobs beyond `keptPerAccount` are discarded if they ended up to this time. */
  surplusBeforeMs: number;
  /** Number of an account's newest discarded jobs that are kept until `beforeMs`. */
  keptPerAccount: number;
}

/** Queries over all jobs at once. Single jobs are read and changed in job-rows.ts. */
export interface JobStore {
  /** Jobs that are neither confirmed nor ended. */
  countOpen(from: Tx, holder: Holder): Promise<number>;
  /**
   * Creation time of the `nth` newest job that ended without a charge and was created after `afterMs`; null if there are fewer.
   */
  nthUncharged(from: Tx, holder: Holder, nth: number, afterMs: number): Promise<number | null>;
  /** Bytes of the files of all unpaid jobs except one: open jobs, and jobs confirmed at no cost. */
  unpaidBytes(from: Tx, holder: Holder, exceptId: string | null): Promise<number>;
  /**
   * Every confirmed job was charged exactly its total, once; a job that failed afterwards was refunded exactly that, once; no
   * other job has a record, and no record lacks its job (readings 17, 20). Returns the exceptions.
   */
  wronglyCharged(): Promise<WronglyCharged[]>;
  /** Jobs that wait for a worker but have no task. */
  withoutTask(): Promise<Pick<Job, 'id' | 'status'>[]>;
  /** Ids of cancelled and failed jobs that may be deleted. A job that the ledger or a task refers to is never among them. */
  discarded(rule: DiscardRule): Promise<string[]>;
  figures(): Promise<JobFigures[]>;
}
