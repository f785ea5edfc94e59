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

/** A bulk took so long that its reservation was refunded; it gives no data and charges nothing (reading 18). */
export class ReservationExpiredError extends Error {
  readonly code = 'reservation_expired';

  constructor() {
    super('The lookup took too long and was given up. Nothing was charged. Try again.');
  }
}
