import type { OwnerDetails } from '@skiptrace/csv';
import type { Reader } from '../../database/index.js';
import { openReader } from '../../database/sqlite/open-file.js';
import { itemAt } from '../../lib/item-at.js';
import { sealedContacts } from '../contact-counts.js';
import type { DncReads } from '../dnc/dnc-store.js';
import { sqliteDncReads } from '../dnc/dnc-store.sqlite.js';
import { ownersInBytes, readContact } from '../stored-contact.js';
import type { SealedKey, StreetNote } from '../property.js';
import type { OwnerRecord } from '../record.js';
import {
  addUnder,
  bestJoins,
  candidatesIn,
  type StoredCandidate,
  type StoredKey,
  type StoredJoin,
  type CandidateRow,
  type Entries,
  type IndexEntry,
  type JoinedRecord,
  type OwnerIndex,
  type Parent,
  type VisibleImports,
} from './owner-index.js';

/** Opens the index of a file that exists and has the newest schema, for reading only. */
export const openSqliteOwnerIndex = async (path: string): Promise<OwnerIndex> =>
  new SqliteOwnerIndex(await openReader(path));

/**
 * Owner index in SQLite. Sets are passed in and out as one JSON text each, because rows would cost the calling thread three
 * times as much.
 */
export class SqliteOwnerIndex implements OwnerIndex {
  readonly doNotCall: DncReads;

  constructor(private readonly reader: Reader) {
    this.doNotCall = sqliteDncReads(reader);
  }

  async visibleImports(): Promise<VisibleImports> {
    const { visible } = await this.#answer<{ visible: string }>(`SELECT ${VISIBLE} AS visible`, []);
    return readVisible(visible);
  }

  async entries(keys: Iterable<number>, sealed: readonly SealedKey[]): Promise<Entries> {
    const answer = await this.#answer<{ found: string; visible: string; records: string | null }>(
      FIND_ENTRIES,
      [JSON.stringify([...keys]), JSON.stringify([...new Map(sealed.map(({ key, seal }) => [key, seal]))])],
    );
    const byKey = new Map<number, IndexEntry[]>();
    for (const [key, importSequence, id, seal, contacts] of JSON.parse(answer.found) as EntryRow[]) {
      addUnder(byKey, key, { id, importSequence, sealed: sealedContacts(seal, contacts) });
    }
    return { byKey, visible: readVisible(answer.visible), records: readRecords(answer.records) };
  }

  async candidates(visible: VisibleImports, keys: ReadonlySet<number>): Promise<Map<number, CandidateRow[]>> {
    if (keys.size === 0 || visible.size === 0) return new Map();
    const { found, records } = await this.#answer<{ found: string; records: string }>(FIND_CANDIDATES, [
      JSON.stringify([...keys]),
      JSON.stringify([...visible.keys()]),
    ]);
    return candidatesIn(JSON.parse(found) as StoredKey[], JSON.parse(records) as StoredCandidate[], visible);
  }

  async streets(visible: VisibleImports, keys: ReadonlySet<number>): Promise<Map<number, string[]>> {
    const found = new Map<number, string[]>();
    if (keys.size === 0 || visible.size === 0) return found;
    const answer = await this.#answer<{ found: string }>(FIND_STREETS, [
      JSON.stringify([...keys]),
      JSON.stringify([...visible.keys()]),
    ]);
    for (const [key, street] of JSON.parse(answer.found) as StreetNote[]) addUnder(found, key, street);
    return found;
  }

  async records(ids: readonly number[]): Promise<Map<number, OwnerRecord>> {
    if (ids.length === 0) return new Map();
    const { found } = await this.#answer<{ found: string | null }>(READ_RECORDS, [asSet(ids)]);
    return readRecords(found);
  }

  async originals(ids: readonly number[]): Promise<Map<number, OwnerRecord>> {
    if (ids.length === 0) return new Map();
    const { found } = await this.#answer<{ found: string | null }>(READ_ORIGINALS, [asSet(ids)]);
    return readRecords(found);
  }

  async details(ids: readonly number[]): Promise<Map<number, OwnerDetails>> {
    const { found } = await this.#answer<{ found: Uint8Array | null }>(READ_BYTES, [asSet(ids)]);
    return ownersInBytes(found ?? new Uint8Array(0));
  }

  async joins(visible: VisibleImports, recordIds: readonly number[]): Promise<Map<number, JoinedRecord>> {
    if (recordIds.length === 0) return new Map();
    const { found } = await this.#answer<{ found: string }>(FIND_JOINS, [JSON.stringify(recordIds)]);
    return bestJoins(JSON.parse(found) as StoredJoin[], visible);
  }

  async parentsOf(recordId: number): Promise<Parent[] | null> {
    const [join] = await this.reader.query<{ parents: string }[]>(
      'SELECT parents FROM owner_joins WHERE joined_id = ?',
      [recordId],
    );
    return join === undefined ? null : (JSON.parse(join.parents) as Parent[]);
  }

  /** Single row of a statement that always returns one. */
  async #answer<Row>(sql: string, parameters: unknown[]): Promise<Row> {
    return itemAt(await this.reader.query<Row[]>(sql, parameters), 0);
  }
}

const asSet = (ids: readonly number[]): string => JSON.stringify([...new Set(ids)]);

/** @param json result of `VISIBLE` */
function readVisible(json: string): VisibleImports {
  type Row = [sequence: number, source: string, edition: number, priority: number];
  return new Map(
    (JSON.parse(json) as Row[]).map(([sequence, source, edition, priority]) => [
      sequence,
      { source, edition, priority },
    ]),
  );
}

/** @param lines result of `RECORDS`; null without records */
function readRecords(lines: string | null): Map<number, OwnerRecord> {
  const records = new Map<number, OwnerRecord>();
  for (const line of lines?.split('\n') ?? []) {
    const contactAt = line.indexOf('\t') + 1;
    const id = Number(line.slice(0, contactAt - 1));
    records.set(id, { id, ...readContact(line.slice(contactAt)) });
  }
  return records;
}

type EntryRow = [
  addressKey: number,
  importSequence: number,
  recordId: number,
  seal: number | null,
  contacts: number | null,
];

const VISIBLE =
  "(SELECT json_group_array(json_array(sequence, source, edition, priority)) FROM imports WHERE state = 'active')";

// One line of text for each record, in the form of stored-contact.ts.
const RECORDS = 'group_concat(r.id || char(9) || r.contact, char(10))';
const FROM_WANTED = 'FROM json_each(?) AS wanted CROSS JOIN owner_records AS r ON r.id = wanted.value';
const READ_RECORDS = `SELECT ${RECORDS} AS found ${FROM_WANTED}`;
const READ_ORIGINALS = `
  SELECT group_concat(r.id || char(9) || COALESCE(o.contact, r.contact), char(10)) AS found
  ${FROM_WANTED} LEFT JOIN owner_originals AS o ON o.record_id = r.id`;
const READ_BYTES = `SELECT CAST(${RECORDS} AS BLOB) AS found ${FROM_WANTED}`;

// CROSS JOIN makes SQLite probe the index for each key.
const FIND_ENTRIES = `
  SELECT (SELECT json_group_array(json_array(k.address_key, k.import_sequence, k.record_id, k.address_seal, k.contacts))
            FROM json_each(?) AS wanted CROSS JOIN owner_keys AS k ON k.address_key = wanted.value
           WHERE k.import_sequence IN (SELECT sequence FROM imports WHERE state = 'active')) AS found,
         ${VISIBLE} AS visible,
         (SELECT ${RECORDS}
            FROM json_each(?) AS wanted
           CROSS JOIN owner_keys AS k ON k.address_key = wanted.value ->> 0 AND k.address_seal = wanted.value ->> 1
           CROSS JOIN owner_records AS r ON r.id = k.record_id
           WHERE k.import_sequence IN (SELECT sequence FROM imports WHERE state = 'active')) AS records`;

const VISIBLE_KEYS =
  'owner_keys AS k WHERE k.address_key = wanted.value AND k.import_sequence IN (SELECT value FROM json_each(?2))';
const FIND_CANDIDATES = `
  SELECT (SELECT json_group_array(json_array(wanted.value, json((
            SELECT json_group_array(k.import_sequence) FROM ${VISIBLE_KEYS})), json((
            SELECT json_group_array(k.record_id) FROM ${VISIBLE_KEYS}))))
            FROM json_each(?1) AS wanted) AS found,
         (SELECT json_group_array(json_array(r.id, r.identity, r.owner_id, r.owner_number, r.phone_count, r.email_count,
                                             r.fails, r.address))
            FROM owner_records AS r
           WHERE r.id IN (SELECT k.record_id FROM json_each(?1) AS wanted CROSS JOIN ${VISIBLE_KEYS})) AS records`;

const FIND_STREETS = `
  SELECT json_group_array(json_array(s.street_key, s.street)) AS found
    FROM json_each(?) AS wanted CROSS JOIN owner_streets AS s ON s.street_key = wanted.value
   WHERE s.import_sequence IN (SELECT value FROM json_each(?))`;

// Parents stay a JSON text in the result, so that SQLite doesn't parse and rewrite them.
const FIND_JOINS = `
  SELECT json_group_array(json_array(j.record_id, j.joined_id, j.parents, j.phone_count, j.email_count)) AS found
    FROM json_each(?) AS wanted CROSS JOIN owner_joins AS j ON j.record_id = wanted.value`;
