import type { SkipTraceJob } from '@skiptrace/sdk';
import type { Receipt } from '../money/receipt.js';

/** Statuses in which the price of the job has been charged. */
const PAID: ReadonlySet<string> = new Set(['confirmed', 'generating', 'completed']);

/** What the account has paid for this job, in cents, as its record tells. A job that failed after it was paid is refunded. */
export function paidCents(job: SkipTraceJob): number {
  return PAID.has(job.status) ? (job.totalChargeCents ?? 0) : 0;
}

/** Brings the receipt up to the job's own record. What the job has cost in all is not what this run has cost. */
export function noteJob(receipt: Receipt, job: SkipTraceJob): void {
  receipt.job(job.id, job.status, paidCents(job));
}
