import path from 'node:path';
import { readOwners } from '@skiptrace/csv/leads';
import type { SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { contentsLines } from '../../jobs/price.js';
import { bytesOf, openSource } from '../../leads/source.js';
import { count, plural } from '../../money/cents.js';
import type { UploadOptions } from './options.js';

/** Summary of the result for the user who paid. Values that cannot be counted are omitted: the result itself exists. */
export async function summarize(
  job: SkipTraceJob,
  file: string,
  chosen: Pick<UploadOptions, 'overrides' | 'state'>,
  context: Context,
): Promise<void> {
  const { console, json, receipt } = context;
  if (json) return;
  const { matchedRows, totalRows } = job;
  const found = await contactsIn(file, context).catch(() => undefined);
  const rows = found?.rows ?? totalRows ?? 0;
  const matched = found?.owners ?? matchedRows ?? 0;
  const rate = rows === 0 ? '' : ` (${Math.round((100 * matched) / rows)}%)`;
  console.note(`Found owners for ${count(matched)} of ${plural(rows, 'row')}${rate}.`, { mark: 'ok' });
  for (const line of contentsLines(job)) console.note(`  ${line}`);
  if (found !== undefined && found.owners > 0) {
    const listed =
      found.doNotCall === 0 ? '' : ` (${count(found.doNotCall)} on a Do Not Call registry, or not checked)`;
    console.note(`  ${plural(found.phones, 'phone number')}${listed}, ${plural(found.emails, 'email')}`);
    const words = [nearName(file, context.host.cwd), '--layout', 'hubspot', ...columnsOf(chosen)];
    console.note(`Next: ${receipt.suggest('export', ...words)}`);
  }
}

/** The options that chose the columns. The result has the same columns, so without them the export would ask the same questions. */
const columnsOf = ({ overrides, state }: Pick<UploadOptions, 'overrides' | 'state'>): string[] => [
  ...Object.entries(overrides).flatMap(([field, header]) => ['--map', `${field}=${header}`]),
  ...(state === undefined ? [] : ['--state', state]),
];

/** As a person standing in `cwd` would type it. */
function nearName(file: string, cwd: string): string {
  const relative = path.relative(cwd, file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
}

interface Contacts {
  rows: number;
  owners: number;
  phones: number;
  doNotCall: number;
  emails: number;
}

async function contactsIn(file: string, context: Context): Promise<Contacts> {
  const sum: Contacts = { rows: 0, owners: 0, phones: 0, doNotCall: 0, emails: 0 };
  for await (const owner of readOwners(bytesOf(await openSource(file, context)))) {
    sum.rows += 1;
    if (owner === null) continue;
    sum.owners += 1;
    sum.phones += owner.phones.length;
    sum.doNotCall += owner.phones.filter(({ dnc }) => dnc).length;
    sum.emails += owner.emails.length;
  }
  return sum;
}
