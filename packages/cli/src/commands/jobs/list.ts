import type { SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { renderJson } from '../../json.js';
import { count, dollars } from '../../money/cents.js';
import { renderTable } from '../../terminal/table.js';
import type { CommandInput } from '../command.js';

export async function run(_input: CommandInput, context: Context): Promise<void> {
  const { console, terminal } = context;
  const client = await context.client();
  const jobs = await client.jobs.list({ signal: context.signal });
  if (context.json) return console.data(renderJson(jobs, context.json));
  if (jobs.length === 0) return console.note('There are no jobs yet. "skiptrace upload FILE" makes one.');
  await console.data(renderTable(COLUMNS, jobs.map(row), terminal.outputColumns));
}

const COLUMNS = ['ID', 'STATUS', 'ROWS', 'MATCHED', 'PRICE', 'CREATED', 'FILE'];

function row(job: SkipTraceJob): string[] {
  const number = (value: number | null | undefined) => (typeof value === 'number' ? count(value) : '-');
  const price = typeof job.totalChargeCents === 'number' ? dollars(job.totalChargeCents) : '-';
  const created = job.createdAt.slice(0, 16).replace('T', ' ');
  return [job.id, job.status, number(job.totalRows), number(job.matchedRows), price, created, job.filename];
}
