// Honest customers at a steady pace: lookups that are due at fixed moments, whether or not answers keep up (a stall is felt by
// every request that was due in it), and CSV jobs one after the other.
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, bringToEnd, createJob, madeUpRequest, unanswered } from './clients.mjs';

const LOOKUPS_PER_SECOND = 25;

/** Returns milliseconds, everything that was asked, and the jobs. */
export async function honestLoad(url, { lookupAccounts, jobAccount, random, seconds }) {
  const endsAt = performance.now() + seconds * 1_000;
  const asked = [];
  const lookupMs = [];
  const jobMs = [];
  const jobs = [];
  const lookUp = async (dueAt) => {
    const entry = unanswered(madeUpRequest(lookupAccounts, random));
    asked.push(entry);
    entry.answer = await ask(url, entry);
    lookupMs.push(performance.now() - dueAt);
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
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      const job = { ...jobAccount, jobId: await createJob(url, jobAccount) };
      jobs.push({ ...job, ...(await bringToEnd(url, job)) });
      jobMs.push(performance.now() - startedAt);
      await sleep(500);
    }
  };
  await Promise.all([lookUps(), runJobs()]);
  return { asked, jobs, lookupMs, jobMs };
}

export function percentiles(all) {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
