import { isSkipTraceError, type SkipTrace } from '@skiptrace/sdk';
import type { Context } from '../context.js';

/** What a match costs where the account does not say (openapi.yaml, x-skiptrace-price-cents). */
export const DEFAULT_PRICE_CENTS = 4;

/** What this account pays. */
export interface Terms {
  /** Price of a match in cents; 0 with a test key. */
  readonly priceCents: number;
  /** A test key: made-up owners at the sandbox's addresses, and nothing is charged. */
  readonly isTest: boolean;
  /** Days for which a paid property is free to repeat; undefined if repeats are charged. */
  readonly freeRepeatDays: number | undefined;
}

/**
 * What a match costs this account. A server that does not offer account details has the
 * contract's price. Whatever else goes wrong ends the command, which has not sent anything yet: a maximum that is shown,
 * approved or held against `--max-cost` is never a guess.
 */
export async function termsOf(client: SkipTrace, { signal, console }: Context): Promise<Terms> {
  const account = await client.account({ signal }).catch((error: unknown) => {
    if (isSkipTraceError(error, 'not_offered')) return undefined;
    throw error;
  });
  const isTest = account?.mode === 'test';
  if (isTest) console.note('Test mode: made-up owners, and nothing is charged.');
  const { pricePerMatchCents: priceCents = DEFAULT_PRICE_CENTS, freeRepeatDays } = account ?? {};
  return { priceCents, isTest, freeRepeatDays };
}
