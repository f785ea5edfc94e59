// Kills the real server under load repeatedly, and compares its ledger with the customers' answers.
import { seededRandom } from '../made-up.mjs';
import { createAccounts, startServer } from '../support/server-process.mjs';
import {
  makeRefundable,
  readLedger,
  requireNoFindings,
  untilSwept,
  compareJobs,
  compareWithLedger,
  PaidProperties,
  repeatFaults,
} from './books.mjs';
import { ask, bringToEnd, JOB_CENTS, lookUpUntilDeath, runJobsUntilDeath } from './clients.mjs';

/** Some accounts can pay for everything, some run out of money under load. */
const BALANCES_CENTS = [...Array(16).fill(10_000_000), ...Array(4).fill(600)];
const LOOKUP_CLIENTS = 24;
const JOB_CLIENTS = 2;

/**
 * @param {{ dataDir: string, kills: number, seed: number, freeRepeatDays?: number, onKill?: (so: object) => void }} options
 * @returns counts; throws at the first contradiction
 */
export async function killRun({ dataDir, kills, seed, freeRepeatDays = 0, onKill = () => undefined }) {
  const random = seededRandom(seed);
  const accounts = await createAccounts(dataDir, BALANCES_CENTS, { freeRepeatDays });
  const paid = new PaidProperties(dataDir, freeRepeatDays);
  const withJobs = new Set(accounts.slice(0, JOB_CLIENTS).map(({ accountId }) => accountId));
  const asked = [];
  const jobs = [];
  const counts = { kills: 0, replayed: 0, refundedBySweep: 0 };
  const start = () => startServer(dataDir, { flags: ['--sandbox'] });
  let server = await start();
  try {
    while (counts.kills < kills) {
      const before = asked.length;
      const inFlight = await loadAndKill(server, { accounts, random, asked, jobs });
      const held = await makeRefundable(dataDir);
      if (held > inFlight.filter(({ route }) => route.endsWith('bulk')).length) {
        throw new Error(`${held} reservations are held, more than bulks were in flight`);
      }
      server = await start();
      await untilSwept(dataDir);
      await requireNoFindings(dataDir);
      const again = await askAgain(server, inFlight);
      asked.push(...again);
      const { faults, unseenCharges } = compareWithLedger(asked, await readLedger(dataDir));
      faults.push(...(await paid.faults()));
      if (freeRepeatDays > 0) faults.push(...repeatFaults(asked.slice(before), withJobs));
      if (faults.length > 0) throw new Error(faults.join('\n'));
      await paid.endTerms();
      counts.kills += 1;
      counts.replayed += again.filter(({ answer }) => answer.replayed).length;
      counts.refundedBySweep += held;
      onKill({ kill: counts.kills, asked: asked.length, inFlight: inFlight.length, held, unseenCharges });
    }
    const ended = [];
    for (const job of jobs) ended.push({ ...job, ...(await bringToEnd(server.url, job)) });
    await requireNoFindings(dataDir);
    const ledger = await readLedger(dataDir);
    const { faults, ...unseen } = compareWithLedger(asked, ledger);
    faults.push(...compareJobs(ended, ledger, freeRepeatDays === 0 ? JOB_CENTS : undefined));
    faults.push(...(await paid.faults()));
    if (faults.length > 0) throw new Error(faults.join('\n'));
    const answered = asked.filter(({ answer }) => answer !== null).length;
    return {
      ...counts,
      answered,
      unanswered: asked.length - answered,
      ...unseen,
      jobs: ended.length,
      ...repeatCounts(asked),
    };
  } finally {
    await server.end();
  }
}

/** Counts of the answers that customers got, in all. */
function repeatCounts(asked) {
  const answers = asked.flatMap(({ answer }) => (answer?.status === 200 && !answer.replayed ? [answer] : []));
  const repeats = answers.reduce((sum, { text }) => sum + text.split('"repeat":true').length - 1, 0);
  return { chargedCents: answers.reduce((sum, { chargedCents }) => sum + chargedCents, 0), repeats };
}

/** Returns the lookups that were in flight. */
async function loadAndKill(server, { accounts, random, asked, jobs }) {
  const before = asked.length;
  const clients = [
    ...Array.from({ length: LOOKUP_CLIENTS }, () => lookUpUntilDeath(server.url, accounts, random, asked)),
    ...accounts.slice(0, JOB_CLIENTS).map((account) => runJobsUntilDeath(server.url, account, jobs)),
  ];
  await new Promise((resolve) => setTimeout(resolve, random.whole(150, 1_500)));
  await server.end('SIGKILL');
  await Promise.all(clients);
  return asked.slice(before).filter(({ answer }) => answer === null);
}

/** Repeats requests that were sent with a key; one without a key cannot be repeated. */
async function askAgain(server, inFlight) {
  const again = [];
  for (const lost of inFlight.filter(({ key }) => key !== null)) {
    const answer = await ask(server.url, lost);
    if (answer === null) throw new Error('the restarted server does not answer');
    again.push({ ...lost, answer });
  }
  return again;
}
