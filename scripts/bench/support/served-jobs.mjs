// Jobs and lookups as customers make them, over HTTP, with clocks beside them.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { openAsBlob, createWriteStream, existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  madeUpOwners,
  csvLine,
  ownerCells,
  OWNER_HEADER,
  LEAD_HEADER,
  madeUpLeads,
  seededRandom,
} from '../../made-up.mjs';
import { percentile } from '../../support/statistics.mjs';
import { cache } from './report.mjs';
import { createAccounts } from '../../support/server-process.mjs';

// The files of the jobs benchmark: an owner file, and a lead file drawn from it in other spellings and another order.
// Made once per size and kept; the same on every machine.

/** Unmapped columns, which make a row as wide as in real exports; DuckDB joins on `Key`. */
const MORE_COLUMNS = ['County', 'Value', 'Link', 'Flags', 'Key'];

export const COLUMN_MAPPING = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };

/** Path of a CSV file with `count` made-up owners. */
export function ownerFile(count) {
  return made(path.join(cache, `owners-${count}.csv`), function* () {
    yield csvLine(OWNER_HEADER);
    for (const owner of madeUpOwners(count)) yield csvLine(ownerCells(owner));
  });
}

/** Path of a job file of `rows` leads for the first `owners` made-up owners: CRLF, some quoted newlines. */
export function leadFile(rows, owners) {
  return made(path.join(cache, `leads-${rows}-of-${owners}.csv`), function* () {
    yield crLf(csvLine([...LEAD_HEADER, ...MORE_COLUMNS]));
    let row = 0;
    for (const { cells, owner } of madeUpLeads(drawn(owners, rows), rows)) {
      row += 1;
      const link = `https://example.com/leads/${row}`;
      const flags = 'High Equity, Off Market, Absentee, Vacant since spring';
      yield crLf(csvLine([...cells, 'Montgomery', row * 3, link, flags, owner?.id ?? '']));
    }
  });
}

/** Owners from the whole directory, in no order. */
function drawn(owners, rows) {
  const random = seededRandom(3);
  const step = Math.max(1, Math.floor(owners / rows));
  const sample = [];
  let index = 0;
  let next = random.whole(0, step - 1);
  for (const owner of madeUpOwners(owners)) {
    if (index++ !== next) continue;
    sample.push(owner);
    next = sample.length * step + random.whole(0, step - 1);
  }
  for (let last = sample.length - 1; last > 0; last--) {
    const other = random.whole(0, last);
    [sample[last], sample[other]] = [sample[other], sample[last]];
  }
  return sample;
}

const crLf = (line) => `${line.slice(0, -1)}\r\n`;

const LINES_PER_WRITE = 2_000;

/** Writes the lines into a file, unless there is one. */
export async function made(file, lines) {
  if (existsSync(file)) return file;
  const unfinished = createWriteStream(`${file}.unfinished`);
  let waiting = [];
  const write = async () => {
    if (!unfinished.write(waiting.join(''))) await once(unfinished, 'drain');
    waiting = [];
  };
  for (const line of lines()) if (waiting.push(line) === LINES_PER_WRITE) await write();
  await write();
  unfinished.end();
  await once(unfinished, 'finish');
  renameSync(`${file}.unfinished`, file);
  return file;
}

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
