import { isSkipTraceError, type CallOptions, type SkipTrace } from '@skiptrace/sdk';
import { dollars, plainDollars, type Ceiling, parseCeiling } from './amounts.js';
import type { Context } from './context.js';
import { urlOrigin } from './credentials/account.js';
import { Failure } from './failures/failure.js';
import type { CommandInput } from './input.js';
import { TOP_UP } from './receipt.js';
import { settingOf } from './settings/config.js';
import { askYes } from './terminal/prompt.js';
import { again, plain } from './terminal/text.js';

/** Amount that the user has approved in advance. */
export interface Spending {
  readonly yes: boolean;
  readonly ceiling: Ceiling | undefined;
}

/** `--max-cost`, its variable or its setting; undefined if none of them is given. */
export function readCeiling(
  input: CommandInput,
  { host, config }: Pick<Context, 'host' | 'config'>,
): Ceiling | undefined {
  const text = settingOf(host, config, 'max-cost', input.text('maxCost'));
  return text === undefined ? undefined : parseCeiling(text);
}

/** Refuses `--yes` without a ceiling: a wrong file could cost any amount. */
export function readSpending(input: CommandInput, context: Pick<Context, 'host' | 'config'>): Spending {
  const spending = { yes: input.flag('yes'), ceiling: readCeiling(input, context) };
  if (spending.yes && spending.ceiling === undefined) {
    throw new Failure('usage', '--yes needs --max-cost.', {
      hint: 'Set a limit in dollars: --max-cost 400, or --max-cost none.',
    });
  }
  return spending;
}

export interface Price {
  readonly cents: number;
  /** `This job costs`, `This list costs at most`: continued with the amount. */
  readonly sentence: string;
  /** True if the amount is a maximum: misses reduce it. */
  readonly isMost?: boolean;
  /** Reason why it can't be paid, if it can't: checked before the question, since a yes could not pay. */
  readonly shortage?: () => Promise<Shortage | undefined>;
  /** Text for the state after a no, or without enough money. */
  readonly otherwise: string;
  /** Command that approves the price in advance. */
  readonly yesCommand: string;
  /** Text for the state above the ceiling, if it is another than after a no. */
  readonly toAllow?: string;
}

/**
 * Returns if the price may be spent and throws otherwise: above the ceiling, refused, or no terminal for the question.
 * A price of 0 needs no answer.
 */
export async function approve(price: Price, spending: Spending, context: Context): Promise<void> {
  const { cents, otherwise } = price;
  if (cents === 0) return;
  if (spending.ceiling !== undefined && cents > spending.ceiling) {
    context.receipt.next = undefined;
    throw new Failure(
      'over_max_cost',
      `${price.sentence} ${dollars(cents)}, more than your limit of ${dollars(spending.ceiling)}.`,
      { hint: price.toAllow ?? otherwise },
    );
  }
  const short = await price.shortage?.();
  if (short !== undefined) {
    context.receipt.next = undefined;
    throw new Failure('insufficient_balance', short.sentence, {
      hint: `${short.hint}\nThen run the same command again.\n${otherwise}`,
    });
  }
  if (spending.yes) return;
  if (!context.terminal.canAsk) {
    throw new Failure(
      'confirmation_needed',
      `${price.sentence} ${dollars(cents)} and needs your approval, but there's no terminal to ask on.`,
      {
        hint: otherwise,
        next: price.yesCommand,
      },
    );
  }
  context.console.beforeLine();
  const amount = `${price.isMost === true ? 'up to ' : ''}${dollars(cents)}`;
  if (await askYes(context, `Spend ${amount}?`)) return;
  // A purchase that was just declined is not what to do next.
  context.receipt.next = undefined;
  throw new Failure('declined', 'Not approved.', { hint: otherwise });
}

/** The command line with an approval in advance up to `cents`. */
export const yesCommandLine = (argv: readonly string[], cents: number): string =>
  again(argv, ['--yes', '-y', '--max-cost='], ['--yes', '--max-cost', plainDollars(cents)]);

/** Reason why an amount can't be paid now, and where to add money. */
interface Shortage {
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
