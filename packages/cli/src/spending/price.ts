import { type CallOptions, isSkipTraceError, type SkipTrace } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import { urlOrigin } from '../credentials/account.js';
import { Failure } from '../failures/failure.js';
import { plain } from '../terminal/text.js';

/** Price of a match if the account has no price of its own (openapi.yaml, x-skiptrace-price-cents). */
export const DEFAULT_PRICE_CENTS = 4;

/** Terms of this account. */
export interface Terms {
  /** Price of a match in cents; 0 with a test key. */
  readonly priceCents: number;
  /** True with a test key: made-up owners at the sandbox's addresses, and nothing is charged. */
  readonly isTest: boolean;
  /** Days for which a paid property is free to repeat; undefined if repeats are charged. */
  readonly freeRepeatDays: number | undefined;
}

/**
 * Price of a match for this account. A server without account details has the contract's price. Any other
 * error ends the command, which has not sent anything yet: a maximum that is shown, approved or checked
 * against `--max-cost` is never a guess.
 */
export async function termsOf(
  client: SkipTrace,
  { signal, console }: Context,
  options: CallOptions = {},
): Promise<Terms> {
  const account = await client.account({ ...options, signal }).catch((error: unknown) => {
    if (isSkipTraceError(error, 'not_offered')) return undefined;
    throw error;
  });
  const isTest = account?.mode === 'test';
  if (isTest) console.note('Test mode: made-up owners, and nothing is charged.');
  const { pricePerMatchCents: priceCents = DEFAULT_PRICE_CENTS, freeRepeatDays } = account ?? {};
  return { priceCents, isTest, freeRepeatDays };
}

/** Most milliseconds that a dry run waits for the server. It works without one, too. */
const DRY_RUN_WAIT_MS = 5_000;

/**
 * Terms of this account for a dry run. Undefined without a key or a server that accepts it: the default price counts then,
 * and a note says that the account may have another.
 */
export async function termsIfKnown(context: Context): Promise<Terms | undefined> {
  try {
    const client = await context.client();
    return await termsOf(client, context, { maxRetries: 0, timeoutMs: DRY_RUN_WAIT_MS });
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof Failure) && !isSkipTraceError(error)) throw error;
    const why = error instanceof Failure ? error.message : whyUnknown(error.code, context);
    context.console.note(`The price below is the default one; your account may have another. ${plain(why)}`);
    return undefined;
  }
}

function whyUnknown(code: string, context: Pick<Context, 'account'>): string {
  const account = context.account();
  if (code === 'unauthorized') return `${account.baseUrl} did not accept the key.`;
  return code === 'connection'
    ? `Can't reach ${account.baseUrl}.${urlOrigin(account)}`
    : `${account.baseUrl} could not be asked (${code}).`;
}
