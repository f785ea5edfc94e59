import type { SkipTrace } from '@skiptrace/sdk';
import type { Context } from '../context.js';

/** What a match costs where the account does not say (openapi.yaml, x-skiptrace-price-cents). */
export const DEFAULT_PRICE_CENTS = 4;

/** How long a price is waited for before anything is sent. */
const PATIENCE_MS = 5_000;

/**
 * What a match costs this account, in cents, 0 with a test key. A server that does not say has the contract's price. Only an
 * estimate hangs on it: what is paid is the exact price that is shown before the question.
 */
export async function priceOfMatch(client: SkipTrace, { signal, console }: Context): Promise<number> {
  const options = { signal, timeoutMs: PATIENCE_MS, maxRetries: 0 };
  const account = await client.account(options).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return undefined;
  });
  if (account?.mode === 'test') console.note('Test mode: made-up owners, and nothing is charged.');
  return account?.pricePerMatchCents ?? DEFAULT_PRICE_CENTS;
}
