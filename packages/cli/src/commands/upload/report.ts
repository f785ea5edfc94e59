import type { SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { priceLine } from '../../jobs/price.js';
import { renderJson } from '../../json.js';
import type { Leads } from '../../leads/inspect.js';
import { boundLine, boundOf } from '../../leads/show.js';
import { dollars } from '../../money/cents.js';
import type { Target } from '../../results/target.js';

export function sayContinued(job: SkipTraceJob, { console }: Context): void {
  if (job.status === 'completed') {
    const price = dollars(job.totalChargeCents ?? 0);
    console.note(
      `This file was done before as job ${job.id} and paid with ${price}. It is downloaded again; nothing is charged.`,
    );
  } else {
    console.note(`This file is job ${job.id} already, which is ${job.status}: going on with it.`);
  }
}

/** What standard output gets, and what a person is told beside it. `chargedCents` is what this run has cost. */
export async function report(
  job: SkipTraceJob,
  target: Target,
  chargedCents: number,
  context: Context,
): Promise<void> {
  const { console, receipt } = context;
  const done = job.status === 'completed';
  // Standard output holds the file itself.
  if (done && target.kind === 'stdout') return;
  const output = done && target.kind === 'file' ? target.path : null;
  if (context.json) {
    const { id: jobId, status, totalRows, matchedRows, totalChargeCents } = job;
    const result = { jobId, status, totalRows, matchedRows, totalChargeCents, chargedCents, output };
    return console.data(renderJson(result, context.json));
  }
  if (output !== null) return console.data(`${output}\n`);
  if (job.status === 'preview') {
    console.note(priceLine(job));
    console.note(`Nothing was charged. Next: ${receipt.suggest('jobs', 'confirm', job.id)}`);
    console.note(`To give it up: ${receipt.suggest('jobs', 'cancel', job.id)}`);
  } else {
    console.note(`Job ${job.id} is ${job.status}. Next: ${receipt.suggest('jobs', 'download', job.id)}`);
  }
  return console.data(`${job.id}\n`);
}

/** `--dry-run`: what it can cost at most, before anybody has seen the file. */
export async function reportBound(leads: Leads, dedupe: boolean, context: Context): Promise<void> {
  context.console.note(`${boundLine(leads, dedupe)} Nothing was sent, nothing was charged.`);
  if (!context.json) return;
  const { rows, blankAddresses, uniqueAddresses, columnMapping } = leads;
  const maxCents = boundOf(leads, dedupe).cents;
  await context.console.data(
    renderJson({ rows, blankAddresses, uniqueAddresses, maxCents, columnMapping }, context.json),
  );
}
