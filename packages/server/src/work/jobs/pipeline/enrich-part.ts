import {
  EnrichedCsv,
  type ContactWidths,
  type EnrichedRecord,
  type EnrichedWidths,
  type OwnerDetails,
} from '@skiptrace/csv';
import { PHONES_AT } from '../../../directory/match/index.js';
import { awaitedLater } from '../../../platform/lib/awaited-later.js';
import { itemAt } from '../../../platform/lib/item-at.js';
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

/** Records with the ids of their matched owners, before the owners' details arrive. */
interface MatchedBatch {
  records: readonly RecordSize[];
  /** Totals over all parts. */
  bytes: Uint8Array;
  /** Null for a record without a match, and for a blank line. */
  ids: readonly (number | null)[];
  /** Ids of the other owners of each record. */
  coOwnerIds: readonly (readonly number[])[];
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
    const rows = records.map(({ cellCount }) => (cellCount === 0 ? null : row++));
    const ids = rows.map((at) => (at === null ? null : sidecar.ownerOf(at)));
    const coOwnerIds = rows.map((at) => (at === null ? [] : coOwners.of(at).map(({ id }) => id)));
    const owners = awaitedLater(readOwners(directory, [...ids, ...coOwnerIds.flat()]));
    const size = records.reduce((sum, record) => sum + record.size, 0);
    yield { records, bytes: await bytes.take(size), ids, coOwnerIds, firstRow, owners };
  }
}

async function readOwners(
  directory: Directory,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, OwnerDetails | null>> {
  const matched = ids.filter((id) => id !== null);
  return matched.length === 0 ? new Map() : directory.read(matched);
}

function* withOwners(
  { records, bytes, ids, coOwnerIds, firstRow }: MatchedBatch,
  owners: ReadonlyMap<number, OwnerDetails | null>,
  { properties, widths, requirePhone, onWithheld, onCoOwnerWithheld }: EnrichPartOptions,
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
  for (const [index, { size, lineEndSize, cellCount }] of records.entries()) {
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
    const id = itemAt(ids, index);
    const found = id === null ? null : ownerWith(id);
    const owner = requirePhone && found?.phones.length === 0 ? null : found;
    if (id !== null && owner === null) onWithheld(row, properties.of(row));
    const coOwners: OwnerDetails[] = [];
    if (owner !== null)
      for (const coOwnerId of itemAt(coOwnerIds, index)) {
        const coOwner = ownerWith(coOwnerId);
        const width = coOwnerWidths[coOwners.length];
        if (coOwner === null) onCoOwnerWithheld(row, coOwnerId);
        else if (width !== undefined) coOwners.push(asWideAs(width, coOwner));
      }
    if (cellCount !== 0) row++;
    yield [record, owner && asWideAs(widths, owner), coOwners];
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
