import type { Context } from '../../context.js';
import { renderJson } from '../../json.js';
import type { CommandInput } from '../../input.js';
import { openJob } from './job-id.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, receipt, signal } = context;
  const { id, client } = await openJob(input, context);
  receipt.next = receipt.suggest('jobs', 'get', id);
  const answer = await client.jobs.handle(id).cancel({ signal });
  if (context.json) await console.data(renderJson(answer, context.json));
  else await console.line(answer.status);
  console.note('Nothing was charged.');
}
