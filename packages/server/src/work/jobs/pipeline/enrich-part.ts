import {
  EnrichedCsv,
  type ContactWidths,
  type EnrichedRecord,
  type EnrichedWidths,
  type OwnerDetails,
} from '@skiptrace/csv';
import { PHONES_AT } from '../../../directory/match/index.js';
import { awaitedLater } from '../../../platform/lib/awaited-later.js';
import { BATCH_ROWS, BATCHES_AHEAD, readAhead } from './lead-rows.js';
import type { CoOwners, RecordSize, RecordSizes, RowProperties } from './part-files.js';
import type { Directory } from './part-work.js';
import type { Sidecar } from './sidecar.js';
import type { Survey } from './survey.js';

export interface EnrichPartOptions {
  /** The bytes of the part. */
  source: AsyncIterable<Uint8Array>;
  survey: Survey;
  /** The first part begins with the header. */
  isFirst: boolean;
  /** Maximum counts over the whole file. */
  widths: EnrichedWidths;
  directory: Directory;
  sidecar: Sidecar;
  sizes: RecordSizes;
  properties: RowProperties;
  coOwners: CoOwners;
  /** Whether an owner without a phone counts as opted out. */
  requirePhone: boolean;
  /**
   * Called for each row with an owner who opted out: the result has no match for it.
   * @param row its number within the part
   * @param property see `propertyDigests`
   */
  onWithheld(row: number, property: string[]): void;
  /** Called for each other owner who opted out, of a row that keeps its match. @param row its number within the part */
  onCoOwnerWithheld(row: number, recordId: number): void;
  signal: AbortSignal;
}

/**
 * The bytes of a part of the enriched file, a batch of rows at a time. Every run yields the same bytes, because the
 * sidecar fixes which owner each row matched and owner records never change (reading 35); only owners who have opted
 * out since are left out.
 */
export async function* enrichPart(options: EnrichPartOptions): AsyncGenerator<Uint8Array> {
  const { survey, widths } = options;
  const enriched = new EnrichedCsv({ ...survey, widths });
  if (options.isFirst) yield enriched.head();
  for await (const batch of readAhead(matchedBatches(options), BATCHES_AHEAD)) {
    yield enriched.records(withOwners(batch, await batch.owners, options));
  }
}

/** Records, before the details of their owners arrive. */
interface MatchedBatch {
  records: readonly RecordSize[];
  bytes: Uint8Array;
  /** Row number of the first record that is not blank. */
  firstRow: number;
  owners: Promise<ReadonlyMap<number, OwnerDetails | null>>;
}

async function* matchedBatches({
  source,
  directory,
  sidecar,
  sizes,
  coOwners,
  signal,
}: EnrichPartOptions): AsyncGenerator<MatchedBatch> {
  const bytes = new ByteSource(source);
  let row = 0;
  for (let from = 0; ; from += BATCH_ROWS) {
    const records = sizes.slice(from, from + BATCH_ROWS);
    if (records.length === 0) {
      if (row !== sidecar.rows) throw new Error('a part has fewer rows than were matched');
      return;
    }
    signal.throwIfAborted();
    const firstRow = row;
    const ids: number[] = [];
    let size = 0;
    for (const record of records) {
      size += record.size;
      if (record.cellCount === 0) continue;
      const owner = sidecar.ownerOf(row);
      if (owner !== null) ids.push(owner);
      for (const { id } of coOwners.of(row)) ids.push(id);
      row += 1;
    }
    const owners = ids.length === 0 ? NO_OWNERS : awaitedLater(directory.read(ids));
    yield { records, bytes: await bytes.take(size), firstRow, owners };
  }
}

const NO_OWNERS = Promise.resolve<ReadonlyMap<number, OwnerDetails | null>>(new Map());

function* withOwners(
  { records, bytes, firstRow }: MatchedBatch,
  owners: ReadonlyMap<number, OwnerDetails | null>,
  { sidecar, coOwners, properties, widths, requirePhone, onWithheld, onCoOwnerWithheld }: EnrichPartOptions,
): Generator<EnrichedRecord> {
  const ownerWith = (id: number): OwnerDetails | null => {
    const owner = owners.get(id);
    // The preview promised this owner: a result without it would be charged for and not delivered.
    if (owner === undefined) throw new Error('an owner record that a job refers to is gone');
    return owner;
  };
  const coOwnerWidths = widths.coOwners ?? [];
  let start = 0;
  let row = firstRow;
  let lineEnd: Uint8Array = new Uint8Array(0);
  for (const { size, lineEndSize, cellCount } of records) {
    const end = start + size;
    // Nearly always the same as in the previous record.
    if (!endsWith(bytes, end, lineEndSize, lineEnd)) lineEnd = bytes.subarray(end - lineEndSize, end);
    const record = {
      bytes: bytes.subarray(start, end - lineEndSize),
      lineEnd,
      blank: cellCount === 0,
      cellCount,
    };
    start = end;
    const id = cellCount === 0 ? null : sidecar.ownerOf(row);
    const found = id === null ? null : ownerWith(id);
    const owner = requirePhone && found?.phones.length === 0 ? null : found;
    if (id !== null && owner === null) onWithheld(row, properties.of(row));
    const others: OwnerDetails[] = [];
    if (owner !== null)
      for (const other of coOwners.of(row)) {
        const coOwner = ownerWith(other.id);
        const width = coOwnerWidths[others.length];
        if (coOwner === null) onCoOwnerWithheld(row, other.id);
        else if (width !== undefined) others.push(asWideAs(width, coOwner));
      }
    if (cellCount !== 0) row++;
    yield [record, owner && asWideAs(widths, owner), others];
  }
}

/** An owner who was corrected, or is left out no longer, may have more phones and emails than the preview made room for. */
function asWideAs(widths: ContactWidths, owner: OwnerDetails): OwnerDetails {
  if ('bytes' in owner) {
    const { bytes, places, phones } = owner;
    const emailsAt = PHONES_AT + 2 * phones.length;
    if (phones.length <= widths.phones && places.length - emailsAt <= 2 * widths.emails) return owner;
    const phonesEnd = PHONES_AT + 2 * Math.min(phones.length, widths.phones);
    return {
      bytes,
      phones: phones.slice(0, widths.phones),
      places: [...places.slice(0, phonesEnd), ...places.slice(emailsAt, emailsAt + 2 * widths.emails)],
    };
  }
  if (owner.phones.length <= widths.phones && owner.emails.length <= widths.emails) return owner;
  const [phones, emails] = [owner.phones.slice(0, widths.phones), owner.emails.slice(0, widths.emails)];
  return { ...owner, phones, emails };
}

/** Whether the `size` bytes before `end` equal `expected`. */
function endsWith(bytes: Uint8Array, end: number, size: number, expected: Uint8Array): boolean {
  if (size !== expected.length) return false;
  for (let at = 0; at < size; at++) if (bytes[end - size + at] !== expected[at]) return false;
  return true;
}

/** Reads bytes from a source in sizes that the caller chooses. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** The next `size` bytes. @throws Error when the source ends early, and any error of the source */
  async take(size: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let missing = size;
    while (missing > this.#chunk.length) {
      pieces.push(this.#chunk);
      missing -= this.#chunk.length;
      const next = await this.#chunks.next();
      if (next.done === true) throw new Error('a source has fewer bytes than were expected');
      this.#chunk = next.value;
    }
    pieces.push(this.#chunk.subarray(0, missing));
    this.#chunk = this.#chunk.subarray(missing);
    return Buffer.concat(pieces, size);
  }
}
