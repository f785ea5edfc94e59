import type { Reader } from '../../database/index.js';
import { itemAt } from '../../item-at.js';
import type { SealedKey } from '../property.js';
import type { OwnerRecord } from '../record.js';
import { RECORDS_TEXT, recordsById } from './read.js';
import { readVisible, VISIBLE_IMPORTS, type VisibleImports } from './visible.js';

/** A record that a lead may be matched to. */
export interface FoundRecord {
  id: number;
  importSequence: number;
  phoneCount: number;
  emailCount: number;
  /** 1 for the sandbox's failing address. */
  fails: number;
}

/** A record that shares a key with a lead, as far as it is needed to decide. */
export interface CandidateRow extends FoundRecord {
  identity: number;
  ownerId: string | null;
  ownerNumber: number;
  /** Packed standard form of the property. */
  address: string;
}

/** What the index says of a record under an exact key. */
export interface IndexEntry extends FoundRecord {
  /** Null when the record itself has to be looked at (property.ts). */
  addressSeal: number | null;
}

/** Emails a record can hold, and one more: how the index packs two counts into a number. */
const EMAIL_COUNTS = 32;

export function unpackContacts(contacts: number): Pick<FoundRecord, 'phoneCount' | 'emailCount'> {
  const emailCount = contacts % EMAIL_COUNTS;
  return { phoneCount: (contacts - emailCount) / EMAIL_COUNTS, emailCount };
}

/** What the index says at one moment. */
export interface Entries {
  /** All visible entries, by key. */
  byKey: ReadonlyMap<number, readonly IndexEntry[]>;
  visible: VisibleImports;
  /** The records under a key and seal that were asked for. */
  records: ReadonlyMap<number, OwnerRecord>;
}

/**
 * All visible entries under any of these exact keys.
 * @param sealed keys and seals whose record is wanted in the same way; the others are not looked at
 */
export async function findEntries(
  reader: Reader,
  keys: Iterable<number>,
  sealed: readonly SealedKey[],
): Promise<Entries> {
  const byKey = new Map<number, IndexEntry[]>();
  const answers = await reader.query<{ found: string; visible: string; records: string | null }[]>(
    FIND_ENTRIES,
    [JSON.stringify([...keys]), JSON.stringify(sealed.map(({ key, seal }) => [key, seal]))],
  );
  const answer = itemAt(answers, 0);
  const rows = JSON.parse(answer.found) as EntryRow[];
  for (const [key, importSequence, id, addressSeal, contacts] of rows) {
    // What fails has no seal.
    addUnder(byKey, key, { id, importSequence, ...unpackContacts(contacts ?? 0), fails: 0, addressSeal });
  }
  return { byKey, visible: readVisible(answer.visible), records: recordsById(answer.records) };
}

type EntryRow = [
  addressKey: number,
  importSequence: number,
  recordId: number,
  addressSeal: number | null,
  contacts: number | null,
];

/**
 * All visible records under any of these keys, by key. Keys are hashes, so some may be there by accident.
 * @throws Error when the index has a key whose record is gone: without it the address would look like a miss
 */
export async function findByKeys(
  reader: Reader,
  visible: VisibleImports,
  keys: ReadonlySet<number>,
): Promise<Map<number, CandidateRow[]>> {
  const found = new Map<number, CandidateRow[]>();
  if (keys.size === 0 || visible.size === 0) return found;
  const answers = await reader.query<{ found: string; gone: number }[]>(FIND_BY_KEYS, [
    JSON.stringify([...keys]),
    JSON.stringify([...visible.keys()]),
  ]);
  const answer = itemAt(answers, 0);
  // A purge removes keys before records, so this is no race.
  if (answer.gone > 0) throw new Error('the index of owners has a key whose record is gone');
  for (const [addressKey, ...columns] of JSON.parse(answer.found) as FoundRow[]) {
    addUnder(found, addressKey, candidateRow(columns));
  }
  return found;
}

/** The columns of a candidate in the order of the query. */
type Columns = [
  id: number,
  importSequence: number,
  identity: number,
  ownerId: string | null,
  ownerNumber: number,
  phoneCount: number,
  emailCount: number,
  fails: number,
  address: string,
];
type FoundRow = [addressKey: number, ...Columns];

const candidateRow = ([
  id,
  importSequence,
  identity,
  ownerId,
  ownerNumber,
  phoneCount,
  emailCount,
  fails,
  address,
]: Columns): CandidateRow => ({
  id,
  importSequence,
  identity,
  ownerId,
  ownerNumber,
  phoneCount,
  emailCount,
  fails,
  address,
});

function addUnder<T>(found: Map<number, T[]>, key: number, item: T): void {
  const sameKey = found.get(key);
  if (sameKey === undefined) found.set(key, [item]);
  else sameKey.push(item);
}

const FIND_ENTRIES = `
  SELECT (SELECT json_group_array(json_array(k.address_key, k.import_sequence, k.record_id, k.address_seal, k.contacts))
            FROM json_each(?) AS wanted CROSS JOIN owner_keys AS k ON k.address_key = wanted.value
           WHERE k.import_sequence IN (SELECT sequence FROM imports WHERE state = 'active')) AS found,
         ${VISIBLE_IMPORTS} AS visible,
         (SELECT ${RECORDS_TEXT}
            FROM json_each(?) AS wanted
           CROSS JOIN owner_keys AS k ON k.address_key = wanted.value ->> 0 AND k.address_seal = wanted.value ->> 1
           CROSS JOIN owner_records AS r ON r.id = k.record_id
           WHERE k.import_sequence IN (SELECT sequence FROM imports WHERE state = 'active')) AS records`;

// CROSS JOIN is SQLite's way to say that the keys come first and the index is probed for each. The answer is one text,
// which costs the calling thread a third of what as many rows would.
const FIND_BY_KEYS = `
  SELECT json_group_array(json_array(k.address_key, r.id, r.import_sequence, r.identity, r.owner_id, r.owner_number,
                                     r.phone_count, r.email_count, r.fails, r.address)) AS found,
         COUNT(*) - COUNT(r.id) AS gone
    FROM json_each(?) AS wanted
   CROSS JOIN owner_keys AS k ON k.address_key = wanted.value
    LEFT JOIN owner_records AS r ON r.id = k.record_id
   WHERE k.import_sequence IN (SELECT value FROM json_each(?))`;
