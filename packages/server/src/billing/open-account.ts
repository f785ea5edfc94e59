import type { Account, Accounts, CreatedKey, TermColumns } from '../accounts/index.js';
import type { Database } from '../database/index.js';
import type { Billing } from './billing.js';
import { creditPosting } from './credits.js';

export interface NewAccount {
  name: string;
  email: string | null;
  /** Cents the account begins with. */
  balanceCents: number;
  /** What is not named has the contract's value. */
  terms: Partial<TermColumns>;
}

/**
 * An account with its first key and its opening balance: all of it, or nothing.
 * @throws UnusableTermsError, UnusableCreditError, InsufficientBalanceError
 */
export async function openAccount(
  { database, accounts, billing }: { database: Database; accounts: Accounts; billing: Billing },
  { name, email, balanceCents, terms }: NewAccount,
): Promise<{ account: Account; key: CreatedKey }> {
  return database.write(async (tx) => {
    const account = await accounts.create(tx, { name, email }, terms);
    const key = await accounts.createKey(tx, account.id, null);
    if (balanceCents !== 0) {
      const credit = { accountId: account.id, cents: balanceCents, note: 'opening balance' };
      await billing.post(tx, creditPosting(credit));
    }
    return { account: { ...account, balanceCents }, key };
  });
}
