import type { SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { Failure } from '../../failures/failure.js';
import { didYouMean } from '../../failures/nearest.js';
import { matchesOf } from '../../jobs/price.js';
import { renderJson } from '../../json.js';
import { shortId } from '../../jobs/words.js';
import { count, dollars } from '../../amounts.js';
import { renderTable } from '../../terminal/table.js';
import type { CommandInput } from '../../input.js';
import { JOB_STATUSES } from './statuses.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, terminal } = context;
  const status = readStatus(input.text('status'));
  const limit = readLimit(input.text('limit'));
  const client = await context.client();
  const all = await client.jobs.list({ signal: context.signal });
  const jobs = all.filter((job) => status === undefined || job.status === status).slice(0, limit);
  if (context.json) return console.data(renderJson(jobs, context.json));
  if (all.length === 0) return console.note('No jobs yet. "skiptrace upload FILE" makes one.');
  if (jobs.length === 0) return console.note(`You have no recent job with the status ${status}.`);
  // Commands accept the short ID too, and a terminal then has room for the file's name.
  const idOf = ({ id }: SkipTraceJob) => (Number.isFinite(terminal.outputColumns) ? shortId(id) : id);
  const rows = jobs.map((job) => [idOf(job), ...row(job)]);
  await console.data(renderTable(COLUMNS, rows, terminal.outputColumns));
}

function readStatus(text: string | undefined): string | undefined {
  if (text === undefined || JOB_STATUSES.some((status) => status === text)) return text;
  throw new Failure(
    'usage',
    `"${text}" isn't a status. Use one of: ${JOB_STATUSES.join(', ')}.${didYouMean(text, JOB_STATUSES)}`,
  );
}

function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1) throw new Failure('usage', `--limit takes a whole number from 1. "${text}" isn't one.`);
  return limit;
}

const COLUMNS = ['ID', 'STATUS', 'ROWS', 'MATCHED', 'PRICE', 'CREATED', 'FILE'];

function row(job: SkipTraceJob): string[] {
  const number = (value: number | null | undefined) => (typeof value === 'number' ? count(value) : '-');
  const price = typeof job.totalChargeCents === 'number' ? dollars(job.totalChargeCents) : '-';
  const created = job.createdAt.slice(0, 16).replace('T', ' ');
  return [job.status, number(job.totalRows), matchesOf(job) ?? '-', price, created, job.filename];
}
