import type { ColumnMapping } from '@skiptrace/contract';
import { CsvReader, type CsvRecord } from '@skiptrace/csv';
import { awaitedLater } from '../../awaited-later.js';
import { itemAt } from '../../item-at.js';
import { ahead, BATCH_ROWS, BATCHES_AHEAD, recordBatches } from './batches.js';
import { leadColumns } from './lead.js';
import type { Directory, Lead } from './ports.js';
import { RecordPlaces } from './record-places.js';
import { Sidecar, type RowOutcome } from './sidecar.js';
import type { Part, Survey } from './survey.js';

export interface MatchPartOptions {
  /** The bytes of the part. */
  source: AsyncIterable<Uint8Array>;
  survey: Survey;
  part: Part;
  columnMapping: ColumnMapping;
  directory: Directory;
  signal: AbortSignal;
}

export interface MatchedPart {
  sidecar: Sidecar;
  places: RecordPlaces;
}

/** Looks up every row of a part. @throws whatever the directory throws, the reason of `signal` */
export async function matchPart(options: MatchPartOptions): Promise<MatchedPart> {
  const sidecar = Sidecar.ofRows(options.part.rows);
  const places = RecordPlaces.ofRecords(options.part.records);
  // The database answers for one batch while the next is read.
  for await (const { batch, outcomes } of ahead(lookedUp(options), BATCHES_AHEAD)) {
    for (const record of batch) places.add(record);
    for (const outcome of await outcomes) sidecar.add(outcome);
  }
  if (!sidecar.isFull || !places.isFull) throw new Error('a part has fewer rows than it had before');
  return { sidecar, places };
}

/** Records, and what became of the rows among them, which is under way. */
interface AskedBatch {
  batch: readonly CsvRecord[];
  outcomes: Promise<RowOutcome[]>;
}

async function* lookedUp({
  source,
  survey,
  columnMapping,
  directory,
  signal,
}: MatchPartOptions): AsyncGenerator<AskedBatch> {
  const { headers, lead } = leadColumns(columnMapping);
  const reader = new CsvReader({ mappedHeaders: headers, opened: survey });
  for await (const batch of recordBatches(source, reader, BATCH_ROWS, signal)) {
    const rows = batch.filter(({ blank }) => !blank);
    const leads = rows.map(({ values }) => lead(values));
    const outcomes = awaitedLater(look(directory, leads));
    yield { batch, outcomes };
  }
}

/** One question to the directory for all rows that have an address. @throws Error when a row has no answer */
async function look(directory: Directory, leads: readonly (Lead | null)[]): Promise<RowOutcome[]> {
  const asked = leads.filter((lead) => lead !== null);
  const results = asked.length === 0 ? [] : await directory.match(asked);
  let next = 0;
  return leads.map((lead) => {
    if (lead === null) return 'blank';
    const result = itemAt(results, next++);
    return result.matched ? result : 'missed';
  });
}
