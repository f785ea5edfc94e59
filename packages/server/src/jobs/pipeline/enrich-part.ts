import { EnrichedCsv, type EnrichedOwner, type EnrichedWidths, type OriginalRecord } from '@skiptrace/csv';
import { ahead, BATCH_ROWS, BATCHES_AHEAD } from './batches.js';
import { ByteSource } from './byte-source.js';
import type { Directory } from './ports.js';
import type { NotedRecord, Sidecar } from './sidecar.js';
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
  for await (const batch of ahead(batches(options), BATCHES_AHEAD)) {
    yield enriched.records(withOwners(batch, await batch.owners));
  }
}

/** Records and whom each matched, whose details are under way. */
interface MatchedBatch {
  records: readonly NotedRecord[];
  /** Of all of them. */
  bytes: Uint8Array;
  owners: Promise<ReadonlyMap<number, EnrichedOwner>>;
}

async function* batches({
  source,
  directory,
  sidecar,
  signal,
}: EnrichPartOptions): AsyncGenerator<MatchedBatch> {
  const bytes = new ByteSource(source);
  for (let from = 0; ; from += BATCH_ROWS) {
    const records = sidecar.records(from, from + BATCH_ROWS);
    if (records.length === 0) return;
    signal.throwIfAborted();
    const owners = readOwners(directory, records);
    owners.catch(() => undefined);
    const size = records.reduce((sum, record) => sum + record.size, 0);
    yield { records, bytes: await bytes.take(size), owners };
  }
}

async function readOwners(
  directory: Directory,
  records: readonly NotedRecord[],
): Promise<ReadonlyMap<number, EnrichedOwner>> {
  const ids = records.map(({ ownerRecordId }) => ownerRecordId).filter((id) => id !== null);
  return ids.length === 0 ? new Map() : directory.read(ids);
}

function* withOwners(
  { records, bytes }: MatchedBatch,
  owners: ReadonlyMap<number, EnrichedOwner>,
): Generator<readonly [OriginalRecord, EnrichedOwner | null]> {
  let start = 0;
  for (const { ownerRecordId, size, lineEndSize, cellCount } of records) {
    const end = start + size;
    const record = {
      bytes: bytes.subarray(start, end - lineEndSize),
      lineEnd: bytes.subarray(end - lineEndSize, end),
      blank: cellCount === 0,
      cellCount,
    };
    start = end;
    const owner = ownerRecordId === null ? null : owners.get(ownerRecordId);
    // The preview promised this owner: a result without it would be charged for and not delivered.
    if (owner === undefined) throw new Error('an owner record that a job refers to is gone');
    yield [record, owner];
  }
}
