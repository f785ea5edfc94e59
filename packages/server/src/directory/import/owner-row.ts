import {
  cleanZip,
  flagOf,
  isSentinel,
  onOneLine,
  stateCode,
  stateOfZip,
  type SplitAddress,
} from '@skiptrace/csv';
import { samePerson, whoIs } from '../names.js';
import { hash53, storedProperty, type StoredProperty } from '../property.js';
import type { OwnerContact, PhoneType } from '../record.js';
import { foldEmails, foldPhones, cellText, type Phones } from './cells.js';
import { peopleOf, type NameOrder } from './name-order.js';
import type { OwnerCells } from './owner-columns.js';
import type { NewRecord } from './record-batch.js';

/** The one or two owners of a row, and counts of the details left out. */
export interface OwnersOfRow {
  /** Equal for rows of one property. */
  property: string;
  records: NewRecord[];
  phonesLeftOut: number;
  /** Phones left out because they belong to a contact who is not the owner. */
  phonesOfOthers: number;
  /** Phones left out because a match cannot hold more. */
  phonesOver: number;
  emailsLeftOut: number;
  /** Numbers for which the data gives no Do Not Call status. */
  dncAssumed: number;
  /** Types of phones that were not understood, as written. */
  unknownTypes: readonly string[];
  /** The ZIP lies in another state than the one given for every row; the ZIP wins. */
  isElsewhere: boolean;
  /** A wrong ZIP, which was left out, or one of another state than the row's, which was kept. */
  zipFault: ZipFault | null;
}

export type ZipFault = 'unread' | 'ofOtherState';

/** Line numbers of the first rows with each fault, counted from 1. */
export type ZipLines = Readonly<Record<ZipFault, number[]>>;

/** Why a row is refused, as a clause. Rows with the same `reason` are counted together; `detail` is about this row alone. */
export interface Refusal {
  refused: string;
  detail?: string;
}

/** How a file's rows become owners. Plain data: it goes to other threads. */
export interface RowOptions {
  /** Do Not Call status assumed for numbers without one (reading 30). */
  dncDefault: boolean;
  /** Type assumed for phones without one; null leaves them out of answers. */
  phoneTypeDefault: PhoneType | null;
  nameOrder: NameOrder;
  /** A row without any name is stored, too. */
  allowNameless: boolean;
  /** The state that was given for every row, in two letters; null where the file has its own or none was given. */
  givenState: string | null;
}

/** The owners that a row of an owner file names, or why it is refused. */
export function ownersOfRow(cells: OwnerCells, options: RowOptions): OwnersOfRow | Refusal {
  const { dncDefault, phoneTypeDefault, nameOrder, allowNameless, givenState } = options;
  const property = placeText(cells.property);
  const stored = storedProperty({
    address: property.address ?? '',
    city: property.city,
    state: property.state,
    zip: property.zip,
  });
  if ('refused' in stored)
    return property.address === null
      ? { refused: 'it has no address' }
      : ((property.zip === null ? lostZero(cells.property.zip, property.state) : null) ?? stored);

  const mail = cells.mailing === null ? NO_MAIL : mailText(cells.mailing);
  const named = namesOf(cells.firstName, cells.lastName, cells.fullName, nameOrder);
  const namedOthers = namesOf(cells.owner2FirstName, cells.owner2LastName, cells.owner2FullName, nameOrder);
  // The numbers of a dead person reach no owner.
  const own = isDeceased(cells.deceased) ? [] : named;
  const others = isDeceased(cells.owner2Deceased) ? [] : namedOthers;
  const people = others.length === 0 ? own : own.concat(others);
  const isMissed = people.length < named.length + namedOthers.length;
  if (people.length === 0 && isMissed) return { refused: 'its owner is deceased' };
  if (people.length === 0 && !allowNameless) return { refused: 'it names no owner' };
  const first = people[0] ?? NO_NAME;
  const phoneCells = cells.phones.filter(({ number }) => !isSentinel(number));
  const emailCells = cells.emails.map(cellText).filter((cell) => cell !== null);
  // Numbers of a contact who is not the owner (a tenant, a relative) are never mixed in (reading 31).
  const ofOwner =
    (own.length > 0 || (people.length === 0 && !isDeceased(cells.deceased))) &&
    samePerson(contactOfRow(cells), first.fullName);
  const phones = foldPhones(ofOwner ? phoneCells : [], dncDefault, phoneTypeDefault);
  const emails = foldEmails(ofOwner ? emailCells : []);

  const contact = contactOf(first, property, mail, phones, emails.emails);
  const records = [newRecord(stored, 1, cellText(cells.ownerId), contact)];
  // The mailing address belongs to all owners; the phones and emails of a row to the first.
  for (let at = 1; at < people.length; at++) {
    const name = people[at] ?? NO_NAME;
    records.push(newRecord(stored, at + 1, null, contactOf(name, property, mail, NO_PHONES, [])));
  }
  return {
    property: stored.key,
    records,
    phonesLeftOut: ofOwner ? phones.leftOut : phoneCells.length,
    emailsLeftOut: ofOwner ? emails.leftOut : emailCells.length,
    phonesOfOthers: ofOwner ? 0 : phoneCells.length,
    phonesOver: phones.over,
    dncAssumed: phones.dncAssumed,
    unknownTypes: phones.unknownTypes,
    isElsewhere: givenState !== null && property.state !== givenState,
    zipFault: zipFaultOf(cells.property.zip, property),
  };
}

function zipFaultOf(written: string, { state, zip }: PlaceText): ZipFault | null {
  if (zip === null) return cellText(written) === null ? null : 'unread';
  return state !== null && (stateOfZip(zip) ?? state) !== state ? 'ofOtherState' : null;
}

/** Why a ZIP of three or four digits says nothing. @param state of the row */
function lostZero(written: string, state: string | null): Refusal | null {
  const [, digits = ''] = /^\s*(\d{3,4})(?:-\d{4})?\s*$/.exec(written) ?? [];
  if (digits === '') return null;
  const lost = digits.length === 4 ? 'a leading zero' : 'two leading zeros';
  const likely = state === null ? stateOfZip(digits.padStart(ZIP_DIGITS, '0')) : undefined;
  const cause = likely === undefined ? `it lost ${lost}` : `in ${likely}, it lost ${lost}`;
  const advice = `Write it with five digits${likely === undefined ? '' : `, or give ${likely} as the state of every row`}`;
  const rest = `has ${digits.length} digits; ${cause}. ${advice}`;
  return { refused: `its ZIP ${rest}`, detail: `ZIP "${written.trim()}" ${rest}` };
}

const ZIP_DIGITS = 5;

/** A record on its way into the directory. */
export const newRecord = (
  { key, packed, addressKeys, addressSeal, streets }: StoredProperty,
  ownerNumber: number,
  ownerId: string | null,
  contact: OwnerContact,
): NewRecord => ({
  identity: hash53(`${key}\t${whoIs(ownerId, contact)}`),
  ownerId,
  ownerNumber,
  address: packed,
  addressKeys,
  addressSeal,
  streets,
  contact,
});

interface PlaceText {
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** Place of a property. An invalid state or ZIP is dropped: a wrong one would match wrongly. */
function placeText({ address, city, state, zip }: SplitAddress): PlaceText {
  const code = stateCode(state);
  const clean = cleanZip(zip, code ?? '');
  return {
    address: cellText(onOneLine(address)),
    city: cellText(city),
    state: code,
    zip: clean.reported || clean.zip === '' ? null : clean.zip,
  };
}

const NO_MAIL: PlaceText = { address: null, city: null, state: null, zip: null };

/** Mail may go abroad: an unknown state or ZIP stays as written. */
function mailText({ address, city, state, zip }: SplitAddress): PlaceText {
  const written = cellText(state);
  return {
    address: cellText(onOneLine(address)),
    city: cellText(city),
    state: written === null ? null : (stateCode(written) ?? written),
    zip: cellText(cleanZip(zip, written ?? '').zip),
  };
}

type Name = Pick<OwnerContact, 'firstName' | 'lastName' | 'fullName'>;

/** Person reached by the phones and emails of a row, if the row says so. */
function contactOfRow({ contactName, contactFirstName, contactLastName }: OwnerCells): string | null {
  if (contactName !== '' || (contactFirstName === '' && contactLastName === '')) return cellText(contactName);
  return cellText(`${contactFirstName} ${contactLastName}`.trim());
}

const NO_PHONES: Phones = { phones: [] };
const NO_NAME: Name = { firstName: null, lastName: null, fullName: null };

const isDeceased = (cell: string): boolean => flagOf(cell, 'deceased') === true;

/** Words that rolls write in place of a name. A match that names no person is worth nothing to the person who pays for it. */
const NO_ONE =
  'tax ?payers?|tp|(?:home|land|property|title)?[ -]?(?:owners?|holders?)|residents?|occupants?|tenants?|unknown|unavailable|undisclosed|unlisted|unnamed|unidentified|withheld|confidential|redacted|suppressed|protected|anonymous|(?:no|not)(?! ?$)|to be determined|to whom it may concern';
/** Words that say nothing beside these. */
const BESIDE_NO_ONE =
  'of|or|the|and|all|current|present|legal|registered|record|records|name|names|parties|party|person|available|given|known|listed|found|provided|disclosed|stated|recorded|released|on|file|by|law|per|request|statute|information|info|data|address|various|multiple|several|s|at';
const NO_PERSON = new RegExp(
  `^(?=.*\\b(?:${NO_ONE})\\b)(?:\\W*\\b(?:${NO_ONE}|${BESIDE_NO_ONE})\\b)+\\W*$|^\\W*(?:current )?(?:tax ?payers?|(?:home)?owners?|residents?|occupants?) (?:of|at) (?:[^a-z]*\\d|the (?:property|premises))|^\\W*tax ?payers? (?:of|at)\\b`,
  'i',
);

/** The people in a name cell: none, one or two. */
function namesOf(first: string, last: string, full: string, order: NameOrder): Name[] {
  const firstName = cellText(first);
  const lastName = cellText(last);
  if (firstName === null && lastName === null && order !== 'as-written')
    return NO_PERSON.test(cellText(full) ?? '') ? [] : peopleOf(full, order);
  const joined = firstName === null ? lastName : lastName === null ? firstName : `${firstName} ${lastName}`;
  const written = cellText(full);
  // Where first and last name have columns of their own, the label has them in the order of a file cabinet.
  const isTurned = written === `${lastName} ${firstName}` || written === `${lastName}, ${firstName}`;
  const fullName = isTurned ? joined : (written ?? joined);
  return fullName === null || NO_PERSON.test(fullName) ? [] : [{ firstName, lastName, fullName }];
}

// Written out: spreading several objects into one is the slowest thing a row could do.
function contactOf(
  { firstName, lastName, fullName }: Name,
  property: PlaceText,
  mail: PlaceText,
  { phones, untypedPhones }: Phones,
  emails: string[],
): OwnerContact {
  const contact: OwnerContact = {
    firstName,
    lastName,
    fullName,
    propertyAddress: property.address,
    propertyCity: property.city,
    propertyState: property.state,
    propertyZip: property.zip,
    mailingAddress: mail.address,
    mailingCity: mail.city,
    mailingState: mail.state,
    mailingZip: mail.zip,
    phones,
    emails,
  };
  if (untypedPhones !== undefined) contact.untypedPhones = untypedPhones;
  return contact;
}
