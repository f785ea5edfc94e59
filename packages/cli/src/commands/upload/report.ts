import { isSkipTraceError, type SkipTrace, type SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { paidCents, detailLines, previewedCents, priceLine } from '../../jobs/price.js';
import { shortId, waitingWords } from '../../jobs/words.js';
import { renderJson } from '../../json.js';
import { plain } from '../../terminal/text.js';
import type { Leads } from '@skiptrace/csv/leads';
import { boundCents, boundLine } from '../../leads/show.js';
import { dollars, plural } from '../../amounts.js';
import { shortage } from '../../spending/approve.js';
import { termsIfKnown } from '../../spending/price.js';
import type { Receipt } from '../../money/receipt.js';
import type { Target } from '../../results/target.js';
import type { UploadOptions } from './options.js';

export function sayContinued(
  job: SkipTraceJob,
  madeBefore: 'here' | 'elsewhere',
  { console }: Context,
): void {
  const from =
    madeBefore === 'here'
      ? ''
      : ` This list was uploaded elsewhere on ${job.createdAt.slice(0, 10)}; --new starts over.`;
  if (job.status === 'completed') {
    const price = dollars(job.totalChargeCents ?? 0);
    console.note(`Already done: job ${shortId(job.id)} (${price}). Downloading it again is free.${from}`);
  } else {
    console.note(`Resuming job ${shortId(job.id)}, which ${waitingWords(job.status)}.${from}`);
  }
}

/**
 * Tells, before the price of a new job, that an earlier list of the same name was paid (such as this one before a row was
 * added), and the effect on the price. If the service doesn't answer, the upload continues without it.
 */
export async function sayPaidBefore(
  client: SkipTrace,
  jobId: string,
  filename: string,
  freeRepeatDays: number | undefined,
  { console, signal }: Context,
): Promise<void> {
  const jobs = await client.jobs.list({ signal }).catch((error: unknown) => {
    if (isSkipTraceError(error) && error.code !== 'aborted') return [];
    throw error;
  });
  const paid = jobs.find((job) => job.id !== jobId && job.filename === filename && paidCents(job) > 0);
  if (paid === undefined) return;
  const again =
    freeRepeatDays === undefined
      ? 'All of this one is priced anew.'
      : `What you paid for in the last ${plural(freeRepeatDays, 'day')} is free, so only new properties are charged.`;
  console.note(
    `A list named ${plain(filename)} was paid on ${paid.createdAt.slice(0, 10)}: job ${shortId(paid.id)}, ` +
      `${plural(paid.matchedRows ?? 0, 'match', 'matches')}, ${dollars(paidCents(paid))}. ${again}`,
  );
}

/** Only addresses that can match were sent: see `paidOnce`. */
export const OF_WHAT = 'that can match';

/** The document of `--json`: the same fields wherever the upload stopped. */
function documentOf(
  leads: Leads,
  { dedupe }: UploadOptions,
  { chargedCents }: Receipt,
  priceCents?: number,
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
    missReasons: job?.missReasons,
    resultSummary: job?.resultSummary,
    chargedCents,
    output,
    rows,
    blankAddresses,
    uniqueAddresses,
    unmatchableRows: unmatchable,
    repeatedRows: repeated,
    maxCents: boundCents(leads, dedupe, priceCents),
    columnMapping,
  };
}

export interface Reported {
  readonly job: SkipTraceJob;
  readonly target: Target;
  readonly leads: Leads;
  readonly options: UploadOptions;
  /** Price of a match for this account. */
  readonly priceCents: number;
}

/** Prints the data on standard output and the report for a person on standard error. */
export async function report(
  { job, target, leads, options, priceCents }: Reported,
  context: Context,
): Promise<void> {
  const { console, receipt } = context;
  const done = job.status === 'completed';
  // Standard output already has the file itself.
  if (done && target.kind === 'stdout') return;
  const output = done && target.kind === 'file' ? target.path : null;
  if (context.json) {
    return console.data(
      renderJson(documentOf(leads, options, receipt, priceCents, job, output), context.json),
    );
  }
  if (output !== null) return console.line(output);
  if (job.status === 'preview') {
    for (const line of [priceLine(job, OF_WHAT), ...detailLines(job)]) console.note(line);
    const short = await shortage(previewedCents(job), context);
    if (short !== undefined) console.warn(`warning: ${short.sentence} ${short.hint}`);
    console.note('Nothing was charged. The job is waiting for your approval.');
    console.note(`Approve: ${receipt.suggest('jobs', 'confirm', job.id)}`);
    console.note(`Cancel:  ${receipt.suggest('jobs', 'cancel', job.id)}`);
  } else {
    console.note(`Job ${shortId(job.id)} ${waitingWords(job.status)}.`);
    console.note(`Next: ${receipt.suggest('jobs', 'download', job.id)}`);
  }
  return console.line(job.id);
}

/** `--dry-run`: the maximum cost. Only the account is read, for its price. */
export async function reportBound(leads: Leads, options: UploadOptions, context: Context): Promise<void> {
  const { console, json, receipt } = context;
  const terms = await termsIfKnown(context);
  console.note(boundLine(leads, options.dedupe, terms), { style: 'bold' });
  console.note('Dry run: nothing of the file was sent, and nothing was charged.');
  if (json) await console.data(renderJson(documentOf(leads, options, receipt, terms?.priceCents), json));
}
