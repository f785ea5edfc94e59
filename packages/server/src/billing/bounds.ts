/**
 * Highest balance of an account: $10,000,000,000. Far below 2^53, so that every balance, and every sum of
 * amounts in JavaScript or SQL, is an exact whole number.
 */
export const MAX_BALANCE_CENTS = 1_000_000_000_000;

/** Most money an operator can move with one command: catches a few zeros too many. */
export const MAX_TOP_UP_CENTS = 10_000_000_000;
