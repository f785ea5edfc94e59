// Jobs and lookups as customers make them, over HTTP, with clocks beside them.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { SkipTrace } from '@skiptrace/sdk';
import { csvLine, LEAD_HEADER, madeUpLeads, madeUpOwners, ownerLines, seededRandom } from '../../made-up.mjs';
import { createAccounts } from '../../support/server-process.mjs';
import { percentile } from '../../support/statistics.mjs';
import { cache } from './harness.mjs';

// The files of the jobs benchmark: an owner file, and a lead file drawn from it in other spellings and another order.
// Made once per size and kept; the same on every machine.

/** Unmapped columns, which make a row as wide as in real exports; DuckDB joins on `Key`. */
const MORE_COLUMNS = ['County', 'Value', 'Link', 'Flags', 'Key'];

export const COLUMN_MAPPING = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };

/** Path of a CSV file with `count` made-up owners. */
export const ownerFile = (count) => made(path.join(cache, `owners-${count}.csv`), () => ownerLines(count));

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

const BALANCE_CENTS = 100_000_000;

/** API keys of new accounts. */
export async function accountKeys(dataDir, count) {
  const accounts = await createAccounts(dataDir, Array(count).fill(BALANCE_CENTS));
  return accounts.map(({ apiKey }) => apiKey);
}

/** The given number of addresses of made-up owners, spread over all of them. */
export function addressesOf(owners, count) {
  const step = Math.max(1, Math.floor(owners / count));
  return [...madeUpOwners(owners)]
    .filter((_, index) => index % step === 0)
    .map(({ line, city, state, zip }) => ({ address: line, city, state, zip }));
}

/** The period until a job has changed, by its own clock, however late that was seen. */
async function timed(waiting) {
  const from = Date.now();
  const job = await waiting;
  const at = Date.parse(job.updatedAt);
  return { span: [from, at], seconds: (at - from) / 1000, job };
}

/** A customer with CSV jobs. */
export class JobClient {
  constructor(url, apiKey) {
    this.jobs = new SkipTrace({ apiKey, baseUrl: url }).jobs;
  }

  async upload(file) {
    const job = await this.jobs.create({ filename: 'leads.csv', columnMapping: COLUMN_MAPPING });
    await job.upload(file);
    return job.id;
  }

  preview = (id) => timed(this.jobs.handle(id).waitForPreview());

  /** Confirms a job, and waits for its end. */
  async confirm(id) {
    const job = this.jobs.handle(id);
    await job.confirm();
    return timed(job.waitForCompleted());
  }

  /** SHA-256 of a completed job's file. */
  async digest(id) {
    const digest = createHash('sha256');
    await this.jobs.handle(id).download(digest);
    return digest.digest('hex');
  }

  /** Seconds for match and enrich, with their periods; the SHA-256 of the result. */
  async whole(file) {
    const id = await this.upload(file);
    const match = await this.preview(id);
    const enrich = await this.confirm(id);
    return {
      worked: [match.span, enrich.span],
      matchSeconds: match.seconds,
      enrichSeconds: enrich.seconds,
      seconds: match.seconds + enrich.seconds,
      totalRows: enrich.job.totalRows,
      matchedRows: enrich.job.matchedRows,
      sha256: await this.digest(id),
    };
  }
}

const BULK_SIZE = 100;

/** Addresses a second through bulk lookups, one request at a time. */
export async function timeBulk(url, apiKeys, addresses) {
  const from = performance.now();
  for (let at = 0; at < addresses.length; at += BULK_SIZE) {
    const authorization = `Bearer ${apiKeys[(at / BULK_SIZE) % apiKeys.length]}`;
    const body = JSON.stringify({ addresses: addresses.slice(at, at + BULK_SIZE) });
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/v1/skip-trace-bulk`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`a bulk was answered ${answer.status}: ${await answer.text()}`);
    await answer.json();
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
