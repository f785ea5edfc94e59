import { blobSource } from '@skiptrace/csv';
import { exportEnriched, exportRows, layouts, type LayoutName } from '@skiptrace/csv/layouts';
import { readOwners, readResult, restored } from '@skiptrace/csv/leads';
import { collect } from './collect.js';
import type { Exported, Found, ListCopy } from './report.js';

const CSV_TYPE = 'text/csv';

/** The result as the list was, with its owners: without what the server alone needed. @throws CsvInputError */
export const restoreResult = (result: Blob): Promise<Blob> => collect(restored(blobSource(result)), CSV_TYPE);

/** What a restored result holds. @throws CsvInputError, NotEnriched */
export async function countResult(whole: Blob): Promise<Found> {
  const found = { rows: 0, filled: 0, phones: 0, emails: 0 };
  for await (const owner of readOwners(blobSource(whole))) {
    found.rows++;
    if (owner === null) continue;
    found.filled++;
    found.phones += owner.phones.length;
    found.emails += owner.emails.length;
  }
  return found;
}

/**
 * The result as another program imports it.
 * @param columns with the address, as the server was told; null where it forgot them: then the header must tell
 * @throws CsvInputError, NotEnriched, UnclearColumns
 */
export async function exportResult(
  result: Blob,
  layoutName: LayoutName,
  columns: ListCopy['columnMapping'] | null,
): Promise<Exported> {
  const layout = layouts[layoutName];
  const { tally, csv } =
    columns === null
      ? await exportEnriched(blobSource(await restoreResult(result)), { layout })
      : await exportRows(() => readResult(blobSource(result), columns), { layout });
  return { csv: await collect(csv, CSV_TYPE), ...tally };
}
