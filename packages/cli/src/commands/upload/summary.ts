import path from 'node:path';
import { type Leads, ownersOnce, readEnriched, type EnrichedRow } from '@skiptrace/csv/leads';
import type { SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { isTestKey, TEST_KEY_FINDS } from '../../credentials/key.js';
import { detailLines, givenBackLine } from '../../jobs/words.js';
import { bytesOf, openSource } from '../../leads/source.js';
import { count, plural } from '../../amounts.js';
import type { UploadOptions } from '../read-options.js';

/**
 * Summary of the result for the user who paid. It counts properties, as the price does; rows that repeat one
 * are only filled. Values that cannot be counted are omitted: the result itself exists.
 * @param shown lines that this run showed with the price
 */
export async function summarize(
  job: SkipTraceJob,
  file: string,
  leads: Pick<Leads, 'rows' | 'repeated' | 'uniqueAddresses'>,
  chosen: Pick<UploadOptions, 'overrides' | 'state' | 'dedupe'>,
  context: Context,
  shown: readonly string[],
): Promise<void> {
  const { console, json, receipt } = context;
  if (json) return;
  const found = await contactsIn(file, chosen, context).catch(() => undefined);
  const asked = leads.uniqueAddresses;
  // If every row was sent, the service's count is of rows.
  const isOnce = chosen.dedupe || leads.repeated === 0;
  const matched = (isOnce ? job.matchedRows : found?.owners) ?? 0;
  const rate = asked === 0 ? '' : ` (${Math.round((100 * matched) / asked)}%)`;
  const filled =
    found === undefined || found.rows === found.owners
      ? ''
      : ` With the rows that repeat them, ${count(found.rows)} of ${plural(leads.rows, 'row')} have an owner.`;
  console.note(
    `Found owners for ${count(matched)} of ${plural(asked, 'address', 'addresses')} that can match${rate}.${filled}`,
    { mark: 'ok' },
  );
  if (matched === 0 && isTestKey(await context.findKey())) console.note(`  ${TEST_KEY_FINDS}`);
  for (const line of detailLines(job)) if (!shown.includes(line)) console.note(`  ${line}`);
  const givenBack = givenBackLine(job);
  if (givenBack !== undefined) console.note(`  ${givenBack}`);
  if (found === undefined || found.owners === 0) return;
  const { phones, doNotCall, emails } = found;
  const listed =
    doNotCall === 0
      ? ''
      : `: ${count(phones - doNotCall)} callable, ${count(doNotCall)} not checked or on a Do Not Call list`;
  console.note(`  ${plural(phones, 'phone number')}${listed}; ${plural(emails, 'email')}`);
  const words = [nearName(file, context.host.cwd), '--layout', 'hubspot', ...columnsOf(chosen)];
  console.note(`Next: ${receipt.suggest('export', ...words)}`);
  if (doNotCall > 0) console.note(`  It leaves ${leftOutWords(doNotCall, phones)}`);
}

/**
 * Text that names the numbers that a layout without a Do Not Call column leaves out, the reason, and the
 * option to keep them.
 */
export function leftOutWords(leftOut: number, all?: number): string {
  const numbers = plural(leftOut, 'number');
  const which = leftOut !== all ? numbers : leftOut === 1 ? 'the only number' : `all ${numbers}`;
  return `${which} out: on a Do Not Call registry, or nobody checked. --dnc keep includes them.`;
}

/**
 * Options that chose the columns. The result has the same columns, so without them the export would ask the same questions.
 */
const columnsOf = ({ overrides, state }: Pick<UploadOptions, 'overrides' | 'state'>): string[] => [
  ...Object.entries(overrides).flatMap(([field, header]) => ['--map', `${field}=${header}`]),
  ...(state === undefined ? [] : ['--state', state]),
];

/** The path as a person in `cwd` would type it. */
function nearName(file: string, cwd: string): string {
  const relative = path.relative(cwd, file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
}

interface Contacts {
  /** Rows with an owner. */
  rows: number;
  /** Different owners, and the details on file for them. */
  owners: number;
  phones: number;
  doNotCall: number;
  emails: number;
}

async function contactsIn(
  file: string,
  { overrides, state }: Pick<UploadOptions, 'overrides' | 'state'>,
  context: Context,
): Promise<Contacts> {
  const sum: Contacts = { rows: 0, owners: 0, phones: 0, doNotCall: 0, emails: 0 };
  const source = bytesOf(await openSource(file, context));
  const wanted = { overrides, ...(state !== undefined && { state }) };
  const counted = async function* (): AsyncGenerator<EnrichedRow> {
    for await (const row of readEnriched(source, wanted)) {
      if (row.owner !== null) sum.rows += 1;
      yield row;
    }
  };
  for await (const { owner } of ownersOnce(counted())) {
    sum.owners += 1;
    sum.phones += owner.phones.length;
    sum.doNotCall += owner.phones.filter(({ dnc }) => dnc).length;
    sum.emails += owner.emails.length;
  }
  return sum;
}
