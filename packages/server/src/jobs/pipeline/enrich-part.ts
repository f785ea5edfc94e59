import {
  CsvReader,
  EnrichedCsv,
  type CsvRecord,
  type EnrichedOwner,
  type EnrichedWidths,
} from '@skiptrace/csv';
import { ahead, BATCH_ROWS, BATCHES_AHEAD, recordBatches } from './batches.js';
import type { Directory } from './ports.js';
import type { Sidecar } from './sidecar.js';
import type { Survey } from './survey.js';

export interface EnrichPartOptions {
  /** The bytes of the part. */
  source: AsyncIterable<Uint8Array>;
  survey: Survey;
  /** The first part begins with the header. */
  isFirst: boolean;
  /** Of the whole file. */
  widths: EnrichedWidths;
  directory: Directory;
  sidecar: Sidecar;
  signal: AbortSignal;
}

/**
 * The bytes of a part of the enriched file, a batch of rows at a time: the same however often it is asked for, because
 * the sidecar says whom each row matched and owner records never change (reading 35).
 */
export async function* enrichPart(options: EnrichPartOptions): AsyncGenerator<Uint8Array> {
  const { survey, widths } = options;
  const enriched = new EnrichedCsv({ ...survey, widths });
  if (options.isFirst) yield enriched.head();
  // The database answers for one batch while the one before is written.
  for await (const { batch, ids, owners } of ahead(withIds(options), BATCHES_AHEAD)) {
    yield enriched.records(withOwners(batch, ids, await owners));
  }
}

/** Records and whom each matched, whose details are under way. */
interface MatchedBatch {
  batch: readonly CsvRecord[];
  ids: readonly (number | null)[];
  owners: Promise<ReadonlyMap<number, EnrichedOwner>>;
}

async function* withIds({
  source,
  survey,
  directory,
  sidecar,
  signal,
}: EnrichPartOptions): AsyncGenerator<MatchedBatch> {
  const reader = new CsvReader({ mappedHeaders: [], opened: survey });
  let row = 0;
  for await (const batch of recordBatches(source, reader, BATCH_ROWS, signal)) {
    const ids = batch.map(({ blank }) => (blank ? null : sidecar.ownerOf(row++)));
    const owners = readOwners(directory, ids);
    owners.catch(() => undefined);
    yield { batch, ids, owners };
  }
}

async function readOwners(
  directory: Directory,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, EnrichedOwner>> {
  const matched = new Set(ids.filter((id) => id !== null));
  return matched.size === 0 ? new Map() : directory.read([...matched]);
}

function* withOwners(
  batch: readonly CsvRecord[],
  ids: readonly (number | null)[],
  owners: ReadonlyMap<number, EnrichedOwner>,
): Generator<readonly [CsvRecord, EnrichedOwner | null]> {
  for (const [index, record] of batch.entries()) {
    const id = ids[index] ?? null;
    const owner = id === null ? null : owners.get(id);
    // The preview promised this owner: a result without it would be charged for and not delivered.
    if (owner === undefined) throw new Error('an owner record that a job refers to is gone');
    yield [record, owner];
  }
}
