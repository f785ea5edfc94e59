// Amounts as text, and the text of an amount.
import { Failure } from './failures/failure.js';

/** `39248` → `$392.48`, `123456789` → `$1,234,567.89`. */
export const dollars = (cents: number): string =>
  `$${count(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;

/** Dollars as `--max-cost` accepts them: `39248` → `392.48`. */
export const plainDollars = (cents: number): string => dollars(cents).replace(/[$,]/g, '');

/** `9812` → `9,812`. */
export function count(n: number): string {
  return n.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 row`, `2 rows`, `9,812 rows`. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** `2026-11-28 19:05`, of milliseconds since 1970 or an ISO time; always UTC. */
export const utcMinute = (time: number | string): string =>
  new Date(time).toISOString().slice(0, 16).replace('T', ' ');

/** The most a command may spend, in cents. `Infinity` is the explicit choice `none`. */
export type Ceiling = number;

/** Reads `--max-cost`: US dollars, `400` or `392.48`, or `none`. Ambiguous text (`1,000`, `4e2`, `400c`) is refused. */
export function parseCeiling(text: string, source = '--max-cost'): Ceiling {
  if (text === 'none') return Infinity;
  const amount = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text);
  if (!amount) {
    throw new Failure('usage', `${source} is US dollars, like 400 or 392.48, or none; "${text}" is neither.`);
  }
  return Number(amount[1]) * 100 + Number((amount[2] ?? '').padEnd(2, '0'));
}
