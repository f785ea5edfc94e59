import type { Accounts } from '../accounts/index.js';
import type { Clock } from '../clock.js';
import { RESERVATION_LIFETIME_MS } from './billing.js';
import { ledgerFaults } from './ledger.js';
import type { LedgerStore } from './ledger-store.js';

/** The sweep runs every few seconds while a server runs; a reservation this old was never swept. */
const UNSWEPT_AFTER_MS = 5 * RESERVATION_LIFETIME_MS;

interface FindingsNeeds {
  accounts: Accounts;
  ledger: LedgerStore;
  clock: Clock;
}

/** Faults of the money, as sentences for the operator; empty when all is well (reading 17). */
export async function ledgerFindings({ accounts, ledger, clock }: FindingsNeeds): Promise<string[]> {
  const findings: string[] = [];
  for (const { id } of await accounts.list()) {
    const { records, balanceCents } = await ledger.statement(id);
    findings.push(...ledgerFaults(records, balanceCents).map((fault) => `account ${id}: ${fault}`));
  }
  for (const { reference, status, takenCents, refundedCents } of await ledger.bulkMismatches()) {
    findings.push(
      `bulk ${reference}: its reservation is ${status}, ${takenCents} cents were taken and ${refundedCents} given back`,
    );
  }
  for (const { accountId, reference, tooMuchCents } of await ledger.refundMismatches()) {
    findings.push(
      `account ${accountId}: ${tooMuchCents} cents more were refunded for ${reference ?? 'nothing'} than were charged`,
    );
  }
  for (const { reference, accountId, amountCents } of await ledger.heldSince(
    clock.now() - UNSWEPT_AFTER_MS,
  )) {
    findings.push(
      `account ${accountId}: ${amountCents} cents are still reserved for bulk ${reference}, which nobody finishes; ` +
        'a running server refunds them within a minute',
    );
  }
  return findings;
}
