import type { SkipTraceJob } from '@skiptrace/sdk';
import type { Receipt } from '../money/receipt.js';

/** Statuses in which the price of the job has been charged. */
const PAID: ReadonlySet<string> = new Set(['confirmed', 'generating', 'completed']);

const isPaid = ({ status }: SkipTraceJob): boolean => PAID.has(status);

/**
 * Cents the account has paid for this job, by its record. A job that failed after payment is refunded in
 * full, a completed one for rows that its result lacks.
 */
export function paidCents(job: SkipTraceJob): number {
  return isPaid(job) ? (job.totalChargeCents ?? 0) - (job.refundCents ?? 0) : 0;
}

/** Notes the job and its whole cost on the receipt, separately from this run's charge: an earlier run may have paid. */
export function noteJob(receipt: Receipt, job: SkipTraceJob): void {
  receipt.job(job.id, job.status, paidCents(job));
}
