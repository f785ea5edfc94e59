// A cluster under load to which things happen, one after the other; after each its ledger is held against what customers
// were told.
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../made-up.mjs';
import {
  makeRefundable,
  query,
  readLedger,
  requireNoFindings,
  untilSwept,
  compareClusterJobs,
  compareWithLedger,
  heldAsRefunded,
  PaidProperties,
} from './books.mjs';
import { startBalancer, makeCluster } from './cluster/machines.mjs';
import { Customers } from './cluster/customers.mjs';
import {
  crashDatabase,
  cutConnections,
  failBucket,
  hangDatabase,
  kill,
  loseDatabase,
  restartAll,
  suspend,
  terminateBackends,
} from './cluster/faults.mjs';
import { measureFrozenHolder } from './cluster/frozen-holder.mjs';
import { createAccounts } from '../support/server-process.mjs';

const RICH_CENTS = 100_000_000;
const POOR_CENTS = 2_000;
/** Some accounts can pay for everything, some run out of money under load, and some meet the daily cap on misses. */
const BALANCES_CENTS = [...Array(8).fill(RICH_CENTS), ...Array(4).fill(POOR_CENTS)];
const MISSERS = 2;
const MISS_CAP = 300;
const JOB_ACCOUNTS = 2;

/**
 * @param {{ folder: string, kills?: number, crashes?: number, others?: number, seed: number, workers?: number,
 *   bucket?: Record<string, string> | null, lookups?: number, freeRepeatDays?: number, timed?: boolean,
 *   onStep?: (step: object) => void, log?: number | 'ignore' | 'inherit' }} options
 *   `kills` of servers and workers in turn; `crashes` of PostgreSQL; `others`: how often each of the other things happens;
 *   `bucket`: see makeCluster; `lookups` at the same time; `freeRepeatDays` of all accounts; `timed`: waits are measured too,
 *   which wants a quiet machine
 * @returns a row for each kind of thing that happened; throws at the first contradiction
 */
export async function clusterRun({
  folder,
  kills = 50,
  crashes = 10,
  others = 3,
  seed,
  workers = 2,
  bucket = null,
  lookups = 16,
  freeRepeatDays = 0,
  timed = false,
  onStep = () => undefined,
  log = 'ignore',
}) {
  const random = seededRandom(seed);
  const cluster = await makeCluster({ folder, workers, bucket, log });
  let customers;
  try {
    const { accounts, jobAccounts } = await openAccounts(cluster.dataDir, freeRepeatDays);
    const paid = new PaidProperties(cluster.dataDir, freeRepeatDays);
    await cluster.start();
    const urls = cluster.servers.map(({ url }) => url);
    const everybody = { accounts, jobAccounts, random, missers: MISSERS, freeRepeatDays };
    customers = new Customers({ ...everybody, urls });
    const steps = shuffled(stepsOf(cluster, { kills, crashes, others }), random);
    const rows = new Map();
    const balanced = await balancedRestart(cluster, customers, { everybody, lookups });
    add(rows, 'rolling restart behind a balancer', balanced);
    onStep({ what: 'rolling restart behind a balancer', ...balanced });
    await customers.warmUp();
    const rich = accounts.slice(0, BALANCES_CENTS.indexOf(POOR_CENTS));
    if (timed) {
      const waits = await measureFrozenHolder(cluster, rich, random, customers.asked);
      onStep({ what: 'accounts locked by a server that stands still', ...waits });
    }
    customers.start({ lookups });
    for (const [nth, step] of steps.entries()) {
      const seen = await oneStep(cluster, customers, step, random);
      await paid.require();
      await paid.endTerms();
      add(rows, step.kind ?? step.name, seen);
      onStep({ step: nth + 1, of: steps.length, what: step.name, ...seen });
    }
    await customers.close();
    await makeRefundable(cluster.dataDir);
    await untilSwept(cluster.dataDir);
    const { unseenCharges } = await compare(cluster.dataDir, customers);
    await paid.require();
    await compareCaps(cluster.dataDir, customers, accounts);
    return {
      rows: [...rows.values()],
      calls: customers.calls,
      attempts: customers.asked.length,
      unknown: customers.unknown,
      refused: customers.refused,
      unseenCharges,
      paidProperties: await paid.count(),
      jobs: customers.jobs.length,
    };
  } finally {
    await cluster.end();
  }
}

async function openAccounts(dataDir, freeRepeatDays) {
  const balances = [
    ...BALANCES_CENTS,
    ...Array(JOB_ACCOUNTS).fill(RICH_CENTS),
    ...Array(MISSERS).fill(RICH_CENTS),
  ];
  const created = await createAccounts(dataDir, balances, { freeRepeatDays });
  const jobAccounts = created.splice(BALANCES_CENTS.length, JOB_ACCOUNTS);
  const missers = created.slice(-MISSERS).map(({ accountId }) => `'${accountId}'`);
  await query(dataDir, 'UPDATE accounts SET single_per_minute = 1000000, bulk_per_minute = 1000000');
  await query(dataDir, `UPDATE accounts SET daily_misses = ${MISS_CAP} WHERE id IN (${missers.join()})`);
  return { accounts: created, jobAccounts };
}

/**
 * Each machine is restarted in turn behind a balancer. Its customers use the SDK as it is, and are told of nothing.
 * @throws Error with what they were told
 */
async function balancedRestart(cluster, memory, { everybody, lookups }) {
  const { dataDir, servers } = cluster;
  const balancer = await startBalancer(servers.map(({ url }) => url));
  try {
    await balancer.untilAllReady();
    const customers = new Customers({
      ...everybody,
      urls: [balancer.url],
      options: {},
      keyedShare: 1,
      memory,
    });
    await customers.warmUp();
    return await seenBy(customers, dataDir, async () => {
      customers.start({ lookups });
      await restartAll(cluster, () => balancer.untilAllReady()).run();
      await customers.close();
    });
  } finally {
    await balancer.close();
  }
}

function stepsOf(cluster, { kills, crashes, others }) {
  const { bucketWire, servers, workers } = cluster;
  const all = [servers[0], ...workers, ...servers.slice(1)];
  const times = (count, make) => Array.from({ length: count }, (_, nth) => make(nth));
  return [
    ...times(kills, (nth) => kill(all[nth % all.length])),
    ...times(crashes, () => crashDatabase(cluster)),
    ...times(others, () => loseDatabase(cluster)),
    ...times(others, () => terminateBackends(cluster)),
    ...times(others, () => cutConnections(cluster)),
    ...times(others, () => hangDatabase(cluster)),
    ...times(others, (nth) => suspend(servers[nth % servers.length], { ms: 2_000 })),
    ...times(others, (nth) => suspend(servers[nth % servers.length])),
    ...times(others, (nth) => suspend(workers[nth % workers.length])),
    ...times(others, () => restartAll(cluster)),
    ...times(bucketWire === null ? 0 : others, () => failBucket(cluster, 'busy')),
    ...times(bucketWire === null ? 0 : others, () => failBucket(cluster, 'hang')),
  ];
}

const oneStep = ({ dataDir }, customers, step, random) =>
  seenBy(customers, dataDir, async () => {
    customers.goOn();
    await sleep(random.whole(150, 1_000));
    await step.run();
    await sleep(random.whole(150, 1_000));
    await customers.pause();
  });

async function seenBy(customers, dataDir, run) {
  const before = { calls: customers.calls, asked: customers.asked.length, jobs: customers.jobs.length };
  customers.longestMs = 0;
  await run();
  const attempts = customers.asked.slice(before.asked);
  const { unseenCharges, held } = await compare(dataDir, customers);
  return {
    calls: customers.calls - before.calls,
    unanswered: attempts.filter(({ answer }) => answer === null).length,
    errors: attempts.filter(({ answer }) => answer?.status >= 500).length,
    replayed: attempts.filter(({ answer }) => answer?.replayed).length,
    jobs: customers.jobs.length - before.jobs,
    longestMs: customers.longestMs,
    held,
    unseenCharges,
  };
}

/** @throws Error with every contradiction */
async function compare(dataDir, customers) {
  await requireNoFindings(dataDir);
  const ledger = await readLedger(dataDir);
  const held = await query(
    dataDir,
    `SELECT account_id AS "accountId", amount_cents AS "amountCents", reference FROM reservations WHERE status = 'held'`,
  );
  const { faults, ...counts } = compareWithLedger(customers.asked, heldAsRefunded(ledger, held));
  const below = await query(dataDir, 'SELECT id FROM accounts WHERE balance_cents < 0');
  const all = [
    ...customers.faults,
    ...faults,
    ...compareClusterJobs(customers.jobs, ledger),
    ...below.map(({ id }) => `account ${id} is below zero`),
  ];
  if (all.length > 0) throw new Error(all.slice(0, 20).join('\n'));
  return { ...counts, held: held.length };
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

function add(rows, what, { longestMs, held, unseenCharges: _, ...counts }) {
  const row = rows.get(what) ?? { what, times: 0, longestMs: 0, held: 0 };
  row.times += 1;
  for (const [name, count] of Object.entries(counts)) row[name] = (row[name] ?? 0) + count;
  row.longestMs = Math.max(row.longestMs, longestMs);
  row.held = Math.max(row.held, held);
  rows.set(what, row);
}
