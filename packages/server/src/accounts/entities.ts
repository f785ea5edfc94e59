import { id, integer, nullableInteger, nullableText, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';
import type { Mode } from './api-key.js';

export type AccountStatus = 'active' | 'suspended';
/**
 * A closed account is stored as suspended, with the time it was closed, so that servers of earlier versions refuse it as
 * well.
 */
export type AccountState = AccountStatus | 'closed';

export interface Account {
  id: string;
  name: string;
  email: string | null;
  status: AccountStatus;
  /** Null unless it is closed. */
  closedAt: number | null;
  /** Equals the sum of the account's ledger records; only `billing/` writes it. */
  balanceCents: number;
  /** Cents per match; null = the contract's price. */
  priceCents: number | null;
  /** Net misses per day; null = the contract's number, as for the two columns below. */
  dailyMisses: number | null;
  singlePerMinute: number | null;
  bulkPerMinute: number | null;
  /** Days for which a paid property is free to repeat; null = the server's number. */
  freeRepeatDays: number | null;
  /** Days for which the account's lookups are saved, 0 for no days; null = the server's number. Chosen by the account. */
  savedLookupDays: number | null;
  /** 1: the ledger names the addresses of lookups that are still saved. Chosen by the account. */
  namePurchases: 1 | null;
  /** 1: mail is sent when a list needs approval or is ready. Chosen by the account. */
  mailLists: 1 | null;
  /** Secret key for the hashes of the properties that the account paid for. Never shown. */
  propertySecret: string;
  /** The terms of use that the account accepted last; null if it accepted no terms. */
  termsVersion: string | null;
  createdAt: number;
}

export interface ApiKey {
  id: string;
  accountId: string;
  mode: Mode;
  label: string | null;
  /** SHA-256 of the key, hex. The key itself is shown once and never stored. */
  keyHash: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

export const stateOf = ({ status, closedAt }: Pick<Account, 'status' | 'closedAt'>): AccountState =>
  closedAt === null ? status : 'closed';

export const AccountEntity = new EntitySchema<Account>({
  name: 'Account',
  tableName: 'accounts',
  columns: {
    id,
    name: text,
    email: nullableText,
    status: text,
    closedAt: nullableInteger,
    balanceCents: integer,
    priceCents: nullableInteger,
    dailyMisses: nullableInteger,
    singlePerMinute: nullableInteger,
    bulkPerMinute: nullableInteger,
    freeRepeatDays: nullableInteger,
    savedLookupDays: nullableInteger,
    namePurchases: nullableInteger,
    mailLists: nullableInteger,
    propertySecret: text,
    termsVersion: nullableText,
    createdAt: integer,
  },
});

export const ApiKeyEntity = new EntitySchema<ApiKey>({
  name: 'ApiKey',
  tableName: 'api_keys',
  columns: {
    id,
    accountId: text,
    mode: text,
    label: nullableText,
    keyHash: text,
    createdAt: integer,
    lastUsedAt: nullableInteger,
    revokedAt: nullableInteger,
  },
});
