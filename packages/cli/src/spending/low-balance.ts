import { isSkipTraceError } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import { dollars } from '../amounts.js';
import { TOP_UP } from '../money/top-up.js';
import { plain } from '../terminal/text.js';

/** Reason why an amount can't be paid now, and where to add money. */
export interface Shortage {
  readonly sentence: string;
  readonly hint: string;
}

/**
 * Text for a person if the balance doesn't cover an amount. Undefined if it does, and for a server that does
 * not report balances: that one refuses the charge, and charges nothing.
 */
export async function shortage(cents: number, context: Context): Promise<Shortage | undefined> {
  if (cents === 0) return undefined;
  const client = await context.client();
  const account = await client.account({ signal: context.signal }).catch((error: unknown) => {
    if (isSkipTraceError(error)) return undefined;
    throw error;
  });
  if (account === undefined || account.balanceCents >= cents) return undefined;
  return {
    sentence: `Your balance is ${dollars(Math.max(0, account.balanceCents))}, too little for ${dollars(cents)}.`,
    hint: account.topUpUrl === undefined ? TOP_UP : `Add money: ${plain(account.topUpUrl)}`,
  };
}
