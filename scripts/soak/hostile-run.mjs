// Hostile clients beside honest ones: their waiting times, the memory of the server, and the books at the end.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SkipTrace } from '@skiptrace/sdk';
import { seededRandom } from '../made-up.mjs';
import { createAccounts, startServer } from '../support/server-process.mjs';
import { percentile } from '../support/statistics.mjs';
import { compareWithLedger, readLedger, requireNoFindings } from './books.mjs';
import { ask, madeUpLeads, madeUpRequest, MAPPING, unanswered } from './clients.mjs';

const MB = 1024 * 1024;
const LOOKUP_ACCOUNTS = 8;
const LOOKUPS_PER_SECOND = 25;
const RICH_CENTS = 100_000_000;
const JOB_ROWS = 4;

/** Allowed latency of honest clients, as a multiple of the undisturbed latency. */
const MAX_SLOWDOWN = 3;
/** A p99 below this is ignored: it occurs on an idle machine, too. */
const UNNOTICED_MS = { lookups: 50, jobs: 2_000 };
/** Above what the server held when only honest clients were there: at any moment, and when the others have gone. */
const MAX_PEAK_BYTES = 512 * MB;
const MAX_KEPT_BYTES = 256 * MB;
const MAX_KEPT_DESCRIPTORS = 32;
const MAX_DATABASE_GROWTH = 32 * MB;
const SETTLE_PATIENCE_MS = 60_000;
/** Slow connections are closed after 30 s at the latest; the rest is a margin for a busy machine. */
const MAX_TRICKLE_MS = 45_000;

/** Quiet and hostile periods alternate, so that other load on the machine affects both. */
const ROUNDS = 2;
const QUIET_SHARE = 0.5;
const WARM_UP_SECONDS = 3;

/**
 * @param {{ dataDir: string, seconds: number, seed: number, only?: string[], onFigures?: (figures: object) => void }} options
 *   `seconds` of hostility in all; `only` some of the attacks
 * @throws Error with what honest clients had to wait for, and all else that is wrong
 */
export async function hostileRun({ dataDir, seconds, seed, only, onFigures = () => undefined }) {
  const random = seededRandom(seed);
  const balances = [0, RICH_CENTS, ...Array(LOOKUP_ACCOUNTS).fill(RICH_CENTS)];
  const [poor, jobAccount, ...lookupAccounts] = await createAccounts(dataDir, balances);
  const server = await startServer(dataDir, {
    flags: ['--sandbox'],
    logLevel: 'error',
    more: { CONNECTIONS_PER_ADDRESS: '1000' },
  });
  try {
    const asked = [];
    const load = (forSeconds) =>
      honestLoad(server.url, { lookupAccounts, jobAccount, random, asked, seconds: forSeconds });
    await load(WARM_UP_SECONDS);
    const [quiet, beside] = [noWaits(), noWaits()];
    const held = holdings(server.pid);
    const databaseBytes = sizeOfDatabase(dataDir);
    let peakBytes = 0;
    const watch = setInterval(() => (peakBytes = Math.max(peakBytes, holdings(server.pid).bytes)), 200);
    let trickledMs = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const hostileSeconds = seconds / ROUNDS;
      addTo(quiet, await load(hostileSeconds * QUIET_SHARE));
      const order = { url: server.url, poor: poor.apiKey, seconds: hostileSeconds, only };
      const [attacks, waits] = await Promise.all([playHostile(order), load(hostileSeconds)]);
      addTo(beside, waits);
      trickledMs = Math.max(trickledMs, attacks.trickles?.longestHeldMs ?? 0);
      onFigures({ attacks });
    }
    clearInterval(watch);
    const kept = await settled(server.pid, held);
    const grownBytes = sizeOfDatabase(dataDir) - databaseBytes;
    onFigures({ quiet: figuresOf(quiet), beside: figuresOf(beside) });
    const inMb = (bytes) => Math.round(bytes / MB);
    onFigures({ before: inMb(held.bytes), peak: inMb(peakBytes), afterwards: inMb(kept.bytes) });
    const refused = asked.filter(({ answer }) => answer?.status !== 200).length;
    const faults = [
      [`${refused} honest lookups were refused`, refused > 0],
      [`the server took up to ${inMb(peakBytes)} MB`, peakBytes - held.bytes > MAX_PEAK_BYTES],
      [`the server keeps ${inMb(kept.bytes)} MB`, kept.bytes - held.bytes > MAX_KEPT_BYTES],
      [
        `the server keeps ${kept.descriptors} descriptors, before ${held.descriptors}`,
        kept.descriptors - held.descriptors > MAX_KEPT_DESCRIPTORS,
      ],
      [`the file that holds the money grew by ${inMb(grownBytes)} MB`, grownBytes > MAX_DATABASE_GROWTH],
      [`a trickling connection was held for ${trickledMs} ms`, trickledMs > MAX_TRICKLE_MS],
    ].flatMap(([sentence, isFault]) => (isFault ? [String(sentence)] : []));
    await requireNoFindings(dataDir).catch((error) => faults.push(`doctor: ${error.message}`));
    faults.push(...slowness(figuresOf(quiet), figuresOf(beside)));
    faults.push(...compareWithLedger(asked, await readLedger(dataDir)).faults);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  } finally {
    await server.end();
  }
}

/** @returns {{ lookups: number[], jobs: number[] }} milliseconds of each */
const noWaits = () => ({ lookups: [], jobs: [] });

/**
 * Honest customers: lookups at fixed moments whether or not answers keep up, so that a stall delays every lookup that was due
 * in it, and CSV jobs one after the other.
 */
async function honestLoad(url, { lookupAccounts, jobAccount, random, asked, seconds }) {
  const endsAt = performance.now() + seconds * 1_000;
  const waits = noWaits();
  const lookUp = async (dueAt) => {
    const entry = unanswered(madeUpRequest(random.pick(lookupAccounts), random));
    asked.push(entry);
    entry.answer = await ask(url, entry);
    waits.lookups.push(performance.now() - dueAt);
  };
  const lookUps = async () => {
    const running = [];
    for (let dueAt = performance.now(); dueAt < endsAt; dueAt += 1_000 / LOOKUPS_PER_SECOND) {
      await sleep(Math.max(0, dueAt - performance.now()));
      running.push(lookUp(dueAt));
    }
    await Promise.all(running);
  };
  const runJobs = async () => {
    const client = new SkipTrace({ apiKey: jobAccount.apiKey, baseUrl: url });
    const file = Buffer.from(madeUpLeads(random, JOB_ROWS).csv);
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      const options = { filename: 'leads.csv', columnMapping: MAPPING, dedupe: false };
      const { outcome } = await client.jobs.run(file, { ...options, onPreview: () => 'confirm' });
      if (outcome !== 'completed') throw new Error(`an honest job ended as ${outcome}`);
      waits.jobs.push(performance.now() - startedAt);
      await sleep(500);
    }
    await client.close();
  };
  await Promise.all([lookUps(), runJobs()]);
  return waits;
}

function addTo(sum, waits) {
  for (const [name, all] of Object.entries(waits)) sum[name].push(...all);
}

/**
 * Attackers have their own machines: here they get only processor time that no other process uses (on Linux;
 * elsewhere they share).
 */
const GIVING_WAY = process.platform === 'linux' ? ['chrt', '--idle', '0'] : [];

function playHostile(order) {
  const attacks = path.join(import.meta.dirname, 'hostile-attacks.mjs');
  const [command, ...words] = [...GIVING_WAY, process.execPath, attacks, JSON.stringify(order)];
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

const figuresOf = (waits) =>
  Object.fromEntries(
    Object.entries(waits).map(([name, all]) => {
      const at = (share) => Math.round(percentile(all, share) ?? 0);
      return [name, { count: all.length, p50: at(0.5), p99: at(0.99), max: at(1) }];
    }),
  );

const slowness = (before, now) =>
  Object.entries(UNNOTICED_MS).flatMap(([name, unnoticed]) => {
    const [was, is] = [before[name].p99, now[name].p99];
    if (is <= Math.max(unnoticed, MAX_SLOWDOWN * was)) return [];
    return [`99 % of the ${name} took up to ${is} ms, undisturbed ${was} ms`];
  });

/** Memory of the server's main process. Linux only; elsewhere there is no such value. */
function holdings(pid) {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return { bytes: Number(kilobytes) * 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return { bytes: 0, descriptors: 0 };
  }
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
