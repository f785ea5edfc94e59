import type { OwnerDetails } from '@skiptrace/csv';
import { itemAt } from '../../platform/lib/item-at.js';
import { unpackContacts } from '../contact-counts.js';
import type { DncReads } from '../dnc/dnc-store.js';
import { sqlDncReads } from '../dnc/dnc-store.sql.js';
import type { OwnerDialect, Query } from '../owner-database.js';
import type { SealedKey } from '../property.js';
import type { OwnerRecord } from '../record.js';
import { ownersInBytes, readContact } from '../stored-contact.js';
import {
  addUnder,
  bestJoins,
  candidatesIn,
  type CandidateRow,
  type Entries,
  type IndexEntry,
  type JoinedRecord,
  type OwnerIndex,
  type Parent,
  type StoredCandidate,
  type StoredJoin,
  type StoredKey,
  type VisibleImports,
} from './owner-index.js';

/** Statements that each engine writes in its own way, to use its indexes. Each has a set of numbers as $1 and returns one row. */
export interface IndexStatements {
  /** `found`: JSON array of `StoredKey` of these keys; `records`: JSON array of `StoredCandidate`. */
  candidates: string;
  /** `found`: JSON array of key, import and street under these keys. */
  streets: string;
  /** `found`: these records, a line each (stored-contact.ts). */
  records: string;
  /** `found`: these records as on file. */
  originals: string;
  /** `found`: the lines of `records` as bytes, from an engine that can send them. */
  bytes: string;
  /** `found`: JSON array of `StoredJoin` of these records. */
  joins: string;
}

/** Entries under exact keys, as an engine returns them. */
export interface FoundEntries {
  rows: readonly EntryRow[];
  /** Records under a seal, a line each. */
  records: string | null;
  /** Imports visible at the same moment, and the edition of the Do Not Call lists. */
  visible: VisibleImports;
  doNotCallEdition: number;
}

type EntryRow = [
  addressKey: number,
  importSequence: number,
  recordId: number,
  seal: number | null,
  contacts: number | null,
];

/** Where the index is read. */
export interface IndexReads {
  readonly dialect: Pick<OwnerDialect, 'numbers' | 'isIn'>;
  readonly statements: IndexStatements;
  visibleImports(): Promise<VisibleImports>;
  entries(keys: readonly number[], seals: ReadonlyMap<number, number>): Promise<FoundEntries>;
  /** Queries the server that knows these imports. */
  queryAt(visible: VisibleImports): Query;
  /** Queries any server. */
  readonly query: Query;
  /** Queries the server that has every record, if others may lack some. */
  readonly latest: Query | null;
}

/**
 * Owner index in SQL. Sets are passed in and out as one text each, because rows would cost the calling thread three times as
 * much.
 */
export class SqlOwnerIndex implements OwnerIndex {
  readonly doNotCall: DncReads;

  constructor(private readonly reads: IndexReads) {
    this.doNotCall = sqlDncReads(reads.query, reads.dialect);
  }

  visibleImports(): Promise<VisibleImports> {
    return this.reads.visibleImports();
  }

  async entries(keys: Iterable<number>, sealed: readonly SealedKey[]): Promise<Entries> {
    const seals = new Map(sealed.map(({ key, seal }) => [key, seal]));
    const { rows, records, visible, doNotCallEdition } = await this.reads.entries([...keys], seals);
    const byKey = new Map<number, IndexEntry[]>();
    for (const [key, importSequence, id, seal, contacts] of rows) {
      // PostgreSQL also finds what the shared tables have of other imports.
      if (visible.has(importSequence)) addUnder(byKey, key, entryOf(id, importSequence, seal, contacts));
    }
    return { byKey, visible, doNotCallEdition, records: readRecords(records) };
  }

  async candidates(visible: VisibleImports, keys: ReadonlySet<number>): Promise<Map<number, CandidateRow[]>> {
    if (keys.size === 0 || visible.size === 0) return new Map();
    const { found, records } = await this.#answer<{ found: Json; records: Json }>(
      this.reads.queryAt(visible),
      this.reads.statements.candidates,
      keys,
    );
    return candidatesIn(parsed<StoredKey>(found), parsed<StoredCandidate>(records), visible);
  }

  async streets(visible: VisibleImports, keys: ReadonlySet<number>): Promise<Map<number, string[]>> {
    const streets = new Map<number, string[]>();
    if (keys.size === 0 || visible.size === 0) return streets;
    const { found } = await this.#answer<{ found: Json }>(
      this.reads.queryAt(visible),
      this.reads.statements.streets,
      keys,
    );
    type Row = [key: number, importSequence: number, street: string];
    for (const [key, importSequence, street] of parsed<Row>(found))
      if (visible.has(importSequence)) addUnder(streets, key, street);
    return streets;
  }

  records(ids: readonly number[]): Promise<Map<number, OwnerRecord>> {
    return this.#byId(ids, this.reads.statements.records, readRecords);
  }

  originals(ids: readonly number[]): Promise<Map<number, OwnerRecord>> {
    return this.#byId(ids, this.reads.statements.originals, readRecords);
  }

  details(ids: readonly number[]): Promise<Map<number, OwnerDetails>> {
    return this.#byId(ids, this.reads.statements.bytes, (found) =>
      ownersInBytes(found instanceof Uint8Array ? found : Buffer.from(found ?? '')),
    );
  }

  async joins(visible: VisibleImports, recordIds: readonly number[]): Promise<Map<number, JoinedRecord>> {
    if (recordIds.length === 0) return new Map();
    const { found } = await this.#answer<{ found: Json }>(
      this.reads.queryAt(visible),
      this.reads.statements.joins,
      recordIds,
    );
    return bestJoins(parsed<StoredJoin>(found), visible);
  }

  async parentsOf(recordId: number): Promise<Parent[] | null> {
    const query = this.reads.latest ?? this.reads.query;
    const [join] = await query<{ parents: string }>('SELECT parents FROM owner_joins WHERE joined_id = $1', [
      recordId,
    ]);
    return join === undefined ? null : (JSON.parse(join.parents) as Parent[]);
  }

  async #byId<T>(
    ids: readonly number[],
    sql: string,
    read: (found: Lines) => Map<number, T>,
  ): Promise<Map<number, T>> {
    if (ids.length === 0) return new Map();
    const { query, latest } = this.reads;
    const { found } = await this.#answer<{ found: Lines }>(query, sql, new Set(ids));
    const items = read(found);
    const missing = latest === null ? [] : ids.filter((id) => !items.has(id));
    if (latest === null || missing.length === 0) return items;
    const late = await this.#answer<{ found: Lines }>(latest, sql, new Set(missing));
    return new Map([...items, ...read(late.found)]);
  }

  async #answer<Row extends object>(query: Query, sql: string, set: Iterable<number>): Promise<Row> {
    return itemAt(await query<Row>(sql, [this.reads.dialect.numbers(set)]), 0);
  }
}

/** @throws Error for a seal without counts, which no import writes, because it would look like an owner without contacts */
function entryOf(
  id: number,
  importSequence: number,
  seal: number | null,
  contacts: number | null,
): IndexEntry {
  if (seal !== null && contacts === null) throw new Error('the index of owners has a seal without counts');
  const hasCounts = contacts !== null && contacts >= 0;
  const { phoneCount, emailCount, contents } = unpackContacts(hasCounts ? contacts : 0);
  return {
    id,
    importSequence,
    phoneCount,
    emailCount,
    contents,
    // The sandbox's failing address has no seal, so its record is compared.
    fails: 0,
    seal: hasCounts ? seal : null,
  };
}

/** Records, a line each; null without any. */
type Lines = string | Uint8Array | null;

/** A JSON array; PostgreSQL's driver has parsed it. */
type Json = string | unknown[];

export const parsed = <Row>(json: Json): Row[] =>
  (typeof json === 'string' ? JSON.parse(json) : json) as Row[];

/** A visible import as the engines return it. */
export type VisibleRow = [sequence: number, source: string, edition: number, priority: number];

export const visibleIn = (rows: readonly VisibleRow[]): VisibleImports =>
  new Map(rows.map(([sequence, source, edition, priority]) => [sequence, { source, edition, priority }]));

/** @param lines of ids and contacts; null without records */
function readRecords(lines: Lines): Map<number, OwnerRecord> {
  const records = new Map<number, OwnerRecord>();
  for (const line of lines?.toString().split('\n') ?? []) {
    const contactAt = line.indexOf('\t') + 1;
    const id = Number(line.slice(0, contactAt - 1));
    records.set(id, { id, ...readContact(line.slice(contactAt)) });
  }
  return records;
}
