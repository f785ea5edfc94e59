import type { Context } from '../../context.js';
import { describeJob } from '../../jobs/describe.js';
import { noteJob } from '../../jobs/facts.js';
import { renderJson } from '../../json.js';
import type { CommandInput } from '../../input.js';
import { openJob } from './job-id.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { id, client } = await openJob(input, context);
  const job = await client.jobs.get(id, { signal: context.signal });
  noteJob(context.receipt, job);
  await context.console.data(context.json ? renderJson(job, context.json) : describeJob(job));
}
