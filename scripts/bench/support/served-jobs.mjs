// CSV jobs as customers make them, over HTTP, and their files, made once per size and kept; the same on every machine.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { SkipTrace } from '@skiptrace/sdk';
import { csvLine, LEAD_HEADER, madeUpLeads, ownerLines, seededRandom } from '../../made-up.mjs';
import { cache } from './harness.mjs';
import { spread } from './lookups.mjs';

/** Unmapped columns, which make a row as wide as in real exports; DuckDB joins on `Key`. */
const MORE_COLUMNS = ['County', 'Value', 'Link', 'Flags', 'Key'];

export const COLUMN_MAPPING = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };

/** Path of a CSV file with `count` made-up owners. */
export const ownerFile = (count) => made(`owners-${count}.csv`, () => ownerLines(count));

/** Path of a job file of `rows` leads for the first `owners` made-up owners, in other spellings and another order: CRLF, some quoted newlines. */
export const leadFile = (rows, owners) =>
  made(`leads-${rows}-of-${owners}.csv`, function* () {
    yield crLf(csvLine([...LEAD_HEADER, ...MORE_COLUMNS]));
    let row = 0;
    for (const { cells, owner } of madeUpLeads(shuffled(spread(owners, rows)), rows)) {
      row += 1;
      const link = `https://example.com/leads/${row}`;
      const flags = 'High Equity, Off Market, Absentee, Vacant since spring';
      yield crLf(csvLine([...cells, 'Montgomery', row * 3, link, flags, owner?.id ?? '']));
    }
  });

function shuffled(owners) {
  const random = seededRandom(3);
  for (let last = owners.length - 1; last > 0; last--) {
    const other = random.whole(0, last);
    [owners[last], owners[other]] = [owners[other], owners[last]];
  }
  return owners;
}

const crLf = (line) => `${line.slice(0, -1)}\r\n`;

const LINES_PER_WRITE = 2_000;

/** Writes the lines into a file of the cache, unless there is one. @returns its path */
export async function made(name, lines) {
  const file = path.join(cache, name);
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
