import { limits } from '@skiptrace/contract';
import type { TermColumns } from './terms.js';

const MAX_COUNT = 1_000_000;
/** Limit from openapi.yaml. */
const MAX_REPEAT_DAYS = 3_650;

/** Values an operator may set for an account, in the columns' units. */
export const TERM_BOUNDS: Readonly<Record<keyof TermColumns, { min: number; max: number }>> = {
  priceCents: { min: 0, max: limits.maxPriceCents },
  dailyMisses: { min: 1, max: MAX_COUNT },
  singlePerMinute: { min: 1, max: MAX_COUNT },
  bulkPerMinute: { min: 1, max: MAX_COUNT },
  freeRepeatDays: { min: 0, max: MAX_REPEAT_DAYS },
};

export const TERM_COLUMNS = Object.keys(TERM_BOUNDS) as readonly (keyof TermColumns)[];

/** A price or limit that no account can have; nothing was changed. */
class UnusableTermsError extends Error {
  readonly code = 'unusable_terms';

  constructor(column: keyof TermColumns) {
    const { min, max } = TERM_BOUNDS[column];
    super(
      `${NAMES[column]} must be a whole number from ${min} to ${max.toLocaleString('en-US')}. Nothing was changed.`,
    );
  }
}

const NAMES: Readonly<Record<keyof TermColumns, string>> = {
  priceCents: 'The price of a match, in cents,',
  dailyMisses: 'The number of free misses a day',
  singlePerMinute: 'The number of single lookups a minute',
  bulkPerMinute: 'The number of bulk lookups a minute',
  freeRepeatDays: 'The number of days for which repeats are free',
};

/** null stands for the default. @throws UnusableTermsError */
export function requireTerms(changes: Partial<TermColumns>): void {
  for (const column of TERM_COLUMNS) {
    const { min, max } = TERM_BOUNDS[column];
    const value = changes[column] ?? null;
    if (value !== null && !(Number.isSafeInteger(value) && value >= min && value <= max)) {
      throw new UnusableTermsError(column);
    }
  }
}
