import { id, integer, nullableInteger, nullableText, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';
import type { Mode } from './api-key.js';

export type AccountStatus = 'active' | 'suspended';
/** A closed account is stored as suspended, with the time it was closed. So servers of earlier versions refuse it as well. */
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
  /** Cents a match; null = the contract's price. */
  priceCents: number | null;
  /** Net misses a day; null = the contract's number, as for the two below. */
  dailyMisses: number | null;
  singlePerMinute: number | null;
  bulkPerMinute: number | null;
  /** Days for which a property that was paid for is free; null = the server's number. */
  freeRepeatDays: number | null;
  /** Days for which its lookups are saved, 0 for none; null = the server's number. The account's own choice. */
  savedLookupDays: number | null;
  /** 1: its ledger names the addresses of lookups that are still saved. The account's own choice. */
  namePurchases: 1 | null;
  /** 1: it is mailed when a list needs approval or is ready. Its own choice. */
  mailLists: 1 | null;
  /** Keys the hashes of the properties that the account paid for. Never shown. */
  propertySecret: string;
  /** The terms of use that it accepted last; null: none. */
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
