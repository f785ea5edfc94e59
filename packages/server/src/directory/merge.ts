import type { Import } from './entities.js';
import { limitEmails, countUntyped, togetherPhones } from './import/cells.js';
import type { Duplicate, DuplicatePlace, ImportStore, MergedRecord } from './import/import-store.js';
import { whoIs } from './names.js';
import type { OwnerContact } from './record.js';

/** Counts of records that merging removed. */
export interface MergedCounts {
  /** Rows of the file with a first owner who was already on an earlier row. */
  rows: number;
  records: number;
  addressKeys: number;
  phones: number;
  /** Phones without a type in the data. */
  untypedPhones: number;
  emails: number;
}

export const NOTHING_MERGED: Readonly<MergedCounts> = {
  rows: 0,
  records: 0,
  addressKeys: 0,
  phones: 0,
  untypedPhones: 0,
  emails: 0,
};

/** One person at one property: the surviving record, with the contacts of later rows. */
interface Person extends MergedRecord {
  changed: boolean;
}

const RECORDS_PER_STEP = 2_000;

/**
 * Merges duplicates before they become visible: a file with a row per phone, or one put together from several, holds the same
 * person at the same property more than once. Contacts of different people are never mixed (reading 31), so both the owner id and
 * the name must be equal.
 *
 * All records of an identity but the first were set aside (`KeyIndex.seenAgain`). Some set-aside records may have an identity
 * that no other record shares.
 */
export async function mergeDuplicates(store: ImportStore, loading: Import): Promise<MergedCounts> {
  const counts: MergedCounts = { ...NOTHING_MERGED };
  await store.setAsideFirst(loading);
  // People of the current identity, which may continue in the next step.
  let place = BEFORE_ALL;
  let people = new Map<string, Person>();
  for (;;) {
    const rows = await store.duplicates(loading, place, RECORDS_PER_STEP);
    const finished: Person[] = [];
    const absorbed: number[] = [];
    for (const row of rows) {
      if (row.identity !== place.identity) {
        finished.push(...people.values());
        people = new Map();
      }
      place = row;
      const who = personKey(row);
      const person = people.get(who);
      if (person === undefined) {
        people.set(who, { ...row, changed: false });
        continue;
      }
      absorbed.push(row.id);
      absorb(person, row, counts);
    }
    if (rows.length === 0) finished.push(...people.values());
    await store.merge(
      loading,
      finished.filter(({ changed }) => changed),
      absorbed,
    );
    if (rows.length === 0) return counts;
  }
}

/** Contacts that a later record adds to a person. */
function absorb(
  person: Person,
  { ownerNumber, addressKeys, contact }: Duplicate,
  counts: MergedCounts,
): void {
  const before = person.contact;
  person.changed = true;
  person.contact = mergeContacts(before, contact);
  person.ownerNumber = Math.min(person.ownerNumber, ownerNumber);
  counts.records++;
  counts.rows += ownerNumber === 1 ? 1 : 0;
  counts.addressKeys += (JSON.parse(addressKeys) as number[]).length;
  counts.phones += before.phones.length + contact.phones.length - person.contact.phones.length;
  counts.untypedPhones += countUntyped(before) + countUntyped(contact) - countUntyped(person.contact);
  counts.emails += before.emails.length + contact.emails.length - person.contact.emails.length;
}

/** Identifies the person, because hashes may collide. Without a name, the whole contact must be equal. */
function personKey({ ownerId, addressKeys, contact }: Duplicate): string {
  return `${addressKeys},${whoIs(ownerId, contact)}`;
}

/** The earlier row's details win; mail counts as one detail, since half of one address and half of another is neither. */
export function mergeContacts(first: OwnerContact, second: OwnerContact): OwnerContact {
  const mail = first.mailingAddress === null ? second : first;
  const { untypedPhones: _, ...details } = first;
  return {
    ...details,
    fullName: first.fullName ?? second.fullName,
    mailingAddress: mail.mailingAddress,
    mailingCity: mail.mailingCity,
    mailingState: mail.mailingState,
    mailingZip: mail.mailingZip,
    ...togetherPhones(first, second),
    emails: limitEmails([...first.emails, ...second.emails]).emails,
  };
}

/** Neither hashes nor ids are negative. */
const BEFORE_ALL: DuplicatePlace = { identity: -1, id: -1 };
