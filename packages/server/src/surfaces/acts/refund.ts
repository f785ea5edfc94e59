import { dollars, MAX_TOP_UP_CENTS, recordById } from '../../money/billing/index.js';
import { isoTime } from '../../platform/clock.js';
import { coded } from '../../platform/lib/coded.js';
import { act } from './act.js';
import { dollarsOf, filled, int, maybe, text } from './schema.js';
import { Transaction } from './schemas/customer.js';
import { shownRecord } from './shown.js';

class UnknownTransactionError extends coded(
  'unknown_transaction',
  'There is no transaction with this ID. It takes the whole ID.',
) {}

const MOST = { minimum: 1, maximum: MAX_TOP_UP_CENTS };

export const refundTransaction = act({
  says: 'Refund a charge, or a part of it, once; <transaction> is its whole ID, as "transactions" lists it',
  fields: {
    accountId: maybe(text()),
    transactionId: text(),
    cents: int(MOST),
    reason: text('why, for the transaction history (nothing personal)', filled(200)),
  },
  also: {
    cents: maybe(int('a part, in cents', MOST)),
    amount: maybe(dollarsOf('cents', 'a part, in dollars (default: all that is left)', MOST)),
  },
  async run(service, { accountId, transactionId, cents, reason: typed }, { actor, key }) {
    const chargeId = transactionId.toLowerCase();
    const charge = await recordById(service.database.read, chargeId);
    if (charge === null) throw new UnknownTransactionError();
    const reason = typed.trim();
    const refund = { accountId: accountId ?? charge.accountId, chargeId, cents, reason };
    // After a lost answer, the same command finds the refund that it made.
    const ofCommand = ['command', chargeId, cents ?? 'all', reason].join('\n');
    return { ...refund, ...(await service.refund(refund, key ?? ofCommand, actor)) };
  },
  app: {
    id: 'refundTransaction',
    at: 'POST /operator/api/accounts/{accountId}/transactions/{transactionId}/refund',
    description:
      'The sum of all refunds of a charge is never more than it took. The same Idempotency-Key again answers the first record and moves no money.',
    hasKey: true,
    answers: [201, 'The ledger record.', Transaction],
    show: ({ record }) => shownRecord(record),
    log: ({ accountId, record, isNew }, { cents }) => [
      'refund',
      { accountId, recordId: record.id, amountCents: cents, isNew },
    ],
  },
  command: {
    name: 'refund <transactionId>',
    // The transaction tells.
    without: ['accountId'],
    prints({ accountId, chargeId, record: { id, amountCents, balanceCents, createdAt }, isNew }) {
      const document = {
        ...{ accountId, transactionId: chargeId, refundId: id },
        ...{ amountCents, balanceCents, isNew },
      };
      const line = isNew
        ? `Refunded ${dollars(amountCents)}. The balance is now ${dollars(balanceCents)}.`
        : `Refunded before, on ${isoTime(createdAt)}: ${dollars(amountCents)}. Nothing was moved now; to refund as much again, give another reason.`;
      return [document, [line]];
    },
  },
});
