import path from 'node:path';
import type { ByteSource } from '@skiptrace/csv';
import { fileSource } from '@skiptrace/csv/files';
import { helperCount, readSample, restored, withoutHelpers } from '@skiptrace/csv/leads';
import type { Context } from '../../context.js';
import { Failure } from '../../failures/failure.js';
import { noteJob } from '../../jobs/facts.js';
import { fileGone } from '../../jobs/file-gone.js';
import { fetchResult } from '../../jobs/fetch-result.js';
import { endedBadly, follow } from '../../jobs/follow.js';
import { copyShapeOf } from '../../jobs/copy-shapes.js';
import { publish } from '../../results/publish.js';
import { renderJson } from '../../json.js';
import { enrichedName, openTarget } from '../../results/target.js';
import { plainFilename } from '../../terminal/text.js';
import type { CommandInput } from '../input.js';
import { openJob } from './job-id.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, receipt, signal, host } = context;
  const { id, client } = await openJob(input, context);
  const handle = client.jobs.handle(id);
  const known = await handle.get({ signal });
  noteJob(receipt, known);
  // The name is the service's word: only its last part, and never one that begins with a dot.
  const name = enrichedName(plainFilename(path.basename(known.filename)).replace(/^\.+/, '') || 'result.csv');
  const target = await openTarget(
    { output: input.text('output'), force: input.flag('force'), cwd: host.cwd },
    name,
  );
  const job = await follow(handle, ['preview', 'completed'], context);
  if (job.status === 'preview') {
    throw new Failure('wrong_status', `Job ${id} is not paid for yet.`, {
      next: receipt.suggest('jobs', 'confirm', id),
    });
  }
  if (job.status !== 'completed') throw endedBadly(job, context);
  if (!job.downloadUrl) throw fileGone(id);
  const shape = await copyShapeOf(host, id);
  if (shape?.dedupe) {
    console.warn(
      'warning: this job has each address once. The same "skiptrace upload" again writes all rows, for free.',
    );
  }
  const rewrite = shape && shape.count > 0 ? (whole: ByteSource) => withoutHelpers(whole, shape) : undefined;
  await fetchResult(handle, target, rewrite, context);
  if (target.kind === 'stdout') return;
  if (rewrite === undefined) await makeWhole(target.path, context);
  const result = { jobId: id, status: job.status, chargedCents: 0, output: target.path };
  await console.data(context.json ? renderJson(result, context.json) : `${target.path}\n`);
}

/**
 * The list of a job that another machine or the web app made says by itself which columns the service alone needed, and which
 * rows repeat another.
 */
async function makeWhole(file: string, context: Context): Promise<void> {
  const whole = await fileSource(file);
  const sample = await readSample(whole);
  if (sample === undefined || helperCount(sample.header.names) === 0) return;
  await publish({ kind: 'file', path: file, force: true }, restored(whole), context);
}
