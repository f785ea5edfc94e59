import type { Database, Tx } from '../../platform/database/index.js';
import { derivedUuid } from '../../platform/ids.js';
import {
  AccountEntity,
  requireNewName,
  TERM_COLUMNS,
  type Account,
  type Accounts,
  type CreatedKey,
  type GivenTerms,
  type TermColumns,
  type TermsOfUse,
} from '../accounts/index.js';
import type { Billing } from './billing.js';
import { creditPosting } from './credits.js';
import { LedgerRecordEntity } from './ledger.js';

export interface NewAccount {
  name: string;
  email: string | null;
  /** The opening balance. */
  balanceCents: number;
  /** Omitted fields have the contract's default. */
  terms: Partial<TermColumns>;
  /** Refuses a name that another account has. */
  isOnlyName?: boolean;
  /** Accepts the terms of use for the account. */
  acceptance?: GivenTerms;
}

/** A repeat of a request that created a different account; nothing was changed. */
class AccountMadeBeforeError extends Error {
  readonly code = 'account_made_before';

  constructor(name: string) {
    super(
      `This request made the account "${name}" before. Nothing was changed. Look at the list of accounts, then start anew.`,
    );
  }
}

interface AccountNeeds {
  database: Database;
  accounts: Accounts;
  billing: Billing;
  termsOfUse: TermsOfUse;
}

/** Note of the record for the opening balance. */
const OPENING = 'opening balance';

/**
 * Creates an account with its first key and its opening balance: all of it, or nothing.
 * @param idempotencyKey creates the account once, however often it is asked for: the account's id is derived from the key. A
 * repeat gives its first key a new secret, because the answer with the first one was lost
 * @param by who does it, for the log
 * @returns `isNew` is false when an earlier request created the account
 * @throws UnusableAcceptanceError, UnusableTermsError, UnusableCreditError, AccountMadeBeforeError, KeyMadeBeforeError, SameNameError
 */
export async function openAccount(
  { database, accounts, billing, termsOfUse }: AccountNeeds,
  opening: NewAccount,
  idempotencyKey?: string,
  by?: string,
): Promise<{ account: Account; key: CreatedKey; isNew: boolean }> {
  const made = idempotencyKey === undefined ? {} : { id: derivedUuid('account', idempotencyKey) };
  const firstKey = {
    ...(idempotencyKey !== undefined && { id: derivedUuid('first key', idempotencyKey) }),
  };
  const open = async (tx: Tx) => {
    const before = 'id' in made ? await tx.findOneBy(AccountEntity, made) : null;
    if (before !== null && !(await isSame(tx, before, opening)))
      throw new AccountMadeBeforeError(before.name);
    const account = before ?? (await openNew(tx));
    const { acceptance } = opening;
    if (acceptance !== undefined) await termsOfUse.acceptIn(tx, account.id, acceptance);
    return { account, key: await accounts.createKey(tx, account.id, firstKey, by), isNew: before === null };
  };
  const openNew = async (tx: Tx): Promise<Account> => {
    const { name, email, balanceCents, terms, isOnlyName = false } = opening;
    if (isOnlyName) await requireNewName(tx, name);
    const account = await accounts.create(tx, { ...made, name, email }, terms, by);
    if (balanceCents !== 0) {
      const credit = creditPosting({ accountId: account.id, cents: balanceCents, note: OPENING });
      await billing.post(tx, credit, by);
    }
    return { ...account, balanceCents };
  };
  return 'id' in made ? database.writeFor(made.id, open) : database.write(open);
}

/**
 * Whether an account still is as the request asked for it. An account changed since then does not count as the same: the operator
 * has to look at it.
 */
async function isSame(tx: Tx, account: Account, { name, email, balanceCents, terms }: NewAccount) {
  const first = await tx.findOneBy(LedgerRecordEntity, { accountId: account.id, sequence: 1 });
  const openedWith = first?.reference === OPENING ? first.amountCents : 0;
  return (
    account.name === name &&
    account.email === email &&
    openedWith === balanceCents &&
    TERM_COLUMNS.every((column) => account[column] === (terms[column] ?? null))
  );
}
