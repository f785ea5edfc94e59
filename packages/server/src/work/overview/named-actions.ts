import { AccountEntity, ApiKeyEntity, isPresentable } from '../../money/accounts/index.js';
import { SERVICE_CHAIN, type Action } from '../../money/log/index.js';
import type { Database } from '../../platform/database/index.js';
import { In } from '../../platform/database/typeorm.js';

/** An entry of the log with the names of its ids. */
export interface NamedAction extends Action {
  /** Null for what is about no account. */
  accountName: string | null;
  /** The key or session that did it; null for operators and the server. */
  key: { label: string | null; isWebSession: boolean } | null;
}

/** Adds the names of accounts and keys to entries of the log. */
export async function named({ read }: Database, actions: readonly Action[]): Promise<NamedAction[]> {
  const keyIds = new Set(actions.flatMap(({ actor }) => keyIn(actor) ?? []));
  const accountIds = new Set(actions.flatMap((action) => accountIn(action) ?? []));
  const [keys, accounts] = await Promise.all([
    read.find(ApiKeyEntity, { where: { id: In([...keyIds]) } }),
    read.find(AccountEntity, { where: { id: In([...accountIds]) }, select: { id: true, name: true } }),
  ]);
  const keyOf = new Map(keys.map((key) => [key.id, key]));
  const nameOf = new Map(accounts.map(({ id, name }) => [id, name]));
  return actions.map((action) => {
    const key = keyOf.get(keyIn(action.actor) ?? '');
    return {
      ...action,
      accountName: nameOf.get(accountIn(action) ?? '') ?? null,
      key: key === undefined ? null : { label: key.label, isWebSession: !isPresentable(key) },
    };
  });
}

/** The account that an action belongs to, or that an operator's action names. */
function accountIn({ chain, details }: Action): string | null {
  if (chain !== SERVICE_CHAIN) return chain;
  const { accountId } = JSON.parse(details) as { accountId?: unknown };
  return typeof accountId === 'string' ? accountId : null;
}

/** The id in `key:ID` or `dashboard:ID`; null for other actors. */
const keyIn = (actor: string): string | null => /^(?:key|dashboard):(.+)$/.exec(actor)?.[1] ?? null;
