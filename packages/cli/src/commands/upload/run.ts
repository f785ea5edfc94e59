import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { JobHandle, SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { Failure } from '../../failures/failure.js';
import { noteJob } from '../../jobs/facts.js';
import { fetchResult } from '../../jobs/fetch-result.js';
import { findOrCreate } from '../../jobs/find-or-create.js';
import { endedBadly, follow } from '../../jobs/follow.js';
import { keepHelperShape } from '../../jobs/helper-shapes.js';
import { pay } from '../../jobs/pay.js';
import { priceLine } from '../../jobs/price.js';
import { UploadRecord } from '../../jobs/record.js';
import { renderJson } from '../../json.js';
import { writeCopy } from '../../leads/copy.js';
import { inspectLeads, type Leads } from '../../leads/inspect.js';
import { showLeads } from '../../leads/show.js';
import { openSource, type Source, temporaryFolder } from '../../leads/source.js';
import { yesCommandLine } from '../../money/approve.js';
import { count, dollars, plural, PRICE_CENTS } from '../../money/cents.js';
import { enrichedName, openTarget, type Target } from '../../results/target.js';
import { shellCommand } from '../../terminal/text.js';
import type { CommandInput } from '../command.js';
import { readUploadOptions, type UploadOptions } from './options.js';

/** Plan, show, ask, pay, fetch: nothing is sent before the file, the mapping and the output are known to be good. */
export async function run(input: CommandInput, context: Context): Promise<void> {
  const options = readUploadOptions(input, context);
  const source = await openSource(options.file, context);
  const leads = await inspectLeads(source, options, context.signal);
  showLeads(source, leads, context.console);
  if (options.dryRun) return showBound(leads, context);

  const { host, receipt } = context;
  const target = await openTarget(
    {
      output: options.output,
      force: options.force,
      cwd: host.cwd,
      ...(options.file !== '-' && { input: source.path }),
    },
    options.file === '-' ? 'stdin.enriched.csv' : enrichedName(source.path),
  );
  if (target.kind === 'stdout' && leads.helpers.length > 0) {
    throw new Failure(
      'usage',
      '-o - cannot be used here: columns have to be built, and cut from the result again.',
    );
  }

  const client = await context.client();
  const identity = {
    fileDigest: leads.digest,
    mapping: [
      leads.columnMapping,
      leads.helpers.map(({ field, sources }) => [field, ...sources]),
      options.state ?? null,
    ],
    baseUrl: context.baseUrl,
    profileName: context.profileName,
  };
  const record = await UploadRecord.open(host, identity, source.name);
  context.onEnd(() => record.close());
  receipt.next = shellCommand(['skiptrace', ...input.argv]);

  const make = { filename: source.name, columnMapping: leads.columnMapping };
  const { handle, job, continued } = await findOrCreate(client, record, make, options.startOver, context);
  if (continued) sayContinued(job, context);
  const shape =
    leads.helpers.length === 0
      ? undefined
      : { count: leads.helpers.length, delimiter: leads.dialect.delimiter };
  if (shape) await keepHelperShape(host, handle.id, shape);

  const result = await advance({ handle, job, source, leads, options, target, input }, context);
  if (result.status === 'completed') {
    if (!result.downloadUrl) {
      throw new Failure('file_gone', `The service no longer has the file of job ${handle.id}.`, {
        hint: 'It was paid for and is past the time the service keeps files. --new starts over, and costs again.',
      });
    }
    await fetchResult(handle, target, shape, context);
  }
  await report(result, target, context);
}

interface Work {
  readonly handle: JobHandle;
  readonly job: SkipTraceJob;
  readonly source: Source;
  readonly leads: Leads;
  readonly options: UploadOptions;
  readonly target: Target;
  readonly input: CommandInput;
}

/** Takes the job from wherever it is to where this run was asked to bring it. */
async function advance(work: Work, context: Context): Promise<SkipTraceJob> {
  const { handle, options, input } = work;
  const { receipt } = context;
  let { job } = work;
  if (job.status === 'pending') await uploadFile(work, context);
  if (job.status !== 'completed') job = await follow(handle, ['preview', 'completed'], context);
  if (job.status === 'preview') {
    if (options.preview) return job;
    const yesCommand =
      options.file === '-'
        ? (cents: number) => yesCommandLine(['jobs', 'confirm', handle.id], cents)
        : (cents: number) => yesCommandLine(input.argv, cents);
    await pay(handle, job, { spending: options.spending, yesCommand }, context);
    job = options.detach
      ? await handle.get({ signal: context.signal })
      : await follow(handle, ['completed'], context);
  }
  if (job.status === 'failed' || job.status === 'cancelled') throw endedBadly(job, context);
  noteJob(receipt, job);
  return job;
}

async function uploadFile({ handle, source, leads }: Work, context: Context): Promise<void> {
  const { signal } = context;
  let file = source.path;
  if (leads.helpers.length > 0) {
    const folder = await temporaryFolder(context);
    file = path.join(folder, 'leads.csv');
    await writeCopy(source.path, file, leads.helpers, leads.dialect);
  }
  const progress = await context.progress();
  await handle.upload(file, {
    signal,
    onProgress: ({ bytes, totalBytes }) => progress.transfer('upload', bytes, totalBytes),
  });
  progress.stop();
  if (file !== source.path) await rm(file, { force: true });
}

function sayContinued(job: SkipTraceJob, { console }: Context): void {
  if (job.status === 'completed') {
    const price = dollars(job.totalChargeCents ?? 0);
    console.note(
      `This file was done before as job ${job.id} and paid with ${price}. It is downloaded again; nothing is charged.`,
    );
  } else {
    console.note(`This file is job ${job.id} already, which is ${job.status}: going on with it.`);
  }
}

async function report(job: SkipTraceJob, target: Target, context: Context): Promise<void> {
  const { console, receipt } = context;
  const done = job.status === 'completed';
  const output = done && target.kind === 'file' ? target.path : null;
  if (context.json) {
    if (done && target.kind === 'stdout') return;
    const { id: jobId, status, totalRows, matchedRows, totalChargeCents } = job;
    const result = {
      jobId,
      status,
      totalRows,
      matchedRows,
      totalChargeCents,
      chargedCents: receipt.chargedCents,
      output,
    };
    return console.data(renderJson(result, context.json));
  }
  if (output !== null) return console.data(`${output}\n`);
  if (done) return;
  if (job.status === 'preview') {
    console.note(priceLine(job));
    console.note(`Nothing was charged. Next: ${receipt.suggest('jobs', 'confirm', job.id)}`);
    console.note(`To give it up: ${receipt.suggest('jobs', 'cancel', job.id)}`);
    return console.data(`${job.id}\n`);
  }
  console.note(`Job ${job.id} is ${job.status}. Next: ${receipt.suggest('jobs', 'download', job.id)}`);
  return console.data(`${job.id}\n`);
}

/** `--dry-run`: what it can cost at most, before anybody has seen the file. */
async function showBound(leads: Leads, context: Context): Promise<void> {
  const { rows, blankAddresses, uniqueAddresses } = leads;
  const boundCents = (rows - blankAddresses) * PRICE_CENTS;
  context.console.note(
    `At most ${plural(rows - blankAddresses, 'row')} × ${dollars(PRICE_CENTS)} = ${dollars(boundCents)}, if every one matches ` +
      `(${count(uniqueAddresses)} different addresses). Nothing was sent, nothing was charged.`,
  );
  if (!context.json) return;
  await context.console.data(
    renderJson(
      { rows, blankAddresses, uniqueAddresses, maxCents: boundCents, columnMapping: leads.columnMapping },
      context.json,
    ),
  );
}
