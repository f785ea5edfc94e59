// Hostile clients beside honest ones: their waiting times, the memory of the server, and the books at the end.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../made-up.mjs';
import { createAccounts, startServer } from '../support/server-process.mjs';
import { readLedger, requireNoFindings, compareJobs, compareWithLedger } from './books.mjs';
import { JOB_CENTS, honestLoad, percentiles } from './clients.mjs';

const MB = 1024 * 1024;
const MATCH_CENTS = 4;

/** Address that the server treats as its proxy. */
const PROXY = '127.0.0.2';
const LOOKUP_ACCOUNTS = 8;
const RICH_CENTS = 100_000_000;

/** Allowed latency of honest clients, as a multiple of the undisturbed latency. */
const MAX_SLOWDOWN = 3;
/** A p99 below this is ignored: it occurs on an idle machine, too. */
const UNNOTICED_MS = 50;
const UNNOTICED_JOB_MS = 2_000;
/** Above what the server held when only honest clients were there: at any moment, and when the others have gone. */
const MAX_PEAK_BYTES = 512 * MB;
const MAX_KEPT_BYTES = 256 * MB;
const MAX_KEPT_DESCRIPTORS = 32;
const MAX_DATABASE_GROWTH = 32 * MB;
const SETTLE_PATIENCE_MS = 60_000;
/** Two clients, a /64 and an IPv4 address, have five each in a quarter of an hour; the window may change once. */
const MAX_CONTACT_MESSAGES = 20;
/** Slow connections are closed after 30 s at the latest; the rest is a margin for a busy machine. */
const MAX_TRICKLE_MS = 45_000;

/** Quiet and hostile periods alternate, so that other load on the machine affects both. */
const ROUNDS = 2;
const QUIET_SHARE = 0.5;
const WARM_UP_SECONDS = 3;

/**
 * @param {{ dataDir: string, seconds: number, seed: number, only?: string[], onFigures?: (figures: object) => void }} options
 *   `seconds` of hostility in all; `only` some of the attacks
 * @returns {Promise<{ slowness: string[], faults: string[] }>} what honest clients had to wait for, and all that is wrong
 *   on a machine of any speed
 */
export async function hostileRun({ dataDir, seconds, seed, only, onFigures = () => undefined }) {
  const random = seededRandom(seed);
  const [poor, payer, jobAccount, ...lookupAccounts] = await createAccounts(dataDir, [
    0,
    RICH_CENTS,
    RICH_CENTS,
    ...Array(LOOKUP_ACCOUNTS).fill(RICH_CENTS),
  ]);
  const server = await startServer(dataDir, {
    flags: ['--sandbox'],
    logLevel: 'error',
    more: { TRUST_PROXY: PROXY, CONNECTIONS_PER_ADDRESS: '1000' },
  });
  try {
    const honest = { lookupAccounts, jobAccount, random };
    const load = (forSeconds) => honestLoad(server.url, { ...honest, seconds: forSeconds });
    const warmUp = await load(WARM_UP_SECONDS);
    const quiet = [];
    const beside = [];
    const attacks = [];
    const held = holdings(server.pid);
    const databaseBytes = sizeOfDatabase(dataDir);
    const watch = watchPeaks(server.pid);
    for (let round = 0; round < ROUNDS; round++) {
      const hostileSeconds = seconds / ROUNDS;
      const calm = await load(hostileSeconds * QUIET_SHARE);
      quiet.push(calm);
      const keys = { poor: poor.apiKey, payer: payer.apiKey };
      const options = {
        url: server.url,
        ...keys,
        proxy: PROXY,
        seconds: hostileSeconds,
        seed: seed + round,
        only,
      };
      const [found, besides] = await Promise.all([playHostile(options), load(hostileSeconds)]);
      attacks.push(found);
      beside.push(besides);
      onFigures({ quiet: figuresOf(calm), beside: figuresOf(besides), attacks: found });
    }
    const peak = watch.stop();
    const kept = await settled(server.pid, held);
    const grownBytes = sizeOfDatabase(dataDir) - databaseBytes;
    const waits = { quiet: together(quiet), beside: together(beside) };
    onFigures({ quiet: figuresOf(waits.quiet), beside: figuresOf(waits.beside) });
    onFigures({ before: shown(held), peak: shown(peak), afterwards: shown(kept), grownMB: grownBytes / MB });

    const loads = [warmUp, ...quiet, ...beside];
    const faults = [
      ...refusals(waits.beside),
      ...waste({ held, peak, kept, grownBytes }),
      ...(await moneyFaults(dataDir, { loads, payer, attacks })),
      ...attacks.flatMap(({ trickles: { longestHeldMs = 0 } = {} }) =>
        longestHeldMs > MAX_TRICKLE_MS ? [`a trickling connection was held for ${longestHeldMs} ms`] : [],
      ),
    ];
    return { slowness: slowness(waits.quiet, waits.beside), faults };
  } finally {
    await server.end();
  }
}

/**
 * Attackers have their own machines: here they get only processor time that no other process uses (on Linux;
 * elsewhere they share).
 */
const GIVING_WAY = process.platform === 'linux' ? ['chrt', '--idle', '0'] : [];

function playHostile(options) {
  const attacks = path.join(import.meta.dirname, 'hostile-attacks.mjs');
  const [command, ...words] = [...GIVING_WAY, process.execPath, attacks, JSON.stringify(options)];
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (piece) => (text += piece));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(text));
      else reject(new Error(`the hostile clients ended with ${code}`));
    });
  });
}

const together = (loads) => ({
  asked: loads.flatMap(({ asked }) => asked),
  lookupMs: loads.flatMap(({ lookupMs }) => lookupMs),
  jobMs: loads.flatMap(({ jobMs }) => jobMs),
});

const figuresOf = ({ lookupMs, jobMs }) => ({ lookupMs: percentiles(lookupMs), jobMs: percentiles(jobMs) });

function slowness(quiet, beside) {
  const [before, now] = [figuresOf(quiet), figuresOf(beside)];
  const faults = [];
  const compare = (what, { p99: was }, { p99: is }, unnoticed) => {
    if (is > Math.max(unnoticed, MAX_SLOWDOWN * was))
      faults.push(`99 % of the ${what} took up to ${is} ms, undisturbed ${was} ms`);
  };
  compare('lookups', before.lookupMs, now.lookupMs, UNNOTICED_MS);
  compare('jobs', before.jobMs, now.jobMs, UNNOTICED_JOB_MS);
  return faults;
}

function refusals({ asked }) {
  const refused = asked.filter(({ answer }) => answer?.status !== 200);
  if (refused.length === 0) return [];
  const statuses = [...new Set(refused.map(({ answer }) => answer?.status ?? 'no answer'))];
  return [`${refused.length} honest lookups were refused: ${statuses.join(', ')}`];
}

function waste({ held, peak, kept, grownBytes }) {
  const faults = [];
  const megabytes = (bytes) => `${Math.round(bytes / MB)} MB`;
  if (peak.bytes - held.bytes > MAX_PEAK_BYTES)
    faults.push(`the server took up to ${megabytes(peak.bytes)}, before ${megabytes(held.bytes)}`);
  if (kept.bytes - held.bytes > MAX_KEPT_BYTES)
    faults.push(`the server keeps ${megabytes(kept.bytes)}, before ${megabytes(held.bytes)}`);
  if (kept.descriptors - held.descriptors > MAX_KEPT_DESCRIPTORS)
    faults.push(`the server keeps ${kept.descriptors} descriptors, before ${held.descriptors}`);
  if (grownBytes > MAX_DATABASE_GROWTH)
    faults.push(`the file that holds the money grew by ${megabytes(grownBytes)}`);
  return faults;
}

/** The doctor finds nothing, honest clients paid what they were told, and an answer that is an error cost nothing. */
async function moneyFaults(dataDir, { loads, payer, attacks }) {
  const faults = [];
  await requireNoFindings(dataDir).catch((error) => faults.push(`doctor: ${error.message}`));
  const ledger = await readLedger(dataDir);
  const ofPayer = ledger.filter(
    ({ accountId, type }) => accountId === payer.accountId && type === 'lookup_charge',
  );
  const others = ledger.filter(({ accountId }) => accountId !== payer.accountId);
  faults.push(
    ...compareWithLedger(
      loads.flatMap(({ asked }) => asked),
      others,
    ).faults,
  );
  faults.push(
    ...compareJobs(
      loads.flatMap(({ jobs }) => jobs),
      others,
      JOB_CENTS,
    ),
  );
  const count = (what) =>
    attacks.reduce((sum, { garbageBehind = {} }) => sum + (garbageBehind[what] ?? 0), 0);
  const [matched, unanswered] = [count('matched'), count('unanswered')];
  const charged = -ofPayer.reduce((sum, { amountCents }) => sum + amountCents, 0) / MATCH_CENTS;
  if (charged < matched || charged > matched + unanswered)
    faults.push(`garbage behind lookups: ${charged} charged, ${matched} answered, ${unanswered} unanswered`);
  const taken = attacks.reduce((sum, { contactFlood }) => sum + (contactFlood?.taken ?? 0), 0);
  if (taken > MAX_CONTACT_MESSAGES) faults.push(`${taken} contact messages of two clients were taken`);
  return faults;
}

/** Memory of the server's main process. Linux only; elsewhere there is no such value. */
function holdings(pid) {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return { bytes: Number(kilobytes) * 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return { bytes: 0, descriptors: 0 };
  }
}

const shown = ({ bytes, descriptors }) => ({ memoryMB: Math.round(bytes / MB), descriptors });

function watchPeaks(pid) {
  const peak = { bytes: 0, descriptors: 0 };
  const timer = setInterval(() => {
    const { bytes, descriptors } = holdings(pid);
    peak.bytes = Math.max(peak.bytes, bytes);
    peak.descriptors = Math.max(peak.descriptors, descriptors);
  }, 200);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

/** Waits, for a limited time, until the server's memory is about the same as before. */
async function settled(pid, before) {
  const until = Date.now() + SETTLE_PATIENCE_MS;
  for (;;) {
    const now = holdings(pid);
    const isBack =
      now.descriptors - before.descriptors <= MAX_KEPT_DESCRIPTORS &&
      now.bytes - before.bytes <= MAX_KEPT_BYTES;
    if (isBack || Date.now() > until) return now;
    await sleep(500);
  }
}

const sizeOfDatabase = (dataDir) =>
  ['service.sqlite', 'service.sqlite-wal'].reduce(
    (sum, name) => sum + (statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
