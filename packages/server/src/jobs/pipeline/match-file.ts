import { limits, type ColumnMapping } from '@skiptrace/contract';
import { CsvReader, NO_WIDTHS, type CsvRecord, type EnrichedWidths } from '@skiptrace/csv';
import type { ResultLayout } from '../entities.js';
import { ahead, recordBatches } from './batches.js';
import { leadColumns, type LeadColumns } from './lead.js';
import type { Directory, Lead } from './ports.js';
import type { RowMatch, Sidecar } from './sidecar.js';

/** What the preview shows, and what writing the result needs to know beforehand. */
export interface MatchSummary {
  totalRows: number;
  matchedRows: number;
  blankAddressCount: number;
  layout: ResultLayout;
}

export interface MatchFileOptions {
  source: AsyncIterable<Uint8Array>;
  columnMapping: ColumnMapping;
  directory: Directory;
  /** Rows it knows already are not looked up again. */
  sidecar: Sidecar;
  signal: AbortSignal;
}

/**
 * Large enough for a query to pay; small enough for what a batch needs to die young: with 1,000 rows the collector of
 * garbage copies most of them, which costs a fifth of the whole work.
 */
export const BATCH_ROWS = 250;
/** Batches that wait for the database while the next is read: enough that it is never without a question. */
export const BATCHES_AHEAD = 3;

/**
 * Looks up every row of a file and writes whom it matched to the sidecar.
 * @throws CsvInputError when the file is not what it should be (reading 27)
 */
export async function matchFile(options: MatchFileOptions): Promise<MatchSummary> {
  const { columnMapping, sidecar } = options;
  const columns = leadColumns(columnMapping);
  const reader = new CsvReader({ mappedHeaders: columns.headers, maxRows: limits.rowsPerJob });
  let totalRows = 0;
  let matchedRows = 0;
  let blankAddressCount = 0;
  let widths = NO_WIDTHS;
  // The database answers for one batch while the next is read.
  for await (const { rows, leads, newMatches } of ahead(lookedUp(options, reader, columns), BATCHES_AHEAD)) {
    await sidecar.add(await newMatches);
    blankAddressCount += leads.filter((lead) => lead === null).length;
    for (const row of rows) {
      const match = sidecar.at(totalRows++);
      if (match !== null) matchedRows += 1;
      widths = widened(widths, row, match);
    }
  }
  if (reader.dialect === undefined) throw new Error('a file that was read to its end has no dialect');
  await sidecar.finish();
  return { totalRows, matchedRows, blankAddressCount, layout: { encoding: reader.dialect.encoding, widths } };
}

/** Rows and, of those that the sidecar does not know yet, the answer that is under way. */
interface LookedUp {
  rows: readonly CsvRecord[];
  leads: readonly (Lead | null)[];
  newMatches: Promise<(RowMatch | null)[]>;
}

async function* lookedUp(
  { source, directory, sidecar, signal }: MatchFileOptions,
  reader: CsvReader,
  columns: LeadColumns,
): AsyncGenerator<LookedUp> {
  let unknownFrom = sidecar.rows;
  for await (const batch of recordBatches(source, reader, BATCH_ROWS, signal)) {
    const rows = batch.filter(({ blank }) => !blank);
    const leads = rows.map(({ values }) => columns.lead(values));
    const newMatches = look(directory, leads.slice(unknownFrom));
    unknownFrom = Math.max(0, unknownFrom - leads.length);
    // Whoever gets that far hears of it; an error that nobody awaits would end the process.
    newMatches.catch(() => undefined);
    yield { rows, leads, newMatches };
  }
}

/** One question to the directory for all rows that have an address. */
async function look(directory: Directory, leads: readonly (Lead | null)[]): Promise<(RowMatch | null)[]> {
  const asked = leads.filter((lead) => lead !== null);
  const results = asked.length === 0 ? [] : await directory.match(asked);
  let next = 0;
  return leads.map((lead) => {
    const result = lead === null ? undefined : results[next++];
    return result?.matched === true ? result : null;
  });
}

const widened = (
  widths: EnrichedWidths,
  { cellCount }: CsvRecord,
  match: RowMatch | null,
): EnrichedWidths => ({
  phones: Math.max(widths.phones, match?.phoneCount ?? 0),
  emails: Math.max(widths.emails, match?.emailCount ?? 0),
  cells: Math.max(widths.cells, cellCount),
});
