import { blobSource } from '@skiptrace/csv';
import { exportEnriched, layouts, type LayoutName } from '@skiptrace/csv/layouts';
import { restored } from '@skiptrace/csv/leads';
import { collect } from './collect.js';
import type { Exported } from './report.js';

const CSV_TYPE = 'text/csv';

/** The result as the list was, with its owners: without what the server alone needed. @throws CsvInputError */
export const restoreResult = (result: Blob): Promise<Blob> => collect(restored(blobSource(result)), CSV_TYPE);

/** The result as another program imports it. @throws CsvInputError, NotEnriched, UnclearColumns */
export async function exportResult(result: Blob, layout: LayoutName): Promise<Exported> {
  const whole = await restoreResult(result);
  const { tally, csv } = await exportEnriched(blobSource(whole), { layout: layouts[layout] });
  return { csv: await collect(csv, CSV_TYPE), ...tally };
}
