import { MAX_BALANCE_CENTS } from './bounds.js';
import { dollars } from './dollars.js';

/** The balance cannot cover the request; nothing was charged. */
export class InsufficientBalanceError extends Error {
  readonly code = 'insufficient_balance';

  /** @param balanceRequiredCents what the whole request needs, not what is missing */
  constructor(readonly balanceRequiredCents: number) {
    super(
      `Not enough balance: this request needs ${dollars(balanceRequiredCents)}. Nothing was charged. Top up and try again.`,
    );
  }
}

/** The balance would exceed the highest allowed; nothing was moved. */
export class BalanceLimitError extends Error {
  readonly code = 'balance_limit';

  constructor(balanceCents: number) {
    super(
      `The balance would be ${dollars(balanceCents)}, more than the ${dollars(MAX_BALANCE_CENTS)} an account can hold. ` +
        'Nothing was changed.',
    );
  }
}

/** The amount is not a whole number of cents, or exceeds the highest balance; nothing was moved. */
export class UnusableAmountError extends Error {
  readonly code = 'unusable_amount';

  constructor(amountCents: number) {
    super(
      `${amountCents} is not an amount in whole cents, at most ${MAX_BALANCE_CENTS}. Nothing was changed.`,
    );
  }
}

/**
 * A bulk took so long that its reservation was refunded; it returns no data and charges nothing (reading 18).
 */
export class ReservationExpiredError extends Error {
  readonly code = 'reservation_expired';

  constructor() {
    super('The lookup timed out. Nothing was charged. Try again.');
  }
}

/** An operator changed the price since it was shown; nothing was looked up or created. */
export class PriceChangedError extends Error {
  readonly code = 'price_changed';

  constructor(priceCents: number) {
    super(
      `A match costs ${dollars(priceCents)} now, not what this page showed. Nothing was charged. Look at the price, then ask again.`,
    );
  }
}
