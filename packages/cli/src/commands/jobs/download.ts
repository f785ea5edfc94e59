import path from 'node:path';
import type { Context } from '../../context.js';
import { isTestKey } from '../../credentials/key.js';
import { Failure } from '../../failures/failure.js';
import { isRecord } from '../../is-record.js';
import { noteJob } from '../../jobs/facts.js';
import { fileGone } from '../../jobs/file-gone.js';
import { fetchResult } from '../../jobs/fetch-result.js';
import { endedBadly, follow } from '../../jobs/follow.js';
import { renderJson } from '../../json.js';
import { enrichedName, openTarget } from '../../results/target.js';
import { stateDirectory } from '../../settings/paths.js';
import { readJson } from '../../settings/private-file.js';
import { plainFilename } from '../../terminal/text.js';
import type { CommandInput } from '../../input.js';
import { openJob } from './job-id.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, receipt, signal, host } = context;
  const { id, client } = await openJob(input, context);
  const handle = client.jobs.handle(id);
  const known = await handle.get({ signal });
  noteJob(receipt, known);
  // The service chooses the name: only its last part is used, without leading dots.
  const list = plainFilename(path.basename(known.filename)).replace(/^\.+/, '') || 'result.csv';
  const name = enrichedName(list, { isTest: isTestKey(await context.findKey()) });
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
  await warnOfLeftOutRows(id, context);
  await fetchResult(handle, target, context);
  if (target.kind === 'stdout') return;
  const result = { jobId: id, status: job.status, chargedCents: 0, output: target.path };
  if (context.json) await console.data(renderJson(result, context.json));
  else await console.line(target.path);
}

/**
 * Early versions of this program removed repeated rows before sending, and noted that for the job: its file
 * lacks them permanently.
 */
async function warnOfLeftOutRows(jobId: string, { host, console }: Context): Promise<void> {
  const note = await readJson(path.join(stateDirectory(host), 'jobs', `${jobId}.json`)).catch(
    () => undefined,
  );
  if (!isRecord(note) || note['dedupe'] !== true) return;
  console.warn(
    'warning: an early version of skiptrace sent this list without the rows that repeat a property, so the result lacks them.',
  );
}
