import { Failure } from '../failures/failure.js';

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
