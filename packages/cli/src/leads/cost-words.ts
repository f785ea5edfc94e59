import type { Context } from '../context.js';
import { dollars, plural } from '../amounts.js';
import { DEFAULT_PRICE_CENTS, type Terms } from '../spending/price.js';

export type PriceTerms = Pick<Terms, 'priceCents' | 'isTest'>;

const MANY = { row: 'rows', address: 'addresses' } as const;

/**
 * `Maximum cost: $94.20 (2,355 different addresses × $0.04)`, for a file and for a list.
 * @param terms price of this account; undefined if no server was asked, so that the default price counts
 */
export function maximumLine(
  asked: number,
  unit: 'row' | 'address',
  dedupe: boolean,
  terms: PriceTerms | undefined,
): string {
  const { priceCents, isTest = false } = terms ?? {};
  if (isTest) return 'Maximum cost: $0.00 (test mode costs nothing)';
  if (priceCents === 0) return 'Maximum cost: $0.00 (this account pays nothing for a match)';
  const what = dedupe
    ? plural(asked, 'different address', 'different addresses')
    : plural(asked, unit, MANY[unit]);
  const cents = priceCents ?? DEFAULT_PRICE_CENTS;
  const source = priceCents === undefined ? ', the default price' : '';
  return `Maximum cost: ${dollars(asked * cents)} (${what} × ${dollars(cents)}${source})`;
}

/** Says, before any question about money, whether repeated properties are paid once or each time. */
export function sayRepeated(
  repeated: number,
  unit: 'row' | 'address',
  dedupe: boolean,
  { console }: Pick<Context, 'console'>,
): void {
  if (repeated === 0) return;
  if (dedupe) console.note(`${repeats(repeated, unit)}: ${PAID_ONCE}`);
  else console.warn(`warning: ${repeats(repeated, unit)} and will be billed again (--no-dedupe).`);
}

const PAID_ONCE = 'you pay once, and every copy is filled.';

function repeats(repeated: number, unit: keyof typeof MANY): string {
  return `${plural(repeated, unit, MANY[unit])} ${repeated === 1 ? 'repeats' : 'repeat'} a property above`;
}

/** Line about repeated properties for `csv check` and similar commands, which charge nothing. */
export function repeatedLine(repeated: number, unit: keyof typeof MANY): string | undefined {
  return repeated === 0 ? undefined : `${repeats(repeated, unit)}: ${PAID_ONCE}`;
}
