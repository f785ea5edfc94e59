/**
 * What an account can hold: $10,000,000,000. Far below 2^53, so that every balance, and every sum of amounts in
 * JavaScript or SQL, is an exact whole number.
 */
export const MAX_BALANCE_CENTS = 1_000_000_000_000;

/** What an operator can move with one command: a slip of a few zeros is noticed. */
export const MAX_TOP_UP_CENTS = 10_000_000_000;
