import { blobSource } from '@skiptrace/csv';
import { exportRows, layouts, type LayoutName } from '@skiptrace/csv/layouts';
import { type EnrichedRow, ownersOnce, readEnriched, readResult, restored } from '@skiptrace/csv/leads';
import { collect } from './collect.js';
import type { Exported, Found, ListCopy } from './report.js';

const CSV_TYPE = 'text/csv';

/** The result as the list was, with its owners: without what the server alone needed. @throws CsvInputError */
export const restoreResult = (result: Blob): Promise<Blob> => collect(restored(blobSource(result)), CSV_TYPE);

type Columns = ListCopy['columnMapping'] | null;

/**
 * The rows of a result with their properties.
 * @param columns with the address, as the server was told; null where it forgot them: then the header must tell
 */
async function rowsOf(result: Blob, columns: Columns): Promise<() => AsyncIterable<EnrichedRow>> {
  if (columns !== null) return () => readResult(blobSource(result), columns);
  const whole = blobSource(await restoreResult(result));
  return () => readEnriched(whole, {});
}

/** What a result holds. @throws CsvInputError, NotEnriched, UnclearColumns */
export async function countResult(result: Blob, columns: Columns): Promise<Found> {
  const found = { rows: 0, filled: 0, owners: 0, phones: 0, emails: 0 };
  const rows = await rowsOf(result, columns);
  const counted = async function* (): AsyncGenerator<EnrichedRow> {
    for await (const row of rows()) {
      found.rows++;
      if (row.owner !== null) found.filled++;
      yield row;
    }
  };
  for await (const { owner } of ownersOnce(counted())) {
    found.owners++;
    found.phones += owner.phones.length;
    found.emails += owner.emails.length;
  }
  return found;
}

/**
 * The result as another program imports it.
 * @param keepsDnc numbers that must not be called are in it, too, where the layout can't mark them
 * @throws CsvInputError, NotEnriched, UnclearColumns
 */
export async function exportResult(
  result: Blob,
  layoutName: LayoutName,
  columns: Columns,
  keepsDnc = false,
): Promise<Exported> {
  const { tally, csv } = await exportRows(await rowsOf(result, columns), {
    layout: layouts[layoutName],
    ...(keepsDnc && { dropDnc: false }),
  });
  return { csv: await collect(csv, CSV_TYPE), ...tally };
}
