// Faults of a cluster. Each function causes one and returns when the cluster may have recovered; customers
// continue during it.
import { setTimeout as sleep } from 'node:timers/promises';
import { pg, query } from '../books.mjs';
import { ask, madeUpRequest, unanswered, percentiles } from '../clients.mjs';

/** Longer than a transaction of a suspended machine may stand still (database/postgres/pool.ts). */
const LONG_MS = 12_000;

/** Kills a process and starts it again. */
export const kill = (machine) => ({
  name: `kill -9 ${machine.name}`,
  kind: `kill -9 ${machine.role}`,
  run: async () => {
    await machine.end('SIGKILL');
    await machine.start();
  },
});

/** Stops PostgreSQL as in a crash: data that is not on its disk is lost. */
export const crashDatabase = ({ postgres }) => ({
  name: 'PostgreSQL stopped at once and restarted',
  run: async () => {
    await postgres.stopAtOnce();
    await postgres.start();
  },
});

/** Stops PostgreSQL for longer than servers wait by themselves. */
export const loseDatabase = ({ postgres }, { ms = 4_000 } = {}) => ({
  name: `PostgreSQL away for ${ms / 1_000} s`,
  run: async () => {
    await postgres.stopAtOnce();
    await sleep(ms);
    await postgres.start();
  },
});

/** Ends each connection, in any state of its transaction, as an administrator or a pooler does. */
export const terminateBackends = ({ dataDir }, { times = 20 } = {}) => ({
  name: 'backends terminated',
  run: async () => {
    for (let nth = 0; nth < times; nth++) {
      await query(
        dataDir,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      );
      await sleep(20);
    }
  },
});

/** Breaks the network between PostgreSQL and its clients: neither side knows how far the other got. */
export const cutConnections = ({ wire }, { times = 20 } = {}) => ({
  name: 'connections to PostgreSQL cut',
  run: async () => {
    for (let nth = 0; nth < times; nth++) {
      wire.cut();
      await sleep(20);
    }
  },
});

/** Blocks all traffic between PostgreSQL and its clients, without telling either side. */
export const hangDatabase = ({ wire }, { ms = 3_000 } = {}) => ({
  name: `PostgreSQL silent for ${ms / 1_000} s`,
  run: async () => {
    wire.hang();
    await sleep(ms);
    wire.goOn();
  },
});

/** Suspends a process in the middle of its work, and resumes it. */
export const suspend = (machine, { ms = LONG_MS } = {}) => ({
  name: `${machine.name} suspended for ${ms / 1_000} s`,
  kind: `${machine.role} suspended for ${ms / 1_000} s`,
  run: async () => {
    machine.suspend();
    await sleep(ms);
    machine.goOn();
  },
});

/** Makes S3 answer that it is too busy, or not answer. */
export const failBucket = ({ bucketWire }, how, { ms = 4_000 } = {}) => ({
  name: how === 'busy' ? `S3 answers 503 for ${ms / 1_000} s` : `S3 silent for ${ms / 1_000} s`,
  run: async () => {
    bucketWire.fail(how);
    await sleep(ms);
    bucketWire.mend();
  },
});

/**
 * Restarts each machine in turn, as an upgrade does. `onBack` waits until the balancer has noticed that a machine is back.
 */
export const restartAll = ({ servers, workers }, onBack = () => Promise.resolve()) => ({
  name: 'rolling restart',
  run: async () => {
    for (const machine of [...workers, ...servers]) {
      await machine.end('SIGTERM');
      await machine.start();
      await onBack();
    }
  },
});

// Another server stands still while it holds the locks of some accounts: what the lookups of all other accounts take then, and
// what they take undisturbed.

/** Seconds of each half. Shorter than a lookup waits for a locked account (database/postgres/transaction.ts). */
const SECONDS = 12;

const LOOKUPS_PER_SECOND = 25;

/** Share of lookups for the accounts that are locked in the second half. */
const BLOCKED_SHARE = 0.2;

/**
 * Allowed latency of other accounts, as a multiple of the undisturbed latency; a p99 below the second constant is ignored.
 */
const MAX_SLOWDOWN = 3;

const UNNOTICED_MS = 50;

/**
 * @param {{ postgres: { url: string }, servers: readonly { url: string }[] }} cluster
 * @param {readonly object[]} accounts
 * @param {object} random
 * @param {import('../clients.mjs').Asked[]} asked gets all lookups
 * @throws Error if the locks delayed other accounts
 */
export async function measureFrozenHolder({ postgres, servers }, accounts, random, asked) {
  const [{ url }] = servers;
  const [blocked, others] = [accounts.slice(0, 3), accounts.slice(3)];
  const load = async () => {
    /** @type {number[]} */
    const waits = [];
    /** @type {Promise<void>[]} */
    const running = [];
    const lookUp = async (from, dueAt) => {
      const entry = unanswered(madeUpRequest(from, random));
      asked.push(entry);
      entry.answer = await ask(url, entry);
      if (from === others) waits.push(performance.now() - dueAt);
    };
    const endsAt = performance.now() + SECONDS * 1_000;
    for (let dueAt = performance.now(); dueAt < endsAt; dueAt += 1_000 / LOOKUPS_PER_SECOND) {
      await sleep(Math.max(0, dueAt - performance.now()));
      running.push(lookUp(random.chance(BLOCKED_SHARE) ? blocked : others, dueAt));
    }
    return { waits, answered: Promise.all(running) };
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
