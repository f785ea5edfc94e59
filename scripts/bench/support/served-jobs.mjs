// Jobs and look-ups as customers make them, over HTTP, with clocks beside them.
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { COLUMN_MAPPING } from './job-data.mjs';

const POLL_MS = 50;

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

  /** Seconds until the job is in `status`, and the job. */
  async until(jobId, status) {
    const from = performance.now();
    for (;;) {
      const job = await this.ask('GET', `/api/user/skip-trace/${jobId}`);
      if (job.status === status) return { seconds: (performance.now() - from) / 1000, job };
      if (job.status === 'failed') throw new Error(`the job failed: ${job.errorMessage}`);
      await sleep(POLL_MS);
    }
  }

  /** Match and enrich, timed apart; the SHA-256 of the result. */
  async whole(file) {
    const jobId = await this.upload(file);
    const match = await this.until(jobId, 'preview');
    await this.confirm(jobId);
    const enrich = await this.until(jobId, 'completed');
    return {
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
    for await (const chunk of result.body) digest.update(chunk);
    return digest.digest('hex');
  }
}

const BULK_SIZE = 100;

/** Addresses a second through bulk look-ups, one request at a time. */
export async function timeBulk(url, apiKeys, addresses) {
  const from = performance.now();
  for (let at = 0; at < addresses.length; at += BULK_SIZE) {
    const client = new JobClient(url, apiKeys[(at / BULK_SIZE) % apiKeys.length]);
    await client.json('POST', '/api/v1/skip-trace-bulk', { addresses: addresses.slice(at, at + BULK_SIZE) });
  }
  return addresses.length / ((performance.now() - from) / 1000);
}

const PROBE_EVERY_MS = 20;

/**
 * Single look-ups at a fixed pace whether or not earlier ones were answered, so that waiting shows.
 * @returns a function that stops it and tells the milliseconds of each
 */
export function probe(url, apiKeys, addresses) {
  const waits = [];
  const faults = [];
  const running = new Set();
  let count = 0;
  const once = async () => {
    const address = addresses[count % addresses.length];
    const authorization = `Bearer ${apiKeys[count % apiKeys.length]}`;
    count += 1;
    const from = performance.now();
    const response = await fetch(`${url}/api/v1/skip-trace`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(address),
    });
    await response.arrayBuffer();
    waits.push(performance.now() - from);
    if (response.status !== 200) faults.push(response.status);
  };
  const timer = setInterval(() => {
    const asked = once().catch((error) => faults.push(error.message));
    running.add(asked);
    void asked.finally(() => running.delete(asked));
  }, PROBE_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
    waits.sort((a, b) => a - b);
    const at = (share) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))];
    return { count: waits.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: waits.at(-1), faults };
  };
}
