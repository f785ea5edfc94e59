import type { Context } from '../../context.js';
import { describeJob } from '../../jobs/describe.js';
import { noteJob } from '../../jobs/facts.js';
import { renderJson } from '../../json.js';
import type { CommandInput } from '../command.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const client = await context.client();
  const job = await client.jobs.get(input.argument(0), { signal: context.signal });
  noteJob(context.receipt, job);
  await context.console.data(context.json ? renderJson(job, context.json) : describeJob(job));
}
