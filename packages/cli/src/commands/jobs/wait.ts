import type { Context } from '../../context.js';
import { endedBadly, follow } from '../../jobs/follow.js';
import { detailLines, priceLine } from '../../jobs/price.js';
import { renderJson } from '../../json.js';
import type { CommandInput } from '../../input.js';
import { openJob } from './job-id.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, receipt } = context;
  const { id, client } = await openJob(input, context);
  receipt.next = receipt.suggest('jobs', 'wait', id);
  const job = await follow(client.jobs.handle(id), ['preview', 'completed'], context);
  if (job.status !== 'preview' && job.status !== 'completed') throw endedBadly(job, context);
  if (context.json) await console.data(renderJson(job, context.json));
  else await console.line(job.status);
  if (job.status === 'preview') {
    for (const line of [priceLine(job), ...detailLines(job)]) console.note(line);
    console.note(`Next: ${receipt.suggest('jobs', 'confirm', id)}`);
  } else {
    console.note(`Next: ${receipt.suggest('jobs', 'download', id)}`);
  }
}
