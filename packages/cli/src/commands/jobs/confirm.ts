import type { Context } from '../../context.js';
import { Failure } from '../../failures/failure.js';
import { noteJob, paidCents } from '../../jobs/facts.js';
import { pay } from '../../jobs/pay.js';
import { renderJson } from '../../json.js';
import { readSpending, yesCommandLine } from '../../spending/approve.js';
import { dollars } from '../../amounts.js';
import { plain } from '../../terminal/text.js';
import type { CommandInput } from '../../input.js';
import { openJob } from './job-id.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, receipt, signal } = context;
  const spending = readSpending(input, context);
  const { id, client } = await openJob(input, context);
  const handle = client.jobs.handle(id);
  const job = await handle.get({ signal });
  noteJob(receipt, job);
  if (job.status !== 'preview') {
    const before = paidCents(job);
    const paid = before > 0 ? ` ${dollars(before)} was charged when it was confirmed.` : '';
    throw new Failure(
      'wrong_status',
      `Job ${id} is ${plain(job.status)}; only a job in preview can be confirmed.${paid}`,
      {
        next: receipt.suggest('jobs', job.status === 'completed' ? 'download' : 'get', id),
      },
    );
  }
  const cents = await pay(
    handle,
    job,
    {
      spending,
      yesCommand: (cents) => yesCommandLine(input.argv, cents),
    },
    context,
  );
  const answer = { jobId: id, status: receipt.jobStatus ?? 'confirmed', totalChargeCents: cents };
  if (context.json) await console.data(renderJson(answer, context.json));
  else await console.line(answer.status);
  console.note(`Next: ${receipt.suggest('jobs', 'download', id)}`);
}
