import { id, integer, nullableInteger, nullableText, text } from '../../platform/database/index.js';
import { EntitySchema } from '../../platform/database/typeorm.js';

/**
 * `live`: real owners, real money. `test`: the sandbox's made-up owners alone, and no money (work/lookups/settlements.ts).
 * A key keeps its mode for life.
 */
export type Mode = 'live' | 'test';

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
  /** Equals the sum of the account's ledger records; only `money/billing/` writes it. */
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
  /** 0: the ledger doesn't name the addresses of lookups that are still saved. Chosen by the account. */
  namePurchases: 0 | null;
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

/** The pages a session opens: a customer account, or the operator pages. */
export type Role = 'customer' | 'operator';

export interface Session {
  id: string;
  role: Role;
  /** Set for a customer; null for operators. */
  accountId: string | null;
  /** The key that a customer's session acts with; null for operators. */
  keyId: string | null;
  signedInWith: 'key' | 'link';
  /** Set for an operator; null for customers. */
  name: string | null;
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  /** SHA-256 of the previous token, which stays valid until the browser has presented the new one. */
  previousHash: string | null;
  /** SHA-256, hex, of the link and the attempt that began the session; null if it can't be begun again. */
  attemptHash: string | null;
  rotatedAt: number;
  /** Time when the browser first presented the current token; null before that. */
  confirmedAt: number | null;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
  endedAt: number | null;
}

/** A link that begins one session. */
interface SignInLink {
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  role: Role;
  accountId: string | null;
  name: string | null;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
}

export const SessionEntity = new EntitySchema<Session>({
  name: 'Session',
  tableName: 'sessions',
  columns: {
    id,
    role: text,
    accountId: nullableText,
    keyId: nullableText,
    signedInWith: text,
    name: nullableText,
    tokenHash: text,
    previousHash: nullableText,
    attemptHash: nullableText,
    rotatedAt: integer,
    confirmedAt: nullableInteger,
    createdAt: integer,
    lastUsedAt: integer,
    expiresAt: integer,
    endedAt: nullableInteger,
  },
});

export const SignInLinkEntity = new EntitySchema<SignInLink>({
  name: 'SignInLink',
  tableName: 'sign_in_links',
  columns: {
    tokenHash: { type: 'text', primary: true },
    role: text,
    accountId: nullableText,
    name: nullableText,
    createdAt: integer,
    expiresAt: integer,
    usedAt: nullableInteger,
  },
});
