import type { Database } from '../database/index.js';
import type { SupportMessage } from './entities.js';

/** Accounts and jobs that a message may be about. The text is a stranger's: it proves nothing. */
export interface MessageLinks {
  accounts: { id: string; name: string; isByEmail: boolean }[];
  jobs: { id: string; accountId: string; status: string }[];
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
/** Most ids of a text that are looked up. */
const MAX_IDS = 20;

/**
 * Finds the subjects of a message: accounts with its email address, and accounts and jobs with an id in its text, or with a charge whose
 * id is in it.
 */
export async function messageLinks(
  { read }: Database,
  { email, message }: Pick<SupportMessage, 'email' | 'message'>,
): Promise<MessageLinks> {
  const named = [...new Set(message.match(UUID) ?? [])].slice(0, MAX_IDS).map((id) => id.toLowerCase());
  const list = (from: number) => named.map((_, at) => `$${from + at}`).join(', ') || 'NULL';
  const jobs = await read.query<MessageLinks['jobs']>(
    `SELECT id, account_id AS "accountId", status FROM jobs WHERE id IN (${list(1)})`,
    named,
  );
  const charges = await read.query<{ accountId: string }[]>(
    `SELECT DISTINCT account_id AS "accountId" FROM ledger_records WHERE reference IN (${list(1)})`,
    named,
  );
  const found = await read.query<{ id: string; name: string; email: string | null }[]>(
    `SELECT id, name, email FROM accounts WHERE LOWER(email) = LOWER($1) OR id IN (${list(2)}) ORDER BY name, id LIMIT ${MAX_IDS}`,
    [email, ...named],
  );
  const others = [...new Set([...jobs, ...charges].map(({ accountId }) => accountId))].filter(
    (id) => !found.some((account) => account.id === id),
  );
  const owners = await read.query<{ id: string; name: string; email: string | null }[]>(
    `SELECT id, name, email FROM accounts WHERE id IN (${others.map((_, at) => `$${at + 1}`).join(', ') || 'NULL'})`,
    others,
  );
  return {
    accounts: [...found, ...owners].map(({ id, name, email: its }) => ({
      ...{ id, name },
      isByEmail: its?.toLowerCase() === email.toLowerCase(),
    })),
    jobs,
  };
}
