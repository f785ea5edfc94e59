// Measures the lookups of other accounts while a hung server holds the locks of some.
import { pg } from '../books.mjs';
import { ask, madeUpRequest, percentiles, sendSteadily, unanswered } from '../clients.mjs';

/** Seconds of each half. Shorter than a lookup waits for a locked account (database/postgres/transaction.ts). */
const SECONDS = 12;

/** Share of lookups for the accounts that are locked in the second half. */
const BLOCKED_SHARE = 0.2;

/** Allowed latency of other accounts, as a multiple of the undisturbed latency. */
const MAX_SLOWDOWN = 3;

/** A p99 below this is ignored: it occurs without a disturbance, too. */
const UNNOTICED_MS = 50;

/**
 * @param {{ postgres: { url: string }, servers: readonly { url: string }[] }} cluster
 * @param {readonly { accountId: string }[]} accounts
 * @param {ReturnType<typeof import('../../made-up.mjs').seededRandom>} random
 * @param {import('../clients.mjs').Asked[]} asked gets all lookups
 * @throws Error if the locks delayed other accounts
 */
export async function measureFrozenHolder({ postgres, servers }, accounts, random, asked) {
  const [{ url }] = servers;
  const [blocked, others] = [accounts.slice(0, 3), accounts.slice(3)];
  const load = async () => {
    /** @type {number[]} */
    const waits = [];
    const lookUp = async (dueAt) => {
      const from = random.chance(BLOCKED_SHARE) ? blocked : others;
      const entry = unanswered(madeUpRequest(from, random));
      asked.push(entry);
      entry.answer = await ask(url, entry);
      if (from === others) waits.push(performance.now() - dueAt);
    };
    return { waits, ...(await sendSteadily(lookUp, SECONDS)) };
  };
  const undisturbed = await load();
  await undisturbed.answered;

  // A connection that holds locks is all that the servers can see of a suspended machine.
  const holder = new pg.Client({ connectionString: postgres.url });
  await holder.connect();
  let beside;
  try {
    await holder.query('BEGIN');
    const ids = blocked.map(({ accountId }) => accountId);
    await holder.query('SELECT id FROM accounts WHERE id = ANY($1) ORDER BY id FOR UPDATE', [ids]);
    beside = await load();
  } finally {
    await holder.end();
  }
  await beside.answered;
  const figures = { undisturbed: percentiles(undisturbed.waits), beside: percentiles(beside.waits) };
  const { undisturbed: was, beside: is } = figures;
  if (is.p99 > Math.max(UNNOTICED_MS, MAX_SLOWDOWN * was.p99))
    throw new Error(`beside locked accounts 99 % took up to ${is.p99} ms, undisturbed ${was.p99} ms`);
  return figures;
}
