import { limits, operationPolicies } from '@skiptrace/contract';
import type { Database } from '../../platform/database/index.js';
import { AccountEntity, type Account, type Mode } from './entities.js';
import { UnknownAccountError } from './errors.js';

/** Price and limits of an account: the operator's settings, or else the contract's. */
export interface AccountTerms {
  /** Cents per match; 0 = free. */
  priceCents: number;
  /** Net misses per UTC day (reading 21). */
  dailyMisses: number;
  /** Requests per minute, by the contract's name of the rate limit. */
  requestsPerMinute: Readonly<Record<'single' | 'bulk', number>>;
  /** Null if a property is charged again each time. */
  repeats: RepeatTerm | null;
  /** Days for which lookups are saved; 0 for no days. */
  savedLookupDays: number;
  /** The account's secret key for the hashes of properties. */
  propertySecret: string;
}

/** How long a paid property is free to repeat. */
export interface RepeatTerm {
  /** Whole days, at least 1. */
  days: number;
  /** The account's secret key for the hashes of the properties it paid for. */
  secret: string;
}

/** Defaults for terms that neither the contract nor the operator sets. */
export interface TermDefaults {
  freeRepeatDays: number;
  savedLookupDays: number;
}

/** The account's columns that hold its terms; null where the default applies. */
export type TermColumns = Pick<
  Account,
  'priceCents' | 'dailyMisses' | 'singlePerMinute' | 'bulkPerMinute' | 'freeRepeatDays'
>;

/** The account's columns that its terms are computed from. */
export type StoredTerms = TermColumns & Pick<Account, 'propertySecret' | 'savedLookupDays'>;

const { skipTraceSingle, skipTraceBulk } = operationPolicies;

export const termsOf = (columns: StoredTerms, defaults: TermDefaults): AccountTerms => ({
  priceCents: columns.priceCents ?? skipTraceSingle.priceCents,
  dailyMisses: columns.dailyMisses ?? limits.dailyMissLimit,
  requestsPerMinute: {
    single: columns.singlePerMinute ?? skipTraceSingle.rateLimit.limit,
    bulk: columns.bulkPerMinute ?? skipTraceBulk.rateLimit.limit,
  },
  repeats: repeatTerm(columns.freeRepeatDays ?? defaults.freeRepeatDays, columns.propertySecret),
  savedLookupDays: columns.savedLookupDays ?? defaults.savedLookupDays,
  propertySecret: columns.propertySecret,
});

const repeatTerm = (days: number, secret: string): RepeatTerm | null =>
  days === 0 ? null : { days, secret };

/**
 * A test key pays nothing, whatever its account pays, so its lookups are neither repeats nor saved. Every other limit applies to
 * it as well.
 */
export const inMode = (mode: Mode, terms: AccountTerms): AccountTerms =>
  mode === 'test' ? { ...terms, priceCents: 0, repeats: null, savedLookupDays: 0 } : terms;

/** Default terms. */
export const DEFAULT_TERMS: AccountTerms = termsOf(
  {
    priceCents: null,
    dailyMisses: null,
    singlePerMinute: null,
    bulkPerMinute: null,
    freeRepeatDays: null,
    savedLookupDays: null,
    propertySecret: '',
  },
  { freeRepeatDays: 0, savedLookupDays: 0 },
);

/** Terms for work that has no caller, such as a job in a worker. @throws UnknownAccountError */
export async function readTerms(
  database: Database,
  accountId: string,
  defaults: TermDefaults,
): Promise<AccountTerms> {
  const columns = await database.read.findOneBy(AccountEntity, { id: accountId });
  if (columns === null) throw new UnknownAccountError(accountId);
  return termsOf(columns, defaults);
}

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
