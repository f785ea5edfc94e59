import { money } from '../parts/format.js';

/** Maximum price of a match, as in app.yaml and the command line. */
const MAX_CENTS = 1_000;
/** A price that customers rarely pay: more than this is probably dollars in place of cents. */
const UNUSUAL_CENTS = 100;
/** A new price of more than this many times the old one is asked about loudly. */
const UNUSUAL_FACTOR = 5;

const CENTS = /^(\d+)\s*(?:¢|c|cents?)?$/i;
const DOLLARS = /^\$\s*(\d*)(?:\.(\d{0,2})0*)?$/;

/** A typed price in cents: `3`, `3¢` and `$0.03` are the same; NaN if it isn't clear. */
export function centsIn(typed: string): number {
  const text = typed.trim();
  const [, cents] = CENTS.exec(text) ?? [];
  if (cents !== undefined) return Number(cents);
  const [, whole = '', part = ''] = DOLLARS.exec(text) ?? [];
  return whole + part === '' ? Number.NaN : 100 * Number(whole) + Number(part.padEnd(2, '0'));
}

/** The fault of a typed price; null for a good one and an empty field. */
export function priceFault(typed: string): string | null {
  if (typed.trim() === '') return null;
  const cents = centsIn(typed);
  if (Number.isNaN(cents)) return 'Enter whole cents, such as 3, or dollars with their sign, such as $0.03.';
  return cents > MAX_CENTS
    ? `Enter at most ${MAX_CENTS.toLocaleString('en-US')}¢ (${money(MAX_CENTS)}).`
    : null;
}

/** The consequence of a price: `100 matches cost $3.00`. */
export function consequenceOf(cents: number): string {
  const cost = cents === 0 ? 'Every match is free.' : `100 matches cost ${money(100 * cents)}.`;
  return cents > UNUSUAL_CENTS ? `${cost} That is ${money(cents)} per match: are these cents?` : cost;
}

/** A warning about a price that is far above the one before; null if it isn't. */
export function riseWarning(before: number, now: number): string | null {
  if (now <= UNUSUAL_FACTOR * before) return null;
  const rise =
    before === 0
      ? 'Matches were free'
      : `That is ${Math.floor(now / before).toLocaleString('en-US')} times the price of ${money(before)}`;
  return `${rise}: 100 matches will cost ${money(100 * now)} instead of ${money(100 * before)}.`;
}
