import type { Context } from '../../context.js';
import { noteJob, paidCents } from '../../jobs/facts.js';
import { renderJson } from '../../json.js';
import type { CommandInput } from '../../input.js';
import { openJob } from './job-id.js';
import type { SkipTraceJob } from '@skiptrace/sdk';
import { count, dollars } from '../../amounts.js';
import { plain } from '../../terminal/text.js';
import { lookedUpOf } from '../../jobs/price.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { id, client } = await openJob(input, context);
  const job = await client.jobs.get(id, { signal: context.signal });
  noteJob(context.receipt, job);
  await context.console.data(context.json ? renderJson(job, context.json) : describeJob(job));
}

/** All facts about a job, a line each, for a person. */
function describeJob(job: SkipTraceJob): string {
  const number = (value: number | null | undefined) => (typeof value === 'number' ? count(value) : undefined);
  const money = (value: number | null | undefined) =>
    typeof value === 'number' ? dollars(value) : undefined;
  const { resultSummary: summary, missReasons: misses } = job;
  const rows: [string, string | undefined][] = [
    ['Job', job.id],
    ['Status', job.status],
    ['File', job.filename],
    ['Rows', number(job.totalRows)],
    ['Looked up', number(lookedUpOf(job))],
    ['Matched', number(job.matchedRows)],
    ['Only with', job.requirePhone === true ? 'a phone: nobody else counts as matched' : undefined],
    ['Free repeats', number(job.repeatRows)],
    ['Not matched', number(job.nonMatchCount)],
    ['  not on file', number(misses?.notOnFileRows)],
    ['  several fit', number(misses?.severalFitRows)],
    ['  unit', number(misses?.unitRows)],
    ['  incomplete', number(misses?.incompleteRows)],
    ['  no phone', job.requirePhone === true ? number(misses?.noPhoneRows) : undefined],
    // Rows without an address in the file that was sent: they repeat a property, can't match, or are blank.
    ['Not looked up', number(job.blankAddressCount)],
    ['With a phone', number(summary?.phoneRows)],
    ['Callable', number(summary?.callableRows)],
    ['  mobile', number(summary?.mobileRows)],
    ['  landline', number(summary?.landlineRows)],
    ['DNC only', number(summary?.dncOnlyRows)],
    ['Not checked', number(summary?.notCheckedRows)],
    ['With an email', number(summary?.emailRows)],
    ['With mail', number(summary?.mailingRows)],
    ['Absentee', number(summary?.absenteeRows)],
    ['Price', money(job.totalChargeCents)],
    ['Charged', money(paidCents(job))],
    ['Refunded', money(job.refundCents)],
    ['Error', job.errorMessage ?? undefined],
    ['Created', job.createdAt],
    ['Updated', job.updatedAt],
  ];
  return rows
    .map(([label, value]) => (value === undefined ? '' : `${label.padEnd(14)} ${plain(value)}\n`))
    .join('');
}
