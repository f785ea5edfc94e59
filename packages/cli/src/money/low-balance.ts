import { isSkipTraceError } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import { dollars } from './cents.js';
import { TOP_UP } from './top-up.js';

/** Warns before the question when the balance does not cover what it is about. Nothing was charged, and nothing is lost. */
export async function warnOfLowBalance(cents: number, context: Context): Promise<void> {
  if (cents === 0) return;
  const client = await context.client();
  const account = await client.account({ signal: context.signal }).catch((error: unknown) => {
    // A server that does not say balances refuses when it is asked to charge, and charges nothing.
    if (isSkipTraceError(error)) return undefined;
    throw error;
  });
  if (account === undefined || account.balanceCents >= cents) return;
  const have = dollars(Math.max(0, account.balanceCents));
  context.console.warn(`warning: Your balance is ${have}, too little for ${dollars(cents)}. ${TOP_UP}`);
}
