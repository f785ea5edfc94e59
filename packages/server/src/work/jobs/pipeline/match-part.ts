import type { ColumnMapping } from '@skiptrace/contract';
import { CsvReader, type CsvRecord } from '@skiptrace/csv';
import type { Lead, MatchResult } from '../../../directory/index.js';
import { awaitedLater } from '../../../platform/lib/awaited-later.js';
import { itemAt } from '../../../platform/lib/item-at.js';
import { BATCH_ROWS, BATCHES_AHEAD, leadColumns, readAhead, recordBatches } from './lead-rows.js';
import { CoOwners, RecordSizes, RowProperties, type MatchedPart } from './part-files.js';
import type { Directory } from './part-work.js';
import { Sidecar } from './sidecar.js';
import type { Part, Survey } from './survey.js';

export interface MatchPartOptions {
  /** The bytes of the part. */
  source: AsyncIterable<Uint8Array>;
  survey: Survey;
  part: Part;
  columnMapping: ColumnMapping;
  directory: Directory;
  wantsProperties: boolean;
  signal: AbortSignal;
}

/** Looks up every row of a part. @throws any error of the directory, the reason of `signal` */
export async function matchPart(options: MatchPartOptions): Promise<MatchedPart> {
  const sidecar = Sidecar.ofRows(options.part.rows);
  const sizes = RecordSizes.ofRecords(options.part.records);
  const properties = RowProperties.ofRows(options.wantsProperties ? options.part.rows : 0);
  const coOwners = new CoOwners();
  for await (const { records, results } of readAhead(askedBatches(options), BATCHES_AHEAD)) {
    for (const record of records) sizes.add(record);
    for (const result of await results) {
      if (result?.matched === true && result.coOwners !== undefined)
        coOwners.add(sidecar.rows, result.coOwners);
      sidecar.add(result);
      if (options.wantsProperties) properties.add(propertyOf(result));
    }
  }
  if (!sidecar.isFull || !sizes.isFull) throw new Error('a part has fewer rows than it had before');
  return { sidecar, sizes, properties, coOwners };
}

/** Records with the pending answers of the directory for their rows: null for a row without an address. */
interface AskedBatch {
  records: readonly CsvRecord[];
  results: Promise<(MatchResult | null)[]>;
}

/** Empty for a row without a match. @throws Error for a match without its property, which would be free */
function propertyOf(result: MatchResult | null): readonly string[] {
  if (result?.matched !== true) return [];
  if (result.property === undefined) throw new Error('a match came without its property');
  return result.property;
}

async function* askedBatches({
  source,
  survey,
  columnMapping,
  directory,
  wantsProperties,
  signal,
}: MatchPartOptions): AsyncGenerator<AskedBatch> {
  const { headers, lead } = leadColumns(columnMapping);
  const reader = new CsvReader({ mappedHeaders: headers, opened: survey });
  const want = wantsProperties ? 'property' : undefined;
  for await (const records of recordBatches(source, reader, BATCH_ROWS, signal)) {
    const rows = records.filter(({ blank }) => !blank);
    const leads = rows.map(({ values }) => lead(values));
    yield { records, results: awaitedLater(matchLeads(directory, leads, want)) };
  }
}

/** One query to the directory for all rows that have an address. @throws Error if it doesn't answer for each of them */
async function matchLeads(
  directory: Directory,
  leads: readonly (Lead | null)[],
  want: 'property' | undefined,
): Promise<(MatchResult | null)[]> {
  const asked = leads.filter((lead) => lead !== null);
  const results = asked.length === 0 ? [] : await directory.match(asked, want);
  if (results.length !== asked.length) throw new Error(`${asked.length} leads got ${results.length} results`);
  let next = 0;
  return leads.map((lead) => (lead === null ? null : itemAt(results, next++)));
}
