// Jobs and lookups as customers make them, over HTTP, with clocks beside them.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { madeUpOwners } from '../../made-up/owners.mjs';
import { COLUMN_MAPPING } from './job-data.mjs';
import { percentile } from './report.mjs';
import { createAccounts } from '../../support/server-process.mjs';

/** Polls rarely, because each request takes processor time from the job; the job itself reports when it finished. */
const POLL_MS = 250;
const BALANCE_CENTS = 100_000_000;

/** API keys of new accounts. */
export async function accountKeys(dataDir, count) {
  const accounts = await createAccounts(dataDir, Array(count).fill(BALANCE_CENTS));
  return accounts.map(({ apiKey }) => apiKey);
}

/** The given number of addresses of made-up owners, spread over all of them. */
export function addressesOf(owners, count) {
  const step = Math.max(1, Math.floor(owners / count));
  const found = [];
  let index = 0;
  for (const { line, city, state, zip } of madeUpOwners(owners)) {
    if (index++ % step === 0) found.push({ address: line, city, state, zip });
  }
  return found;
}

export class JobClient {
  constructor(url, apiKey) {
    this.url = url;
    this.headers = { authorization: `Bearer ${apiKey}` };
  }

  async ask(method, path, body, headers = {}) {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { ...this.headers, ...headers },
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  json(method, path, body) {
    return this.ask(method, path, JSON.stringify(body), { 'content-type': 'application/json' });
  }

  async upload(file) {
    const { jobId } = await this.json('POST', '/api/user/skip-trace', {
      filename: 'leads.csv',
      columnMapping: COLUMN_MAPPING,
    });
    const form = new FormData();
    form.set('file', await openAsBlob(file), 'leads.csv');
    await this.ask('POST', `/api/user/skip-trace/${jobId}/upload`, form);
    return jobId;
  }

  confirm(jobId) {
    return this.ask('POST', `/api/user/skip-trace/${jobId}/confirm`);
  }

  /** Time at which the job reached `status`, the seconds that took from now by this machine's clock, and the job. */
  async until(jobId, status) {
    const from = Date.now();
    for (;;) {
      const job = await this.ask('GET', `/api/user/skip-trace/${jobId}`);
      if (job.status === status) {
        const at = Date.parse(job.updatedAt);
        return { span: [from, at], seconds: (at - from) / 1000, job };
      }
      if (job.status === 'failed') throw new Error(`the job failed: ${job.errorMessage}`);
      await sleep(POLL_MS);
    }
  }

  /** Seconds for match and enrich, with their periods; the SHA-256 of the result. */
  async whole(file) {
    const jobId = await this.upload(file);
    const match = await this.until(jobId, 'preview');
    await this.confirm(jobId);
    const enrich = await this.until(jobId, 'completed');
    return {
      worked: [match.span, enrich.span],
      matchSeconds: match.seconds,
      enrichSeconds: enrich.seconds,
      totalRows: enrich.job.totalRows,
      matchedRows: enrich.job.matchedRows,
      sha256: await this.digest(enrich.job),
    };
  }

  /** SHA-256 of a completed job's file. */
  async digest({ downloadUrl }) {
    const result = await fetch(downloadUrl);
    const digest = createHash('sha256');
    if (result.body === null) throw new Error(`no file at ${downloadUrl}`);
    for await (const chunk of result.body) digest.update(chunk);
    return digest.digest('hex');
  }
}

const BULK_SIZE = 100;

/** Addresses a second through bulk lookups, one request at a time. */
export async function timeBulk(url, apiKeys, addresses) {
  const from = performance.now();
  for (let at = 0; at < addresses.length; at += BULK_SIZE) {
    const client = new JobClient(url, apiKeys[(at / BULK_SIZE) % apiKeys.length]);
    await client.json('POST', '/api/v1/skip-trace-bulk', { addresses: addresses.slice(at, at + BULK_SIZE) });
  }
  return addresses.length / ((performance.now() - from) / 1000);
}

/** Starts lookups in a separate process. @returns a function that stops them and returns all results */
export async function startProbe(url, apiKeys, addresses) {
  const child = fork(path.join(import.meta.dirname, 'probe-process.mjs'));
  child.send({ url, apiKeys, addresses });
  await once(child, 'message');
  return async () => {
    child.send('stop');
    const [answers] = await once(child, 'message');
    return answers;
  };
}

/** Latencies of lookups sent during one of `spans`, `[from, to]` by `Date.now()`. */
export function waitsWithin(answers, spans) {
  const within = answers.filter(({ at }) => spans.some(([from, to]) => at >= from && at < to));
  const waits = within.map(({ ms }) => ms);
  return { count: waits.length, p50Ms: percentile(waits, 0.5), p99Ms: percentile(waits, 0.99) };
}
