import type { EntityManager } from 'typeorm';
import type { Database } from '../../database/index.js';
import type { Import } from '../entities.js';
import { contactJson, ownerRecord, type OwnerContact, type StoredContact } from '../record.js';
import { limitEmails } from './emails.js';
import { whoIs } from './names.js';
import { limitPhones } from './phones.js';

/** What merging took away. */
export interface MergedCounts {
  /** Rows of the file whose first owner was on an earlier row already. */
  rows: number;
  records: number;
  addressKeys: number;
  phones: number;
  emails: number;
}

export const NOTHING_MERGED: Readonly<MergedCounts> = {
  rows: 0,
  records: 0,
  addressKeys: 0,
  phones: 0,
  emails: 0,
};

interface DuplicateRow {
  id: number;
  identity: number;
  ownerId: string | null;
  ownerNumber: number;
  addressKeys: string;
  contact: string;
}

/** One person at one property: the record that stays, with what later rows add to it. */
interface Person {
  id: number;
  ownerNumber: number;
  contact: OwnerContact;
  changed: boolean;
}

const RECORDS_PER_STEP = 2_000;

/**
 * Files with a row per phone, or that were put together from several, hold the same person at the same property more
 * than once. Those become one record while nobody sees them yet. Contacts of different people are never mixed
 * (reading 31), so both the owner id and the name must be the same.
 *
 * All but the first that share an identity were set aside in `import_duplicates` (key-index.ts), and perhaps some that
 * share it with nobody.
 *
 * @param alive called inside every write, to give a sign of life
 */
export async function mergeDuplicates(
  database: Database,
  { sequence, firstRecordId, lastRecordId }: Pick<Import, 'sequence' | 'firstRecordId' | 'lastRecordId'>,
  alive: (tx: EntityManager) => Promise<void>,
): Promise<MergedCounts> {
  const counts: MergedCounts = { ...NOTHING_MERGED };
  await database.write(async (tx) => {
    await alive(tx);
    await tx.query(FIND_FIRST, [firstRecordId, lastRecordId, sequence, sequence]);
  });
  // The people of the identity that is being read; an identity may go on in the next step.
  let identity = BEFORE_ALL;
  let lastId = BEFORE_ALL;
  let people = new Map<string, Person>();
  for (;;) {
    const rows = await database.read.query<DuplicateRow[]>(NEXT_DUPLICATES, [
      sequence,
      identity,
      lastId,
      RECORDS_PER_STEP,
    ]);
    const finished: Person[] = [];
    const absorbed: number[] = [];
    for (const row of rows) {
      lastId = row.id;
      if (row.identity !== identity) {
        finished.push(...people.values());
        people = new Map();
        identity = row.identity;
      }
      const contact = ownerRecord(row.id, JSON.parse(row.contact) as StoredContact);
      const who = personKey(row, contact);
      const person = people.get(who);
      if (person === undefined) {
        people.set(who, { id: row.id, ownerNumber: row.ownerNumber, contact, changed: false });
        continue;
      }
      const before = person.contact;
      person.changed = true;
      person.contact = mergeContacts(before, contact);
      absorbed.push(row.id);
      counts.records++;
      counts.rows += row.ownerNumber === 1 ? 1 : 0;
      counts.addressKeys += (JSON.parse(row.addressKeys) as number[]).length;
      counts.phones += before.phones.length + contact.phones.length - person.contact.phones.length;
      counts.emails += before.emails.length + contact.emails.length - person.contact.emails.length;
      person.ownerNumber = Math.min(person.ownerNumber, row.ownerNumber);
    }
    if (rows.length === 0) finished.push(...people.values());
    const merged = finished.filter(({ changed }) => changed).map(mergedRow);
    await database.write(async (tx) => {
      await alive(tx);
      await tx.query(UPDATE_MERGED, [JSON.stringify(merged)]);
      await tx.query(DELETE_ABSORBED, [JSON.stringify(absorbed)]);
    });
    if (rows.length === 0) return counts;
  }
}

/** Hashes may collide; this is the person itself. Where no name tells, the whole contact must be the same. */
function personKey({ ownerId, addressKeys }: DuplicateRow, contact: OwnerContact): string {
  return `${addressKeys},${whoIs(ownerId, contact)}`;
}

/** The earlier row's details win; mail counts as one detail, since half of one address and half of another is neither. */
export function mergeContacts(first: OwnerContact, second: OwnerContact): OwnerContact {
  const mail = first.mailingAddress === null ? second : first;
  const phones = new Map(first.phones.map((phone) => [phone.number, phone]));
  for (const phone of second.phones) {
    const known = phones.get(phone.number);
    phones.set(phone.number, known === undefined ? phone : { ...known, dnc: known.dnc || phone.dnc });
  }
  return {
    ...first,
    fullName: first.fullName ?? second.fullName,
    mailingAddress: mail.mailingAddress,
    mailingCity: mail.mailingCity,
    mailingState: mail.mailingState,
    mailingZip: mail.mailingZip,
    phones: limitPhones([...phones.values()]).phones,
    emails: limitEmails([...first.emails, ...second.emails]).emails,
  };
}

const mergedRow = ({ id, ownerNumber, contact }: Person): unknown[] => [
  id,
  ownerNumber,
  contact.phones.length,
  contact.emails.length,
  contactJson(contact),
];

/** Neither hashes nor ids are negative. */
const BEFORE_ALL = -1;

// Records are set aside from the second on; here comes the first.
const FIND_FIRST = `
  INSERT OR IGNORE INTO import_duplicates (import_sequence, identity, record_id)
  SELECT import_sequence, identity, id FROM owner_records
   WHERE id BETWEEN ? AND ? AND import_sequence = ?
     AND identity IN (SELECT identity FROM import_duplicates WHERE import_sequence = ?)
   ORDER BY 1, 2, 3`.trim();

const NEXT_DUPLICATES = `
  SELECT r.id, r.identity, r.owner_id AS "ownerId", r.owner_number AS "ownerNumber",
         r.address_keys AS "addressKeys", r.contact
    FROM import_duplicates d JOIN owner_records r ON r.id = d.record_id
   WHERE d.import_sequence = ? AND (d.identity, d.record_id) > (?, ?) ORDER BY d.identity, d.record_id LIMIT ?`;

const UPDATE_MERGED = `
  UPDATE owner_records
     SET owner_number = merged.value ->> 1, phone_count = merged.value ->> 2, email_count = merged.value ->> 3,
         contact = merged.value ->> 4
    FROM json_each(?) AS merged WHERE owner_records.id = merged.value ->> 0`.trim();

const DELETE_ABSORBED = 'DELETE FROM owner_records WHERE id IN (SELECT value FROM json_each(?))';
