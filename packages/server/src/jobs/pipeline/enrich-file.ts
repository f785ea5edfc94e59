import type { ColumnMapping } from '@skiptrace/contract';
import { CsvReader, EnrichedCsv, type CsvRecord, type EnrichedOwner } from '@skiptrace/csv';
import type { ResultLayout } from '../entities.js';
import { ahead, recordBatches } from './batches.js';
import { leadColumns } from './lead.js';
import { BATCHES_AHEAD, BATCH_ROWS } from './match-file.js';
import type { Directory } from './ports.js';
import type { Sidecar } from './sidecar.js';

export interface EnrichFileOptions {
  source: AsyncIterable<Uint8Array>;
  columnMapping: ColumnMapping;
  layout: ResultLayout;
  directory: Directory;
  sidecar: Sidecar;
  signal: AbortSignal;
}

/**
 * The bytes of the enriched file, a batch of rows at a time: the same however often it is asked for, because the sidecar
 * says whom each row matched and owner records never change (reading 35).
 */
export async function* enrichFile(options: EnrichFileOptions): AsyncGenerator<Uint8Array> {
  const { columnMapping, layout, sidecar } = options;
  // The same columns as when matching, because they decide the delimiter.
  const reader = new CsvReader({ mappedHeaders: leadColumns(columnMapping).headers });
  let enriched: EnrichedCsv | undefined;
  let rows = 0;
  // The database answers for one batch while the one before is written.
  for await (const { batch, ids, owners } of ahead(withIds(options, reader), BATCHES_AHEAD)) {
    if (enriched === undefined) {
      enriched = resultOf(reader, layout);
      yield enriched.head();
    }
    rows += batch.filter(({ blank }) => !blank).length;
    yield enriched.records(withOwners(batch, ids, await owners));
  }
  if (rows !== sidecar.rows) throw new Error(`the file has ${rows} rows, the sidecar ${sidecar.rows}`);
}

/** Records and whom each matched, whose details are under way. */
interface MatchedBatch {
  batch: readonly CsvRecord[];
  ids: readonly (number | null)[];
  owners: Promise<ReadonlyMap<number, EnrichedOwner>>;
}

async function* withIds(
  { source, directory, sidecar, signal }: EnrichFileOptions,
  reader: CsvReader,
): AsyncGenerator<MatchedBatch> {
  let row = 0;
  for await (const batch of recordBatches(source, reader, BATCH_ROWS, signal)) {
    const ids = batch.map(({ blank }) => (blank ? null : (sidecar.at(row++)?.ownerRecordId ?? null)));
    const owners = readOwners(directory, ids);
    owners.catch(() => undefined);
    yield { batch, ids, owners };
  }
}

function resultOf({ dialect, header }: CsvReader, { encoding, widths }: ResultLayout): EnrichedCsv {
  if (dialect === undefined || header === undefined) throw new Error('a file with rows has no header');
  return new EnrichedCsv({ dialect: { ...dialect, encoding }, header, widths });
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
