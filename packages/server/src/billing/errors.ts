import { MAX_BALANCE_CENTS } from './bounds.js';

/** The balance cannot cover what was asked for; nothing was charged. */
export class InsufficientBalanceError extends Error {
  readonly code = 'insufficient_balance';

  /** @param balanceRequiredCents what the whole request needs, not what is missing */
  constructor(readonly balanceRequiredCents: number) {
    super(
      `The balance cannot cover this request: it needs ${balanceRequiredCents} cents. Nothing was charged. Top up and try again.`,
    );
  }
}

/** The account would hold more than an account can; nothing was moved. */
export class BalanceLimitError extends Error {
  readonly code = 'balance_limit';

  constructor(balanceCents: number) {
    super(
      `The balance would be ${balanceCents} cents. An account can hold at most ${MAX_BALANCE_CENTS} cents. ` +
        'Nothing was changed.',
    );
  }
}

/** Money moves in whole cents, and never more at once than an account can hold; nothing was moved. */
export class UnusableAmountError extends Error {
  readonly code = 'unusable_amount';

  constructor(amountCents: number) {
    super(
      `${amountCents} is not an amount of money: it takes whole cents, at most ${MAX_BALANCE_CENTS}. Nothing was changed.`,
    );
  }
}

/** A bulk took so long that its reservation was refunded; it gives no data and charges nothing (reading 18). */
export class ReservationExpiredError extends Error {
  readonly code = 'reservation_expired';

  constructor() {
    super('The lookup took too long and was given up. Nothing was charged. Try again.');
  }
}
