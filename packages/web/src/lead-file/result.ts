import { blobSource } from '@skiptrace/csv';
import { exportRows, layouts, type ExportChoice, type LayoutName } from '@skiptrace/csv/layouts';
import { type EnrichedRow, ownersOnce, readEnriched, readResult, restored } from '@skiptrace/csv/leads';
import type { Exported, Found, ListCopy } from './report.js';

const CSV_TYPE = 'text/csv';

/** The original list with its owners, without the helper columns and rows added for the server. @throws CsvInputError */
export const restoreResult = (result: Blob): Promise<Blob> => collect(restored(blobSource(result)), CSV_TYPE);

type Columns = ListCopy['columnMapping'] | null;

/**
 * Rows of a result with their properties.
 * @param columns with the address, as sent to the server; null if it no longer has them, then the header must identify them
 */
async function rowsOf(result: Blob, columns: Columns): Promise<() => AsyncIterable<EnrichedRow>> {
  if (columns !== null) return () => readResult(blobSource(result), columns);
  const whole = blobSource(await restoreResult(result));
  return () => readEnriched(whole, {});
}

/** Counts rows and owners of a result. @throws CsvInputError, NotEnriched, UnclearColumns */
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
    for (const { phones, emails } of [owner, ...(owner.coOwners ?? [])]) {
      found.phones += phones.length;
      found.emails += emails.length;
    }
  }
  return found;
}

/**
 * Converts the result to another program's import layout.
 * @throws CsvInputError, NotEnriched, UnclearColumns
 */
export async function exportResult(
  result: Blob,
  layoutName: LayoutName,
  columns: Columns,
  choice: ExportChoice = {},
): Promise<Exported> {
  const { tally, csv } = await exportRows(await rowsOf(result, columns), {
    layout: layouts[layoutName],
    ...choice,
  });
  return { csv: await collect(csv, CSV_TYPE), ...tally };
}

/** Bytes per part of a Blob. Browsers keep the parts outside the page's memory. */
const PIECE_BYTES = 1024 * 1024;

/** Collects a stream into a Blob. */
export async function collect(
  chunks: AsyncIterable<Uint8Array>,
  type: string,
  onBytes?: (bytes: number) => void,
): Promise<Blob> {
  const pieces: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk as Uint8Array<ArrayBuffer>);
    bytes += chunk.length;
    onBytes?.(chunk.length);
    if (bytes < PIECE_BYTES) continue;
    pieces.push(new Blob(waiting));
    waiting = [];
    bytes = 0;
  }
  return new Blob([...pieces, ...waiting], { type });
}
