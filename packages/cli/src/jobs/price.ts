import type { SkipTraceJob } from '@skiptrace/sdk';
import { count, dollars } from '../money/cents.js';

/**
 * `9,812 of 10,000 rows matched × $0.04 = $392.48`
 * @param what the job's rows are: of a file whose repeated rows were left out, each is a different address
 */
export function priceLine(job: SkipTraceJob, what: 'rows' | 'different addresses' = 'rows'): string {
  const rate = dollars(job.pricePerRowCents ?? 0);
  return `${count(job.matchedRows ?? 0)} of ${count(job.totalRows ?? 0)} ${what} matched × ${rate} = ${dollars(previewedCents(job))}`;
}

/** What confirming charges, in cents. A preview without a price is a fault of the service and is never confirmed. */
export function previewedCents(job: SkipTraceJob): number {
  if (typeof job.totalChargeCents !== 'number')
    throw new TypeError(`job ${job.id} is in preview but has no price`);
  return job.totalChargeCents;
}
