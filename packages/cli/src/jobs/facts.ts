import type { SkipTraceJob } from '@skiptrace/sdk';
import type { Receipt } from '../money/receipt.js';

/** Statuses in which the price of the job has been charged. */
const PAID: ReadonlySet<string> = new Set(['confirmed', 'generating', 'completed']);

const isPaid = ({ status }: SkipTraceJob): boolean => PAID.has(status);

/**
 * What the account has paid for this job, in cents, as its record tells. A job that failed after it was paid is refunded, and of a
 * completed one what its result lacks.
 */
export function paidCents(job: SkipTraceJob): number {
  return isPaid(job) ? (job.totalChargeCents ?? 0) - (job.refundCents ?? 0) : 0;
}

/** Notes the job and its whole cost on the receipt, apart from what this run is charged: an earlier run may have paid. */
export function noteJob(receipt: Receipt, job: SkipTraceJob): void {
  receipt.job(job.id, job.status, paidCents(job));
}
