// One server or a cluster under load to which things happen, one after the other; after each the ledger is held against what
// customers were told.
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../made-up.mjs';
import { startBalancer } from '../support/balancer.mjs';
import { createAccounts } from '../support/server-process.mjs';
import {
  compareJobs,
  compareWithLedger,
  query,
  readHeld,
  readLedger,
  requireNoFindings,
  sweepHeld,
} from './books.mjs';
import { Customers } from './customers.mjs';

const RICH_CENTS = 100_000_000;
const POOR_CENTS = 2_000;
/** Some accounts can pay for everything, some run out of money under load, and some meet the daily cap on misses. */
const BALANCES_CENTS = [...Array(8).fill(RICH_CENTS), ...Array(4).fill(POOR_CENTS)];
const MISSERS = 2;
const MISS_CAP = 300;
const JOB_ACCOUNTS = 2;

/**
 * @param {{ cluster: ReturnType<typeof import('./machines.mjs').makeCluster> | ReturnType<typeof import('./machines.mjs').oneServer>,
 *   kills?: number, crashes?: number, others?: number, seed: number, lookups?: number, onStep?: (step: object) => void }} options
 *   `kills` of servers and workers in turn; `crashes` of PostgreSQL; `others`: how often a machine is
 *   suspended; `lookups` at the same time
 * @returns a row for each kind of thing that happened; throws at the first contradiction
 */
export async function soakRun({
  cluster: made,
  kills = 50,
  crashes = 0,
  others = 0,
  seed,
  lookups = 16,
  onStep = () => undefined,
}) {
  const random = seededRandom(seed);
  const cluster = await made;
  try {
    const { accounts, jobAccounts } = await openAccounts(cluster.dataDir);
    await cluster.start();
    const everybody = { accounts, jobAccounts, random, missers: MISSERS };
    const customers = new Customers({ ...everybody, urls: cluster.servers.map(({ url }) => url) });
    const rows = new Map();
    if (cluster.servers.length > 1) {
      const balanced = await balancedRestart(cluster, customers, { everybody, lookups });
      add(rows, 'rolling restart behind a balancer', balanced);
      onStep({ what: 'rolling restart behind a balancer', ...balanced });
    }
    await customers.warmUp();
    customers.startJobs();
    const steps = shuffled(stepsOf(cluster, { kills, crashes, others }), random);
    for (const [nth, [what, act]] of steps.entries()) {
      const acting = async () => {
        await sleep(random.whole(150, 1_000));
        await act();
        await sleep(random.whole(150, 1_000));
      };
      const seen = await seenBy(customers, cluster.dataDir, () => customers.lookUpDuring(acting, lookups));
      add(rows, what, seen);
      onStep({ step: nth + 1, of: steps.length, what, ...seen });
    }
    await customers.close();
    await sweepHeld(cluster.dataDir);
    await compare(cluster.dataDir, customers);
    await compareCaps(cluster.dataDir, customers, accounts);
    const { calls, asked, refused, jobs } = customers;
    const sums = { calls, attempts: asked.length, refused, jobs: jobs.length };
    return { rows: [...rows.values()], ...sums };
  } finally {
    await cluster.end();
  }
}

async function openAccounts(dataDir) {
  const others = Array(JOB_ACCOUNTS + MISSERS).fill(RICH_CENTS);
  const accounts = await createAccounts(dataDir, [...BALANCES_CENTS, ...others]);
  const jobAccounts = accounts.splice(BALANCES_CENTS.length, JOB_ACCOUNTS);
  const missers = accounts.slice(-MISSERS).map(({ accountId }) => `'${accountId}'`);
  await query(dataDir, 'UPDATE accounts SET single_per_minute = 1000000, bulk_per_minute = 1000000');
  await query(dataDir, `UPDATE accounts SET daily_misses = ${MISS_CAP} WHERE id IN (${missers.join()})`);
  return { accounts, jobAccounts };
}

/**
 * Each machine is restarted in turn behind a balancer, as for an upgrade. Its customers use the SDK as it is, and are told of nothing.
 * @throws Error with what they were told
 */
async function balancedRestart(cluster, memory, { everybody, lookups }) {
  const balancer = await startBalancer(cluster.servers.map(({ url }) => url));
  try {
    await balancer.untilAllReady();
    const options = { urls: [balancer.url], options: {}, memory };
    const customers = new Customers({ ...everybody, ...options });
    await customers.warmUp();
    const restarting = async () => {
      for (const machine of [...cluster.workers, ...cluster.servers]) {
        await machine.end('SIGTERM');
        await machine.start();
        await balancer.untilAllReady();
      }
    };
    return await seenBy(customers, cluster.dataDir, async () => {
      customers.startJobs();
      await customers.lookUpDuring(restarting, lookups);
      await customers.close();
    });
  } finally {
    await balancer.close();
  }
}

/** Longer than a transaction of a suspended machine may stand still (platform/database/postgres/pool.ts). */
const LONG_MS = 12_000;

/** Like a machine that is migrated or starved. */
const suspended = (machine) => [
  `${machine.role} suspended for ${LONG_MS / 1_000} s`,
  async () => {
    machine.signal('SIGSTOP');
    await sleep(LONG_MS);
    machine.signal('SIGCONT');
  },
];

/** Everything that may happen, as [what, act]. `act` returns when the machines may have recovered. */
function stepsOf({ postgres, servers, workers }, { kills, crashes, others }) {
  const all = [...servers.slice(0, 1), ...workers, ...servers.slice(1)];
  const times = (count, make) => Array.from({ length: count }, (_, nth) => make(all[nth % all.length]));
  const kill = (machine) => {
    const act = async () => {
      await machine.end('SIGKILL');
      await machine.start();
    };
    return [`kill -9 ${machine.role}`, act];
  };
  /** As in a crash: data that is not on its disk is lost. */
  const crash = async () => {
    await postgres.stopAtOnce();
    await postgres.start();
  };
  return [
    ...times(kills, kill),
    ...times(crashes, () => ['PostgreSQL stopped at once and restarted', crash]),
    ...times(others, suspended),
  ];
}

async function seenBy(customers, dataDir, run) {
  const before = { calls: customers.calls, asked: customers.asked.length, jobs: customers.jobs.length };
  customers.longestMs = 0;
  await run();
  const attempts = customers.asked.slice(before.asked);
  const held = await compare(dataDir, customers);
  return {
    calls: customers.calls - before.calls,
    unanswered: attempts.filter(({ answer }) => answer === null).length,
    errors: attempts.filter(({ answer }) => answer?.status >= 500).length,
    replayed: attempts.filter(({ answer }) => answer?.replayed).length,
    jobs: customers.jobs.length - before.jobs,
    longestMs: customers.longestMs,
    held,
  };
}

/** @returns the number of reservations that are held; throws with every contradiction */
async function compare(dataDir, customers) {
  await requireNoFindings(dataDir);
  const [ledger, held] = [await readLedger(dataDir), await readHeld(dataDir)];
  const below = await query(dataDir, 'SELECT id FROM accounts WHERE balance_cents < 0');
  const all = [
    ...customers.faults,
    ...compareWithLedger(customers.asked, [...ledger, ...held]),
    ...compareJobs(customers.jobs, ledger),
    ...below.map(({ id }) => `account ${id} is below zero`),
  ];
  if (all.length > 0) throw new Error(all.slice(0, 20).join('\n'));
  return held.length;
}

/** Compares the counted misses with those in the answers, and each day's with the daily cap. */
async function compareCaps(dataDir, customers, accounts) {
  const days = await query(
    dataDir,
    'SELECT account_id AS "accountId", SUM(misses) AS misses, MAX(misses) AS "onOneDay" FROM daily_lookups GROUP BY account_id',
  );
  const counted = new Map(days.map(({ accountId, ...figures }) => [accountId, figures]));
  const faults = [];
  for (const [nth, { accountId }] of accounts.entries()) {
    const attempts = customers.asked.filter((entry) => entry.accountId === accountId);
    const told = attempts.reduce((sum, { answer }) => sum + missesIn(answer), 0);
    const { misses, onOneDay } = counted.get(accountId) ?? { misses: 0, onOneDay: 0 };
    const mayBeUnseen = attempts.some(({ answer }) => answer === null);
    if (misses < told || (misses > told && !mayBeUnseen))
      faults.push(`account ${accountId}: ${misses} misses are counted, ${told} were answered`);
    if (nth >= accounts.length - MISSERS && onOneDay > MISS_CAP)
      faults.push(`account ${accountId}: ${onOneDay} misses on one day, above the cap of ${MISS_CAP}`);
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

function missesIn(answer) {
  if (answer === null || answer.status !== 200 || answer.replayed) return 0;
  const { found, results } = JSON.parse(answer.text);
  return (results ?? [{ found }]).filter((result) => result.found === false).length;
}

function shuffled(list, random) {
  const rest = [...list];
  return list.map(() => rest.splice(random.whole(0, rest.length - 1), 1)[0]);
}

function add(rows, what, { longestMs, held, ...counts }) {
  const row = rows.get(what) ?? { what, times: 0, longestMs: 0, held: 0 };
  row.times += 1;
  for (const [name, count] of Object.entries(counts)) row[name] = (row[name] ?? 0) + count;
  row.longestMs = Math.max(row.longestMs, longestMs);
  row.held = Math.max(row.held, held);
  rows.set(what, row);
}
