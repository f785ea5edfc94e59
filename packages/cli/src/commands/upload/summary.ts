import path from 'node:path';
import { dncStatus } from '@skiptrace/csv';
import { listedNumbers } from '@skiptrace/csv/layouts';
import { type Leads, ownersOnce, readEnriched, type EnrichedRow } from '@skiptrace/csv/leads';
import type { SkipTraceJob } from '@skiptrace/sdk';
import { count, plural } from '../../amounts.js';
import type { Context } from '../../context.js';
import { isTestKey, TEST_KEY_FINDS } from '../../credentials/key.js';
import { detailLines, givenBackLine } from '../../jobs/words.js';
import { bytesOf, openSource } from '../../leads/source.js';
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
  const { phones, listed, notChecked, emails } = found;
  const callable = phones - listed - notChecked;
  const statuses =
    callable === phones ? '' : `: ${count(callable)} callable, ${statusWords({ listed, notChecked })}`;
  console.note(`  ${plural(phones, 'phone number')}${statuses}; ${plural(emails, 'email')}`);
  // A file for a CRM or a dialer has callable numbers only: without any, the next step is to have the others checked.
  const layout = callable === 0 && phones > 0 ? 'split' : 'hubspot';
  const words = [nearName(file, context.host.cwd), '--layout', layout, ...columnsOf(chosen)];
  console.note(`Next: ${receipt.suggest('export', ...words)}`);
  if (layout === 'split')
    console.note('  It keeps each number with its Do Not Call status, to have it checked.');
  else if (callable < phones) console.note(`  It leaves ${leftOutWords({ listed, notChecked })}`);
}

/** Numbers that are listed, or not checked. */
interface NotCallable {
  listed: number;
  notChecked: number;
}

/** `3 listed, 2 not checked against Do Not Call lists` */
function statusWords({ listed, notChecked }: NotCallable): string {
  const parts = [
    ...(listed > 0 ? [`${count(listed)} listed`] : []),
    ...(notChecked > 0 ? [`${count(notChecked)} not checked against`] : []),
  ];
  return `${parts.join(', ')}${notChecked > 0 ? '' : ' on'} Do Not Call lists`;
}

/** Text that says which numbers an export leaves out, and how to keep them. */
export const leftOutWords = (leftOut: NotCallable): string =>
  `${plural(leftOut.listed + leftOut.notChecked, 'number')} out: ${statusWords(leftOut)}. --dnc keep includes them` +
  `${leftOut.listed > 0 && leftOut.notChecked > 0 ? ', --dnc drop-listed those that are not checked' : ''}.`;

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
  listed: number;
  notChecked: number;
  emails: number;
}

async function contactsIn(
  file: string,
  { overrides, state }: Pick<UploadOptions, 'overrides' | 'state'>,
  context: Context,
): Promise<Contacts> {
  const sum: Contacts = { rows: 0, owners: 0, phones: 0, listed: 0, notChecked: 0, emails: 0 };
  const source = bytesOf(await openSource(file, context));
  const wanted = { overrides, ...(state !== undefined && { state }) };
  const counted = async function* (): AsyncGenerator<EnrichedRow> {
    for await (const row of readEnriched(source, wanted)) {
      if (row.owner !== null) sum.rows += 1;
      yield row;
    }
  };
  const listed = await listedNumbers(readEnriched(source, wanted));
  for await (const { owner } of ownersOnce(counted())) {
    sum.owners += 1;
    for (const { phones, emails } of [owner, ...(owner.coOwners ?? [])]) {
      sum.phones += phones.length;
      sum.emails += emails.length;
      for (const phone of phones)
        if (listed.has(phone.number)) sum.listed += 1;
        else if (dncStatus(phone) === 'not checked') sum.notChecked += 1;
    }
  }
  return sum;
}
