import { parseAddress } from '@skiptrace/address';
import { foldToEncoding, type Encoding, type EnrichedOwner, type OwnerDetails } from '@skiptrace/csv';
import type { MatchedRow } from '@skiptrace/csv/leads';
import {
  ownerName,
  propertyDigests,
  samePerson,
  type Lead,
  type OwnerRecord,
} from '../../directory/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import type { FileStore } from '../../platform/storage/index.js';
import type { Job } from './entities.js';
import { isMatches } from './files.js';
import type { MissReason } from './miss-reasons.js';
import { unlessDamaged } from './pipeline/checked-files.js';
import { storedMatches, type MatchedPart } from './pipeline/part-files.js';
import { storedSurvey, type Part } from './pipeline/survey.js';

/**
 * The recorded matches of a job's rows, which are kept beside the result (pipeline/part-files.ts). Rows must be requested in
 * order, because only one part is in memory.
 */
export class NotedMatches {
  #part: { start: number; end: number; tries: readonly MatchedPart[] } | null = null;

  private constructor(
    private readonly store: FileStore,
    private readonly jobId: string,
    private readonly parts: readonly Part[],
    private readonly files: readonly string[],
  ) {}

  static async open(
    store: FileStore,
    { id, totalRows }: Pick<Job, 'id' | 'totalRows'>,
  ): Promise<NotedMatches> {
    const parts = (await unlessDamaged(storedSurvey(store, id)))?.parts ?? [];
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    const files = (await store.list(id)).map(({ name }) => name);
    return new NotedMatches(store, id, rows === totalRows ? parts : [], files);
  }

  /**
   * Record ids per row: empty if a row's note is lost, several if two workers matched its part and either may be the one that
   * counts.
   */
  async ids(rows: readonly { row: number }[]): Promise<(readonly number[])[]> {
    const found: (readonly number[])[] = [];
    for (const { row } of rows) {
      const { start, tries } = await this.#partOf(row);
      found.push([...new Set(tries.flatMap(({ sidecar }) => sidecar.ownerOf(row - start) ?? []))]);
    }
    return found;
  }

  /** The record ids of the other owners of each row's property, like `ids`. */
  async coOwnerIds(rows: readonly { row: number }[]): Promise<(readonly number[])[]> {
    const found: (readonly number[])[] = [];
    for (const { row } of rows) {
      const { start, tries } = await this.#partOf(row);
      found.push([...new Set(tries.flatMap(({ coOwners }) => coOwners.of(row - start).map(({ id }) => id)))]);
    }
    return found;
  }

  /**
   * Why each row has no owner in the result; null if its note is lost. A row that matched an owner who was withheld since looks
   * like any address that is not on file.
   */
  async misses(rows: readonly { row: number }[]): Promise<(MissReason | null)[]> {
    const found: (MissReason | null)[] = [];
    for (const { row } of rows) {
      const { start, tries } = await this.#partOf(row);
      const [sidecar] = tries.map((matches) => matches.sidecar);
      found.push(sidecar === undefined ? null : (sidecar.missOf(row - start) ?? 'notOnFile'));
    }
    return found;
  }

  /** The property of each row (`propertyDigests`); computed from the row if it was not recorded. */
  async properties(rows: readonly MatchedRow[]): Promise<string[][]> {
    const found: string[][] = [];
    for (const { row, property } of rows) {
      const { start, tries } = await this.#partOf(row);
      const noted = new Set(tries.flatMap(({ properties }) => properties.of(row - start)));
      found.push(noted.size > 0 ? [...noted] : propertyDigests([parseAddress(property)], undefined));
    }
    return found;
  }

  async #partOf(row: number): Promise<{ start: number; tries: readonly MatchedPart[] }> {
    const known = this.#part;
    if (known !== null && row >= known.start && row < known.end) return known;
    let end = 0;
    for (const [index, part] of this.parts.entries()) {
      const start = end;
      end += part.rows;
      if (row >= end) continue;
      const found = { start, end, tries: await this.#tries(index) };
      this.#part = found;
      return found;
    }
    return { start: end, tries: [] };
  }

  async #tries(index: number): Promise<MatchedPart[]> {
    const names = this.files.filter((name) => isMatches(this.jobId, index, name));
    const part = itemAt(this.parts, index);
    const tries = await Promise.all(
      names.map((name) => unlessDamaged(storedMatches(this.store, name, part))),
    );
    return tries.filter((matches) => matches !== null);
  }
}

/** Queries to the owner directory about rows that were matched before. */
export interface OwnersOnFile {
  /** Owners by record id, as they may be disclosed now; null for an owner who may not. Ids without a record are missing. */
  read(ids: readonly number[]): Promise<ReadonlyMap<number, OwnerDetails | null>>;
  /** The street address of each record; null or missing where it has none, or is gone. Only for owners who are disclosed. */
  addresses(ids: readonly number[]): Promise<ReadonlyMap<number, string | null>>;
  /** The records of all owners at the property of each lead, including owners who may not be disclosed. */
  at(leads: readonly Lead[]): Promise<(readonly OwnerRecord[])[]>;
}

/** An owner of a row with the ids of the records that it matched, as far as they are recorded. */
export interface AskedOwner {
  row: Pick<MatchedRow, 'property' | 'owner'>;
  ids: readonly number[];
  /** The ids are of several owners, and it isn't known which is this one's. */
  isOneOfSeveral?: boolean;
}

/** A row with the ids of its owner's records, and of its other owners', as far as they are recorded. */
export interface AskedRow {
  row: MatchedRow;
  ids: readonly number[];
  coOwnerIds: readonly number[];
}

/** Each owner of a row, the first in front. */
export function askedOwners({ row: { property, owner: whole }, ids, coOwnerIds }: AskedRow): AskedOwner[] {
  const { coOwners = [], ...owner } = whole;
  // Where an owner was left out of the row, the places don't tell which ids the rest have.
  const isWhole = coOwners.length === coOwnerIds.length;
  return [
    { row: { property, owner }, ids },
    ...coOwners.map((one, at) => ({
      row: { property, owner: one },
      ids: isWhole ? [itemAt(coOwnerIds, at)] : coOwnerIds,
      isOneOfSeveral: !isWhole && coOwnerIds.length > 0,
    })),
  ];
}

/** An owner record that a row is about. */
export interface RowRecord {
  id: number;
  /** As it may be disclosed now; null: not at all. */
  details: OwnerDetails | null;
  /** Whether the row matched this very record, which never changes. */
  isMatched: boolean;
}

/**
 * Finds the owner records of rows that were written before. A row's own text is not enough: its address is as the customer wrote
 * it, and its names have only the letters of the file's encoding. For rows with no record noted, or with one that is gone, records at the
 * property count if they may be of the same person.
 */
export class RowRecords {
  private constructor(
    readonly noted: NotedMatches,
    private readonly owners: OwnersOnFile,
    private readonly encoding: Encoding,
  ) {}

  static async open(
    { store, owners }: { store: FileStore; owners: OwnersOnFile },
    job: Job,
  ): Promise<RowRecords> {
    return new RowRecords(await NotedMatches.open(store, job), owners, job.layout?.encoding ?? 'utf-8');
  }

  /** The rows with the ids that are recorded for them. */
  async asked(rows: readonly MatchedRow[]): Promise<AskedRow[]> {
    const [ids, coOwnerIds] = [await this.noted.ids(rows), await this.noted.coOwnerIds(rows)];
    return rows.map((row, at) => ({ row, ids: itemAt(ids, at), coOwnerIds: itemAt(coOwnerIds, at) }));
  }

  async of(asked: readonly AskedOwner[]): Promise<(readonly RowRecord[])[]> {
    const matched = await this.#read(asked.flatMap(({ ids }) => ids));
    const records = asked.map(({ row, ids, isOneOfSeveral }) => {
      const found = recordsIn(matched, ids, true);
      if (isOneOfSeveral !== true) return found;
      const theirs = found.filter(
        ({ details }) => details !== null && this.isSamePerson(row.owner, nameIn(details)),
      );
      // No record that may be disclosed has this name: then it is the name of an owner who may not be disclosed.
      return theirs.length > 0 ? theirs : [NOT_DISCLOSED];
    });
    const unknown = asked.flatMap(({ row }, at) => (itemAt(records, at).length === 0 ? [{ row, at }] : []));
    if (unknown.length === 0) return records;
    const there = await this.owners.at(unknown.map(({ row }) => row.property));
    const alike = unknown.map(({ row }, at) =>
      itemAt(there, at)
        .filter((record) => this.isSamePerson(row.owner, record))
        .map(({ id }) => id),
    );
    const found = await this.#read(alike.flat());
    for (const [index, { at }] of unknown.entries())
      records[at] = recordsIn(found, itemAt(alike, index), false);
    return records;
  }

  /** Whether the owner named in a row can be the owner of a record, which may have letters that the file lacks. */
  isSamePerson(written: EnrichedOwner, record: Names): boolean {
    const name = ownerName(record);
    return samePerson(ownerName(written), name === null ? null : this.asWritten(name));
  }

  asWritten(text: string): string {
    return foldToEncoding(text, this.encoding);
  }

  #read(ids: readonly number[]): Promise<ReadonlyMap<number, OwnerDetails | null>> {
    return ids.length === 0 ? Promise.resolve(new Map()) : this.owners.read([...new Set(ids)]);
  }
}

const NOT_DISCLOSED: RowRecord = { id: 0, details: null, isMatched: true };

type Names = Pick<EnrichedOwner, 'firstName' | 'lastName' | 'fullName'>;

/** The names of an owner, also where they are bytes (csv, OwnerBytes). */
function nameIn(details: OwnerDetails): Names {
  if (!('bytes' in details)) return details;
  const { bytes, places } = details;
  const text = (at: number) =>
    Buffer.from(bytes.subarray(places[2 * at], places[2 * at + 1])).toString('latin1') || null;
  return { firstName: text(0), lastName: text(1), fullName: text(2) };
}

const recordsIn = (
  found: ReadonlyMap<number, OwnerDetails | null>,
  ids: readonly number[],
  isMatched: boolean,
): RowRecord[] =>
  ids.flatMap((id) => {
    const details = found.get(id);
    return details === undefined ? [] : [{ id, details, isMatched }];
  });
