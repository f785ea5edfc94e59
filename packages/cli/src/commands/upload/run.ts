import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { MappingError } from '@skiptrace/csv';
import { writeChunks } from '@skiptrace/csv/files';
import { contentDigest, paidOnce, type ServiceCopy, type Leads } from '@skiptrace/csv/leads';
import type { JobHandle, SkipTraceJob, TransferProgress } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { Failure } from '../../failures/failure.js';
import { errorCode, writingIn } from '../../failures/system-error.js';
import type { CommandInput } from '../../input.js';
import { findOrCreate, UploadRecord } from '../../jobs/record.js';
import { afterDownload, fetchResult, fileGone, endedBadly, follow, pay } from '../../jobs/steps.js';
import { detailLines, noteJob, paidText, shortId } from '../../jobs/words.js';
import {
  prepareLeads,
  inspectLeads,
  settleApart,
  type InspectOptions,
  choicesOf,
  UnclearMapping,
} from '../../leads/inspect.js';
import { sayRepeated, boundLine, showLeads, sizeWarning } from '../../leads/show.js';
import { bytesOf, openSource, unchanging, type Source } from '../../leads/source.js';
import { temporaryFolder } from '../../settings/temporary.js';
import { yesCommandLine, termsOf } from '../../spending.js';
import { askLine } from '../../terminal/prompt.js';
import { again, plain, shellWord } from '../../terminal/text.js';
import { readUploadOptions, type UploadOptions } from '../read-options.js';
import {
  jobAtOutput,
  planOutput,
  OF_WHAT,
  report,
  reportBound,
  sayContinued,
  sayPaidBefore,
} from './report.js';
import { summarize } from './summary.js';

/** Plan, show, ask, pay, download: nothing is sent before the file, the mapping and the output have been checked. */
export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, host, receipt } = context;
  const wanted = readUploadOptions(input, context);
  const named = await openSource(wanted.file, context, wanted.sheet);
  const opened = wanted.dryRun ? named : await unchanging(named, context);
  const { source, overrides } = await prepareLeads(opened, wanted, context);
  const leads = await inspectAsking(source, { ...wanted, overrides }, context);
  const options = { ...wanted, dedupe: wanted.dedupe && leads.repeated > 0 };
  showLeads(source, leads, context);
  requireAddresses(source, leads);
  await settleApart(source, leads, options.sameProperty, context);
  sayRepeated(leads.repeated, 'row', options.dedupe, context);
  const tooLarge = sizeWarning(source);
  if (tooLarge !== undefined) console.warn(`warning: ${tooLarge}`);
  if (options.dryRun) return reportBound(leads, options, context);
  const output = await planOutput(source, options, context);

  // Holds the copy to send, or the result on its way to standard output. If it can't be created, the command
  // ends before it has paid.
  const copy = paidOnce(bytesOf(source), leads, options);
  if (copy.csv !== undefined || output.target.kind === 'stdout') await temporaryFolder(context);
  const client = await context.client();
  const { baseUrl, profileName } = context;
  const content = await contentDigest(leads, options);
  const record = await UploadRecord.open(host, { content, baseUrl, profileName });
  context.onEnd(() => record.close());
  const terms = await termsOf(client, context);
  const { priceCents, freeRepeatDays } = terms;
  console.note(boundLine(leads, options.dedupe, terms), { style: 'bold' });
  receipt.next = again(input.argv);
  const { target } = output;
  const there = await jobAtOutput(output, record, client, options.startOver, context);
  if (there) {
    console.note(
      `Already done: job ${shortId(there.id)} (${paidText(there)}). Nothing was charged. The result is as it was downloaded; --force fetches it again, free, without owners who were left out since.`,
    );
    return report({ job: there, target, leads, options, priceCents }, context);
  }

  const make = {
    filename: source.name,
    columnMapping: copy.columnMapping,
    contentDigest: content,
    ...(options.requirePhone && { requirePhone: true }),
  };
  const { handle, job, madeBefore } = await findOrCreate(client, record, make, options.startOver, context);
  receipt.next = again(input.argv, ['--new']);
  if (madeBefore) sayContinued(job, madeBefore, context);
  else if (!source.isPiped) await sayPaidBefore(client, handle.id, source.name, freeRepeatDays, context);

  const advanced = await advance({ handle, job, source, copy, leads, options, input }, context);
  const { shown } = advanced;
  let result = advanced.job;
  if (result.status === 'completed') {
    if (!result.downloadUrl) throw fileGone(handle.id, '--new starts over, and costs again.');
    await fetchResult(handle, target, context);
    if (job.status === 'completed') result = await afterDownload(handle, result, context);
    if (target.kind === 'file') await remember(record, handle.id, target.path, context);
  }
  if (result.status === 'completed' && target.kind === 'file')
    await summarize(result, target.path, leads, options, context, shown);
  await report({ job: result, target, leads, options, priceCents }, context);
}

/** Refuses a column without addresses, which was most likely mapped by mistake. */
function requireAddresses(source: Source, { uniqueAddresses, mapping }: Leads): void {
  if (uniqueAddresses > 0) return;
  const column = mapping.fields.find(({ field }) => field === 'address')?.headers.join(' + ');
  const from = column === undefined || column === '' ? '' : ` Addresses are read from "${plain(column)}".`;
  throw new Failure('input_empty', `No row of ${source.shown} has an address that can match.${from}`, {
    hint: 'Nothing was sent. Name the column of addresses with --map "address=…".',
  });
}

/** Records the path of the result. The command doesn't fail if it can't: the result exists. */
async function remember(
  record: UploadRecord,
  jobId: string,
  file: string,
  { console }: Context,
): Promise<void> {
  await record.wrote(jobId, file).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    console.warn(
      `warning: couldn't remember that this file was written (${why}). Running the same command again is free.`,
    );
  });
}

interface Work {
  readonly handle: JobHandle;
  readonly job: SkipTraceJob;
  readonly source: Source;
  readonly copy: ServiceCopy;
  readonly leads: Leads;
  readonly options: UploadOptions;
  readonly input: CommandInput;
}

/**
 * Takes the job from its current state to the one that this run was asked for.
 * @returns the job, and the lines about its matches that this run showed with the price
 */
async function advance(
  work: Work,
  context: Context,
): Promise<{ job: SkipTraceJob; shown: readonly string[] }> {
  const { handle, source, options, input } = work;
  const { receipt } = context;
  let { job } = work;
  let shown: readonly string[] = [];
  if (job.status === 'pending') await uploadFile(work, context);
  // Without --new the same command prefers a job of this list that was paid before.
  if (options.startOver) receipt.next = receipt.suggest('jobs', 'wait', handle.id);
  if (job.status !== 'completed') job = await follow(handle, ['preview', 'completed'], context);
  if (job.status === 'preview') {
    requireOption(job, options);
    if (options.preview) return { job, shown };
    shown = detailLines(job);
    const yesCommand =
      source.isPiped || options.startOver
        ? (cents: number) => yesCommandLine(['jobs', 'confirm', handle.id], cents)
        : (cents: number) => yesCommandLine(input.argv, cents);
    await pay(handle, job, { spending: options.spending, ofWhat: OF_WHAT, yesCommand }, context);
    job = options.detach
      ? await handle.get({ signal: context.signal })
      : await follow(handle, ['completed'], context);
  }
  if (job.status === 'failed' || job.status === 'cancelled') throw endedBadly(job, context);
  noteJob(receipt, job);
  return { job, shown };
}

/** Refuses a service without the option: it would ignore it and charge for every match. */
function requireOption(job: SkipTraceJob, { requirePhone }: UploadOptions): void {
  if (!requirePhone || job.requirePhone === true) return;
  throw new Failure('usage', 'This service does not know --require-phone: the job counts every match.', {
    hint: `Nothing was charged. Job ${shortId(job.id)} is waiting; run the command without the option to see its price.`,
  });
}

async function uploadFile({ handle, source, copy: { csv } }: Work, context: Context): Promise<void> {
  const { signal } = context;
  let file = source.path;
  if (csv !== undefined) {
    const folder = await temporaryFolder(context);
    const copy = (file = path.join(folder, 'leads.csv'));
    await writingIn(folder, () => writeChunks(copy, csv, signal));
  }
  const progress = await context.progress();
  const onProgress = ({ bytes, totalBytes }: TransferProgress) =>
    progress.transfer('upload', bytes, totalBytes);
  await handle.upload(file, { signal, onProgress }).catch(async (error: unknown) => {
    // Another machine that started the same list at the same time was faster.
    if (errorCode(error) === 'conflict') return;
    if (errorCode(error) === 'input_file') {
      // Without its file the job is cancelled at the service; repeating the command would fail again.
      await handle.cancel({ signal }).catch(() => undefined);
      context.receipt.next = undefined;
    }
    throw error;
  });
  progress.stop();
  if (file !== source.path) await rm(file, { force: true });
}

/** Inspects a file. If a column is unclear, asks the user when there is a terminal; otherwise rejects the file. */
async function inspectAsking(source: Source, options: InspectOptions, context: Context): Promise<Leads> {
  let overrides = options.overrides;
  for (;;) {
    try {
      return await inspectLeads(source, { ...options, overrides }, context.signal);
    } catch (error) {
      if (!(error instanceof UnclearMapping) || !context.terminal.canAsk) throw error;
      const [question] = error.errors;
      // Asked only if answers can settle every error: otherwise the upload would be refused anyway.
      const canSettle = error.errors.every((one) => choicesOf(one).length > 0);
      if (question?.field === undefined || !canSettle) throw error;
      const header = await askColumn(question, error.sampleOf, context);
      if (header === undefined) throw error;
      overrides = { ...overrides, [question.field]: header };
      context.console.note(`As an option: --map ${shellWord(`${question.field}=${header}`)}`);
    }
  }
}

/** The chosen header; undefined if none was chosen. */
async function askColumn(
  question: MappingError,
  sampleOf: UnclearMapping['sampleOf'],
  context: Context,
): Promise<string | undefined> {
  const { console } = context;
  const choices = choicesOf(question);
  console.note(plain(question.message));
  choices.forEach((header, at) => console.note(`  ${at + 1}  ${plain(header)}${sampleOf(header)}`));
  const asked = `Which column is the ${question.field}? [1-${choices.length}, Enter for none] `;
  const answer = await askLine(context, asked);
  return choices[Number(answer?.trim() || 0) - 1];
}
