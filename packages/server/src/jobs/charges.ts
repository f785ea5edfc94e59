import type { Tx } from '../database/index.js';
import type { Billing } from '../billing/index.js';
import type { Job } from './entities.js';

/** What a job does with money. */
export interface JobCharges {
  /** The early refusal, before any work. The charge itself checks again. @throws InsufficientBalanceError */
  requireBalance(cents: number): Promise<void>;
  /** @throws InsufficientBalanceError */
  charge(tx: Tx, cents: number): Promise<void>;
  refund(tx: Tx, cents: number): Promise<void>;
}

/** The ledger for a live job; nothing at all for a test job. */
export const chargesOf = (
  { id, accountId, mode }: Pick<Job, 'id' | 'accountId' | 'mode'>,
  billing: Billing,
): JobCharges => (mode === 'test' ? NO_CHARGES : ledgerCharges(billing, accountId, id));

const ledgerCharges = (billing: Billing, accountId: string, reference: string): JobCharges => ({
  requireBalance: (cents) => billing.requireBalance(accountId, cents),
  charge: async (tx, cents) => {
    // A job without a match costs nothing and leaves no record (reading 19).
    if (cents > 0) await billing.post(tx, { accountId, type: 'job_charge', amountCents: -cents, reference });
  },
  refund: async (tx, cents) => {
    if (cents > 0) await billing.post(tx, { accountId, type: 'job_refund', amountCents: cents, reference });
  },
});

/** It has no ledger. A test job with a price is a fault of ours, which fails the request. */
const NO_CHARGES: JobCharges = {
  requireBalance: requireFree,
  charge: (_tx, cents) => requireFree(cents),
  refund: (_tx, cents) => requireFree(cents),
};

async function requireFree(cents: number): Promise<void> {
  if (cents !== 0) await Promise.reject(new Error(`a test job has a price of ${cents} cents`));
}
