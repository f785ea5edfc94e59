import type { SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { priceLine } from '../../jobs/price.js';
import { renderJson } from '../../json.js';
import type { Leads } from '../../leads/inspect.js';
import { boundLine, boundOf } from '../../leads/show.js';
import { dollars } from '../../money/cents.js';
import type { Receipt } from '../../money/receipt.js';
import type { Target } from '../../results/target.js';
import type { UploadOptions } from './options.js';

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

/** The document of `--json`: the same fields at whatever point the upload stopped. */
function documentOf(
  leads: Leads,
  { dedupe }: UploadOptions,
  { chargedCents }: Receipt,
  job?: SkipTraceJob,
  output: string | null = null,
) {
  const { rows, blankAddresses, uniqueAddresses, unmatchable, repeated, columnMapping } = leads;
  return {
    jobId: job?.id,
    status: job?.status,
    totalRows: job?.totalRows,
    matchedRows: job?.matchedRows,
    totalChargeCents: job?.totalChargeCents,
    chargedCents,
    output,
    rows,
    blankAddresses,
    uniqueAddresses,
    unmatchableRows: unmatchable,
    repeatedRows: repeated,
    maxCents: boundOf(leads, dedupe).cents,
    columnMapping,
  };
}

export interface Reported {
  readonly job: SkipTraceJob;
  readonly target: Target;
  readonly leads: Leads;
  readonly options: UploadOptions;
}

/** What standard output gets, and what a person is told beside it. */
export async function report({ job, target, leads, options }: Reported, context: Context): Promise<void> {
  const { console, receipt } = context;
  const done = job.status === 'completed';
  // Standard output holds the file itself.
  if (done && target.kind === 'stdout') return;
  const output = done && target.kind === 'file' ? target.path : null;
  if (context.json) {
    return console.data(renderJson(documentOf(leads, options, receipt, job, output), context.json));
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
export async function reportBound(leads: Leads, options: UploadOptions, context: Context): Promise<void> {
  const { console, json, receipt } = context;
  console.note(`${boundLine(leads, options.dedupe)} Nothing was sent, nothing was charged.`);
  if (json) await console.data(renderJson(documentOf(leads, options, receipt), json));
}
