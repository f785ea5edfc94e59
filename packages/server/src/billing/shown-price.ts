import { dollars } from './dollars.js';

/** An operator changed the price since it was shown; nothing was looked up or made. */
class PriceChangedError extends Error {
  readonly code = 'price_changed';

  constructor(priceCents: number) {
    super(
      `A match costs ${dollars(priceCents)} now, not what this page showed. Nothing was charged. Look at the price, then ask again.`,
    );
  }
}

/**
 * Holds an account to the price that a person was shown. For new work only: the repeat of an answered request costs nothing,
 * whatever a match costs by now.
 *
 * @param shownPrice cents of a match as the request says them (`Skiptrace-Price`); undefined where none were shown
 * @throws PriceChangedError
 */
export function requireShownPrice(priceCents: number, shownPrice: string | undefined): void {
  if (shownPrice !== undefined && shownPrice !== String(priceCents)) throw new PriceChangedError(priceCents);
}
