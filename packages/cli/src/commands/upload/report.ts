import path from 'node:path';
import type { Leads } from '@skiptrace/csv/leads';
import { isSkipTraceError, type SkipTrace, type SkipTraceJob } from '@skiptrace/sdk';
import { dollars, plural } from '../../amounts.js';
import type { Context } from '../../context.js';
import { isTestKey } from '../../credentials/key.js';
import { Failure } from '../../failures/failure.js';
import { findJob, type UploadRecord } from '../../jobs/record.js';
import {
  paidCents,
  paidText,
  detailLines,
  previewedCents,
  priceLine,
  noteJob,
  shortId,
  waitingWords,
} from '../../jobs/words.js';
import { print } from '../../json.js';
import { boundLine, leadCounts } from '../../leads/show.js';
import type { Source } from '../../leads/source.js';
import type { Receipt } from '../../receipt.js';
import { type Target, enrichedName, openTarget } from '../../results.js';
import { shortage, termsIfKnown } from '../../spending.js';
import { plain } from '../../terminal/text.js';
import type { UploadOptions } from '../read-options.js';

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
    console.note(
      `Already done: job ${shortId(job.id)} (${paidText(job)}). Downloading it again is free.${from}`,
    );
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
      ? 'All matches of this list are charged, also those already paid for.'
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
  const {
    id: jobId,
    status,
    totalRows,
    matchedRows,
    totalChargeCents,
    missReasons,
    resultSummary,
  } = job ?? ({} as Partial<SkipTraceJob>);
  return {
    ...{ jobId, status, totalRows, matchedRows, totalChargeCents, missReasons, resultSummary },
    ...{ chargedCents, output, ...leadCounts(leads, dedupe, priceCents) },
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
  if (context.json) return print(context, documentOf(leads, options, receipt, priceCents, job, output));
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
  const { console, receipt } = context;
  const terms = await termsIfKnown(context);
  console.note(boundLine(leads, options.dedupe, terms), { style: 'bold' });
  console.note('Dry run: nothing of the file was sent, and nothing was charged.');
  await print(context, documentOf(leads, options, receipt, terms?.priceCents));
}

/** Target of the result, and the reason if it can't be used: it may already be this job's result. */
interface PlannedOutput {
  readonly target: Target;
  readonly taken: Failure | undefined;
}

export async function planOutput(
  source: Source,
  { output, force }: UploadOptions,
  context: Context,
): Promise<PlannedOutput> {
  const { cwd } = context.host;
  const wish = { output, force, cwd, ...(!source.isPiped && { input: source.original }) };
  const list = source.isPiped ? 'stdin.csv' : source.original.replace(/\.xls[xm]$/i, '.csv');
  const name = enrichedName(list, { isTest: isTestKey(await context.findKey()) });
  try {
    return { target: await openTarget(wish, name), taken: undefined };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'output_exists') throw error;
    return { target: { kind: 'file', path: path.resolve(cwd, output ?? name), force }, taken: error };
  }
}

/** Whether this machine's record has a completed job of this list: its result is downloaded again for free. */
async function isPaid(
  { jobs }: UploadRecord,
  client: SkipTrace,
  startOver: boolean,
  { signal }: Context,
): Promise<boolean> {
  const id = startOver ? undefined : jobs.find(({ jobId }) => jobId !== undefined)?.jobId;
  return id !== undefined && (await findJob(client, id, signal))?.status === 'completed';
}

const freeWithForce = (taken: Failure): Failure =>
  new Failure('output_exists', taken.message, {
    hint: 'This list is already done and paid for. --force downloads its result again, at no cost; -o writes it to another file.',
  });

/**
 * The completed job with a result that is equal, byte for byte, to the file at the output: then there is
 * nothing to do. Any other file there is never touched.
 */
export async function jobAtOutput(
  { target, taken }: PlannedOutput,
  record: UploadRecord,
  client: SkipTrace,
  startOver: boolean,
  context: Context,
): Promise<SkipTraceJob | undefined> {
  if (!taken) return undefined;
  const id = target.kind === 'file' && !startOver ? await record.jobOf(target.path) : undefined;
  const job = id === undefined ? undefined : await findJob(client, id, context.signal);
  if (job?.status !== 'completed') {
    // Repeating the command would fail again; the failure names both alternatives.
    context.receipt.next = undefined;
    throw (await isPaid(record, client, startOver, context)) ? freeWithForce(taken) : taken;
  }
  noteJob(context.receipt, job);
  return job;
}
