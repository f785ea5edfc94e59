import path from 'node:path';
import type { SkipTrace, SkipTraceJob } from '@skiptrace/sdk';
import { count, dollars, utcMinute } from '../amounts.js';
import type { Context } from '../context.js';
import { isTestKey } from '../credentials/key.js';
import { Failure } from '../failures/failure.js';
import type { CommandInput } from '../input.js';
import { afterDownload, endedBadly, follow, pay, fileGone, fetchResult } from '../jobs/steps.js';
import {
  matchesOf,
  lookedUpOf,
  detailLines,
  priceLine,
  noteJob,
  paidCents,
  paidText,
  givenBackLine,
  shortId,
} from '../jobs/words.js';
import { print } from '../json.js';
import { enrichedName } from '../results.js';
import { readSpending, yesCommandLine } from '../spending.js';
import { plain, plainFilename, renderFacts, renderTable } from '../terminal/text.js';
import { openOutput } from './read-options.js';

export async function list(input: CommandInput, context: Context): Promise<void> {
  const { console, terminal } = context;
  const status = input.text('status');
  const limit = readLimit(input.text('limit'));
  const since = readSince(input.text('since'));
  const client = await context.client();
  const listed = client.jobs.list({ signal: context.signal });
  const isWhole = input.flag('all') || since !== undefined || (limit ?? 0) > ONE_PAGE;
  const jobs: SkipTraceJob[] = [];
  let seen = 0;
  for await (const job of isWhole ? listed : await listed) {
    // The list has the newest jobs first, so all later ones are older, too.
    if (jobs.length === limit || (since !== undefined && job.createdAt < since)) break;
    seen++;
    if (status === undefined || job.status === status) jobs.push(job);
  }
  if (context.json) return print(context, jobs);
  if (jobs.length === 0) {
    const which = status === undefined ? '' : ` with the status ${status}`;
    if (since !== undefined) return console.note(`You have no job${which} since ${input.text('since')}.`);
    if (seen === 0) return console.note('No jobs yet. "skiptrace upload FILE" makes one.');
    return console.note(
      isWhole || seen < ONE_PAGE
        ? `You have no job${which}.`
        : `You have no recent job${which}. --all looks at the older ones, too.`,
    );
  }
  // Commands accept the short ID too, and a terminal then has room for the file's name.
  const idOf = ({ id }: SkipTraceJob) => (Number.isFinite(terminal.outputColumns) ? shortId(id) : id);
  const rows = jobs.map((job) => [idOf(job), ...row(job)]);
  await console.data(renderTable(COLUMNS, rows, terminal.outputColumns));
}

function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1) throw new Failure('usage', `--limit takes a whole number from 1. "${text}" isn't one.`);
  return limit;
}

/** Number of jobs that one answer of the service lists. */
const ONE_PAGE = 50;

/** Midnight UTC of the `--since` day, written as a job's `createdAt` is, so that the two compare as text. */
function readSince(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  // `Date` reads the 31st of a shorter month as a day of the next month.
  if (day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text))
    return day.toISOString();
  throw new Failure('usage', `"${text}" isn't a day. Use --since 2026-11-28, which begins at 00:00 UTC.`);
}

const COLUMNS = ['ID', 'STATUS', 'ROWS', 'MATCHED', 'PRICE', 'CREATED (UTC)', 'FILE'];

const number = (value: number | null | undefined) => (typeof value === 'number' ? count(value) : undefined);
const money = (cents: number | null | undefined) => (typeof cents === 'number' ? dollars(cents) : undefined);

/** The price less the refund, as in the app's lists. */
const priceOf = ({ totalChargeCents, refundCents }: SkipTraceJob) =>
  typeof totalChargeCents === 'number' ? totalChargeCents - (refundCents ?? 0) : undefined;

function row(job: SkipTraceJob): string[] {
  return [
    job.status,
    number(job.totalRows) ?? '-',
    matchesOf(job) ?? '-',
    money(priceOf(job)) ?? '-',
    utcMinute(job.createdAt),
    job.filename,
  ];
}

export async function get(input: CommandInput, context: Context): Promise<void> {
  const { id, client } = await openJob(input, context);
  const job = await client.jobs.get(id, { signal: context.signal });
  noteJob(context.receipt, job);
  await print(context, job, describeJob(job));
}

/** All facts about a job, a line each, for a person. */
function describeJob(job: SkipTraceJob): string {
  const { resultSummary: summary, missReasons: misses } = job;
  const rows: [string, string | undefined][] = [
    ['Job', job.id],
    ['Status', job.status],
    ['File', job.filename],
    ['Rows', number(job.totalRows)],
    ['Looked up', number(lookedUpOf(job))],
    ['Matched', number(job.matchedRows)],
    [
      'Only with',
      job.requirePhone === true ? 'a phone: an owner without one counts as not matched' : undefined,
    ],
    ['Free repeats', number(job.repeatRows)],
    ['Not matched', number(job.nonMatchCount)],
    ['  not on file', number(misses?.notOnFileRows)],
    ['  several properties', number(misses?.severalFitRows)],
    ['  unit unclear', number(misses?.unitRows)],
    ['  address incomplete', number(misses?.incompleteRows)],
    ['  no phone', job.requirePhone === true ? number(misses?.noPhoneRows) : undefined],
    // Rows sent without an address: they repeat a property, can't match, or are blank.
    ['Not looked up', number(job.blankAddressCount)],
    ['With a phone', number(summary?.phoneRows)],
    ['Callable', number(summary?.callableRows)],
    ['  mobile', number(summary?.mobileRows)],
    ['  landline', number(summary?.landlineRows)],
    ['Only listed', number(summary?.dncOnlyRows)],
    ['Not checked', number(summary?.notCheckedRows)],
    ['With an email', number(summary?.emailRows)],
    ['With mailing address', number(summary?.mailingRows)],
    ['Absentee', number(summary?.absenteeRows)],
    ['Price', money(job.totalChargeCents)],
    ['Charged', money(paidCents(job))],
    ['Refunded', money(job.refundCents)],
    ['Error', job.errorMessage ?? undefined],
    ['Created', job.createdAt],
    ['Updated', job.updatedAt],
  ];
  return renderFacts(rows, LABEL_WIDTH);
}

/** Width of the longest label. A line with an ID then fits 60 columns. */
const LABEL_WIDTH = 21;

export async function wait(input: CommandInput, context: Context): Promise<void> {
  const { console, receipt } = context;
  const { id, client } = await openJob(input, context);
  receipt.next = receipt.suggest('jobs', 'wait', id);
  const job = await follow(client.jobs.handle(id), ['preview', 'completed'], context);
  if (job.status !== 'preview' && job.status !== 'completed') throw endedBadly(job, context);
  await print(context, job, `${job.status}\n`);
  if (job.status === 'preview') {
    for (const line of [priceLine(job), ...detailLines(job)]) console.note(line);
    console.note(`Next: ${receipt.suggest('jobs', 'confirm', id)}`);
  } else {
    console.note(`Next: ${receipt.suggest('jobs', 'download', id)}`);
  }
}

export async function confirm(input: CommandInput, context: Context): Promise<void> {
  const { console, receipt, signal } = context;
  const spending = readSpending(input, context);
  const { id, client } = await openJob(input, context);
  const handle = client.jobs.handle(id);
  const job = await handle.get({ signal });
  noteJob(receipt, job);
  if (job.status !== 'preview') {
    const paid = paidCents(job) > 0 ? ` ${paidText(job)}.` : '';
    throw new Failure(
      'wrong_status',
      `Job ${id} is ${plain(job.status)}; only a job in preview can be confirmed.${paid}`,
      {
        next: receipt.suggest('jobs', job.status === 'completed' ? 'download' : 'get', id),
      },
    );
  }
  const yesCommand = (price: number) => yesCommandLine(input.argv, price);
  const cents = await pay(handle, job, { spending, yesCommand }, context);
  const answer = { jobId: id, status: receipt.jobStatus ?? 'confirmed', totalChargeCents: cents };
  await print(context, answer, `${plain(answer.status)}\n`);
  console.note(`Next: ${receipt.suggest('jobs', 'download', id)}`);
}

export async function cancel(input: CommandInput, context: Context): Promise<void> {
  const { console, receipt, signal } = context;
  const { id, client } = await openJob(input, context);
  receipt.next = receipt.suggest('jobs', 'get', id);
  const answer = await client.jobs.handle(id).cancel({ signal });
  await print(context, answer, `${plain(answer.status)}\n`);
  console.note('Nothing was charged.');
}

export async function download(input: CommandInput, context: Context): Promise<void> {
  const { console, receipt, signal } = context;
  const { id, client } = await openJob(input, context);
  const handle = client.jobs.handle(id);
  const known = await handle.get({ signal });
  noteJob(receipt, known);
  // The service chooses the name: only its last part is used, without leading dots.
  const list = plainFilename(path.basename(known.filename)).replace(/^\.+/, '') || 'result.csv';
  const name = enrichedName(list, { isTest: isTestKey(await context.findKey()) });
  const target = await openOutput(input, context, name);
  const job = await follow(handle, ['preview', 'completed'], context);
  if (job.status === 'preview') {
    throw new Failure('wrong_status', `Job ${id} is not paid for yet.`, {
      next: receipt.suggest('jobs', 'confirm', id),
    });
  }
  if (job.status !== 'completed') throw endedBadly(job, context);
  if (!job.downloadUrl) throw fileGone(id);
  await fetchResult(handle, target, context);
  const givenBack = givenBackLine(await afterDownload(handle, job, context));
  if (givenBack !== undefined) console.note(givenBack);
  if (target.kind === 'stdout') return;
  const result = { jobId: id, status: job.status, chargedCents: 0, output: target.path };
  await print(context, result, `${plain(target.path)}\n`);
}

const WHOLE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const SHORTEST = 4;

/** The job that the user names by its ID or a unique prefix of it. After this, every error names the job. */
async function openJob(input: CommandInput, context: Context): Promise<{ id: string; client: SkipTrace }> {
  const { receipt } = context;
  const given = checkJobId(input.argument(0));
  const client = await context.client();
  const id = WHOLE.test(given) ? given : await longId(given, client, context);
  receipt.job(id);
  return { id, client };
}

/** Checks the ID before any request: it becomes part of a URL's path, where `..` would mean something else. */
function checkJobId(given: string): string {
  if (/^[\w-]+$/.test(given) && given.length >= SHORTEST) return given;
  throw new Failure(
    'usage',
    `"${given}" isn't a job ID. Give the ID or its first ${SHORTEST} characters or more.`,
    { next: 'skiptrace jobs list' },
  );
}

async function longId(start: string, client: SkipTrace, { signal, receipt }: Context): Promise<string> {
  const jobs = await client.jobs.list({ signal });
  const lower = start.toLowerCase();
  const found = jobs.filter(({ id }) => id.toLowerCase().startsWith(lower));
  const exact = found.find(({ id }) => id === start);
  const [only, ...others] = exact ? [exact] : found;
  if (!only) {
    throw new Failure('unknown_job', `You have no recent job with an ID that starts with ${start}.`, {
      hint: 'Jobs older than the 50 most recent need the whole ID.',
      next: receipt.suggest('jobs', 'list', '--all'),
    });
  }
  if (others.length > 0) {
    throw new Failure('usage', `${found.length} jobs have an ID that starts with ${start}:`, {
      details: found.map(({ id, status, filename }) => plain(`${id}  ${status}  ${filename}`)),
      hint: 'Add characters until only one job fits.',
    });
  }
  return only.id;
}
