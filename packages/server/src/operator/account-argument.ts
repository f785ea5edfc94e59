import type { Account, Accounts } from '../accounts/index.js';
import { UnknownAccountError } from '../accounts/index.js';
import { UsageError } from './io.js';

/** Minimum length of an id prefix. */
const SHORTEST_ID = 4;

/** Help text of the argument, the same in every command. */
export const ACCOUNT_HELP = 'ID, the first characters of the ID, or the name';

/**
 * Finds an account by its id, a prefix of the id, or its name.
 * @throws UnknownAccountError, UsageError when several match
 */
export async function accountOf(accounts: Accounts, text: string): Promise<Account> {
  const all = await accounts.list();
  const exact = all.find(({ id }) => id === text.toLowerCase());
  if (exact !== undefined) return exact;
  const named = all.filter(({ name }) => name === text);
  const begun = text.length < SHORTEST_ID ? [] : all.filter(({ id }) => id.startsWith(text.toLowerCase()));
  const [only, ...others] = named.length > 0 ? named : begun;
  if (only === undefined) throw new UnknownAccountError(text);
  if (others.length > 0) {
    const ids = [only, ...others].map(({ id }) => id).join(', ');
    throw new UsageError(
      `${others.length + 1} accounts match "${text}": ${ids}. Use the ID, or give one another name: ` +
        `skiptrace-server accounts set ${only.id} --name "NEW NAME"`,
    );
  }
  return only;
}
