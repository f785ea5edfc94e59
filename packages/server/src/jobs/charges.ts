import type { Tx } from '../database/index.js';
import type { Billing } from '../billing/index.js';
import type { Repeats } from '../repeats/index.js';
import type { Job } from './entities.js';
import type { Withheld } from './pipeline/part-work.js';

/** What a job does with money. */
export interface JobCharges {
  /** The early refusal, before any work. The charge itself checks again. @throws InsufficientBalanceError */
  requireBalance(cents: number): Promise<void>;
  /** @throws InsufficientBalanceError */
  charge(tx: Tx, cents: number): Promise<void>;
  /** @returns what was given back: less where an operator has done so before */
  refund(tx: Tx, cents: number): Promise<number>;
}

/** The ledger for a live job; nothing at all for a test job. */
export const chargesOf = (
  { id, accountId, mode }: Pick<Job, 'id' | 'accountId' | 'mode'>,
  billing: Billing,
): JobCharges => (mode === 'test' ? NO_CHARGES : ledgerCharges(billing, accountId, id));

/**
 * Gives back what a job charged for matches that its result lacks, in the unit of work that says so. Where repeats are free a property
 * was charged for once, and its term ends.
 * @returns what changes in the job
 */
export async function withhold(
  tx: Tx,
  { billing, repeats }: { billing: Billing; repeats: Repeats },
  job: Job,
  withheld: Withheld,
): Promise<Partial<Job>> {
  const { id, accountId, priceCents, totalChargeCents, repeatRows } = job;
  const before = { rows: job.withheldRows ?? 0, cents: job.refundCents ?? 0 };
  const rows = withheld.rows - before.rows;
  if (rows <= 0) return {};
  if (priceCents === null || totalChargeCents === null || job.matchedRows === null)
    throw new Error('a job that was confirmed has no preview');
  const charged =
    repeatRows === null
      ? rows
      : await repeats.takeBack(tx, { accountId, reference: id, digests: withheld.properties });
  const due = Math.min(charged * priceCents, totalChargeCents - before.cents);
  const cents = await chargesOf(job, billing).refund(tx, due);
  const matchedRows = job.matchedRows - rows;
  return {
    matchedRows,
    withheldRows: withheld.rows,
    ...(before.cents + cents > 0 && { refundCents: before.cents + cents }),
    ...(repeatRows !== null && { repeatRows: Math.max(0, repeatRows - (rows - charged)) }),
  };
}

const ledgerCharges = (billing: Billing, accountId: string, reference: string): JobCharges => ({
  requireBalance: (cents) => billing.requireBalance(accountId, cents),
  charge: async (tx, cents) => {
    // A job without a match costs nothing and leaves no record (reading 19).
    if (cents > 0) await billing.post(tx, { accountId, type: 'job_charge', amountCents: -cents, reference });
  },
  refund: (tx, cents) =>
    billing.giveBack(tx, { accountId, type: 'job_refund', amountCents: cents, reference }),
});

/** It has no ledger. A test job with a price is a fault of ours, which fails the request. */
const NO_CHARGES: JobCharges = {
  requireBalance: requireFree,
  charge: (_tx, cents) => requireFree(cents),
  refund: async (_tx, cents) => {
    await requireFree(cents);
    return 0;
  },
};

async function requireFree(cents: number): Promise<void> {
  if (cents !== 0) await Promise.reject(new Error(`a test job has a price of ${cents} cents`));
}
