import { cleanZip, isSentinel, stateCode, type SplitAddress } from '@skiptrace/csv';
import { hash53 } from '../hash.js';
import { storedProperty, type StoredProperty } from '../property.js';
import type { ContactText, OwnerContact } from '../record.js';
import { foldEmails } from './emails.js';
import type { NewRecord } from './loading-import.js';
import { samePerson, whoIs } from './names.js';
import type { OwnerCells } from './owner-columns.js';
import { foldPhones } from './phones.js';
import { cellText } from './text.js';

/** The owners of one row, one or two, and what of the row was left out. */
export interface OwnersOfRow {
  records: NewRecord[];
  phonesLeftOut: number;
  emailsLeftOut: number;
  /** Numbers of which the data does not say whether they are on a Do Not Call registry. */
  dncAssumed: number;
}

/**
 * The owners that a row of an owner file names, or why it is refused, as a clause.
 * @param dncDefault what is taken for a number of which the data does not say it (reading 30)
 */
export function ownersOfRow(cells: OwnerCells, dncDefault: boolean): OwnersOfRow | { refused: string } {
  const property = placeText(cells.property);
  const stored = storedProperty({
    address: property.address ?? '',
    city: property.city,
    state: property.state,
    zip: property.zip,
  });
  if ('refused' in stored) return stored;

  const shared = sharedText(property, cells.mailing);
  const first = nameOf(cells.firstName, cells.lastName, cells.fullName);
  const second = nameOf(cells.owner2FirstName, cells.owner2LastName, cells.owner2FullName);
  const phoneCells = cells.phones.filter(({ number }) => !isSentinel(number));
  const emailCells = cells.emails.map(cellText).filter((cell) => cell !== null);
  // Numbers of a contact who is not the owner (a tenant, a relative) are never mixed in (reading 31).
  const ofOwner = samePerson(cellText(cells.contactName), first.fullName);
  const phones = foldPhones(ofOwner ? phoneCells : [], dncDefault);
  const emails = foldEmails(ofOwner ? emailCells : []);

  const contact = { ...shared, ...first, phones: phones.phones, emails: emails.emails };
  const records = [newRecord(stored, 1, cellText(cells.ownerId), contact)];
  // The mail is both owners'; the phones and emails of a row are the first owner's.
  if (second.fullName !== null) {
    records.push(newRecord(stored, 2, null, { ...shared, ...second, phones: [], emails: [] }));
  }
  return {
    records,
    phonesLeftOut: ofOwner ? phones.leftOut : phoneCells.length,
    emailsLeftOut: ofOwner ? emails.leftOut : emailCells.length,
    dncAssumed: phones.dncAssumed,
  };
}

/** A record on its way into the directory. */
export const newRecord = (
  { key, packed, addressKeys }: StoredProperty,
  ownerNumber: number,
  ownerId: string | null,
  contact: OwnerContact,
): NewRecord => ({
  identity: hash53(JSON.stringify([key, ...whoIs(ownerId, contact)])),
  ownerId,
  ownerNumber,
  address: packed,
  addressKeys,
  contact,
});

interface PlaceText {
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** The place of a property. What is neither a state nor a ZIP is nothing: a wrong one would match wrongly. */
function placeText({ address, city, state, zip }: SplitAddress): PlaceText {
  const code = stateCode(state);
  const clean = cleanZip(zip, code ?? '');
  return {
    address: cellText(address),
    city: cellText(city),
    state: code,
    zip: clean.reported || clean.zip === '' ? null : clean.zip,
  };
}

type SharedText = Omit<ContactText, 'firstName' | 'lastName' | 'fullName'>;

function sharedText(property: PlaceText, mailing: SplitAddress | null): SharedText {
  const state = mailing === null ? null : cellText(mailing.state);
  return {
    propertyAddress: property.address,
    propertyCity: property.city,
    propertyState: property.state,
    propertyZip: property.zip,
    mailingAddress: mailing === null ? null : cellText(mailing.address),
    mailingCity: mailing === null ? null : cellText(mailing.city),
    // Mail goes abroad too: what is no state or ZIP stays as it is.
    mailingState: state === null ? null : (stateCode(state) ?? state),
    mailingZip: mailing === null ? null : cellText(cleanZip(mailing.zip, state ?? '').zip),
  };
}

function nameOf(
  first: string,
  last: string,
  full: string,
): Pick<ContactText, 'firstName' | 'lastName' | 'fullName'> {
  const firstName = cellText(first);
  const lastName = cellText(last);
  const joined = [firstName, lastName].filter((part) => part !== null).join(' ');
  return { firstName, lastName, fullName: cellText(full) ?? (joined === '' ? null : joined) };
}
