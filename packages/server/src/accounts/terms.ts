import { limits, operationPolicies } from '@skiptrace/contract';
import type { Database } from '../database/index.js';
import type { Mode } from './api-key.js';
import { AccountEntity, type Account } from './entities.js';
import { UnknownAccountError } from './errors.js';

/** What an account pays and how much it may ask for: the operator's settings, or else the contract's. */
export interface AccountTerms {
  /** Cents a match; 0 = free. */
  priceCents: number;
  /** Net misses a UTC day (reading 21). */
  dailyMisses: number;
  /** Requests a minute, by the contract's name of the rate limit. */
  requestsPerMinute: Readonly<Record<'single' | 'bulk', number>>;
}

/** The columns of an account that hold its terms; null where the contract's value applies. */
export type TermColumns = Pick<Account, 'priceCents' | 'dailyMisses' | 'singlePerMinute' | 'bulkPerMinute'>;

const { skipTraceSingle, skipTraceBulk } = operationPolicies;

export const termsOf = (columns: TermColumns): AccountTerms => ({
  priceCents: columns.priceCents ?? skipTraceSingle.priceCents,
  dailyMisses: columns.dailyMisses ?? limits.dailyMissLimit,
  requestsPerMinute: {
    single: columns.singlePerMinute ?? skipTraceSingle.rateLimit.limit,
    bulk: columns.bulkPerMinute ?? skipTraceBulk.rateLimit.limit,
  },
});

/** A test key pays nothing, whatever its account pays; every other limit applies to it as well. */
export const inMode = (mode: Mode, terms: AccountTerms): AccountTerms =>
  mode === 'test' ? { ...terms, priceCents: 0 } : terms;

/** Those of an account that the operator has changed nothing for. */
export const DEFAULT_TERMS: AccountTerms = termsOf({
  priceCents: null,
  dailyMisses: null,
  singlePerMinute: null,
  bulkPerMinute: null,
});

/** For work that has no caller: a job in its process. @throws UnknownAccountError */
export async function readTerms(database: Database, accountId: string): Promise<AccountTerms> {
  const columns = await database.read.findOneBy(AccountEntity, { id: accountId });
  if (columns === null) throw new UnknownAccountError(accountId);
  return termsOf(columns);
}
