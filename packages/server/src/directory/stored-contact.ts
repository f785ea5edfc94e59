import { isAscii } from 'node:buffer';
import type { OwnerDetails, PhoneKind } from '@skiptrace/csv';
import type { OwnerContact, OwnerPhone, UntypedPhone } from './record.js';

/*
 * How a contact is stored, and how records leave the database for a process that reads many.
 *
 *   contact  13 cells with a TAB between them: eleven texts in the order of TEXTS, the phones, the emails
 *   text     empty where there is none
 *   phones   one after another with a space between: ten digits, what it is, and `+` when on a Do Not Call registry, or `?+`
 *            when that was not checked. What it is: `m` a mobile, `l` a landline, `M` and `L` the same by the operator's setting,
 *            `u` unknown, which answers leave out
 *   emails   one after another with a space between
 *   records  a line each: id, TAB, contact
 *
 *   erased   DEL as the first name and nothing else: the owner was deleted, and what refers to the record finds nothing to hand out
 *            (erase/). A record of nothing but TABs is an owner with nothing on file, which the sandbox has
 *   hidden   DEL as the first and the last name and nothing else: the record is not handed out now (shown/)
 *
 * No text has a control character and no email has a space (import/cells.ts), so nothing is escaped.
 */

/** The texts of a contact in the order in which they are stored. */
const TEXTS = [
  'firstName',
  'lastName',
  'fullName',
  'propertyAddress',
  'propertyCity',
  'propertyState',
  'propertyZip',
  'mailingAddress',
  'mailingCity',
  'mailingState',
  'mailingZip',
] as const;

const NUMBER_LENGTH = 10;

/** Written without loops, because an import does it for each owner. */
export function storedContact(contact: OwnerContact): string {
  let phones = '';
  for (const phone of contact.phones)
    phones += `${phones === '' ? '' : ' '}${storedPhone(phone, letterOf(phone))}`;
  for (const phone of contact.untypedPhones ?? [])
    phones += `${phones === '' ? '' : ' '}${storedPhone(phone, UNTYPED)}`;
  return [
    contact.firstName ?? '',
    contact.lastName ?? '',
    contact.fullName ?? '',
    contact.propertyAddress ?? '',
    contact.propertyCity ?? '',
    contact.propertyState ?? '',
    contact.propertyZip ?? '',
    contact.mailingAddress ?? '',
    contact.mailingCity ?? '',
    contact.mailingState ?? '',
    contact.mailingZip ?? '',
    phones,
    contact.emails.join(' '),
  ].join('\t');
}

/** A control character, which no import stores. */
const DELETED = '\x7f';
/** Stored form of an erased owner. */
export const ERASED_CONTACT = DELETED + '\t'.repeat(TEXTS.length + 1);
/** Stored form of a hidden owner. */
export const HIDDEN_CONTACT = `${DELETED}\t${DELETED}${'\t'.repeat(TEXTS.length)}`;

/** Whether the record stands for an erased or hidden owner, with nothing to hand out. */
export const isErased = ({ firstName }: Pick<OwnerContact, 'firstName'>): boolean => firstName === DELETED;

/** @throws Error for a format that no import writes: with shifted cells, details could be assigned to another owner */
export function readContact(stored: string): OwnerContact {
  const cells = stored.split('\t');
  const phones = cells[TEXTS.length];
  const emails = cells[TEXTS.length + 1];
  if (cells.length !== TEXTS.length + 2 || phones === undefined || emails === undefined)
    throw new Error('a stored contact is damaged');
  const text = (at: number): string | null => cells[at] || null;
  const contact: OwnerContact = {
    firstName: text(0),
    lastName: text(1),
    fullName: text(2),
    propertyAddress: text(3),
    propertyCity: text(4),
    propertyState: text(5),
    propertyZip: text(6),
    mailingAddress: text(7),
    mailingCity: text(8),
    mailingState: text(9),
    mailingZip: text(10),
    phones: [],
    emails: emails === '' ? [] : emails.split(' '),
  };
  for (const phone of phones === '' ? [] : phones.split(' ')) {
    if (phone[NUMBER_LENGTH] !== UNTYPED) contact.phones.push(readPhone(phone));
    else (contact.untypedPhones ??= []).push(readUntyped(phone));
  }
  return contact;
}

/** Type letter after a number. Capitals mean a type from the operator's setting, not from the data. */
const MOBILE = 'm';
const LANDLINE = 'l';
const ASSUMED_MOBILE = 'M';
const ASSUMED_LANDLINE = 'L';
const UNTYPED = 'u';

const letterOf = ({ type, typeAssumed }: OwnerPhone): string =>
  typeAssumed === true
    ? type === 'mobile'
      ? ASSUMED_MOBILE
      : ASSUMED_LANDLINE
    : type === 'mobile'
      ? MOBILE
      : LANDLINE;

const storedPhone = ({ number, dnc, dncChecked }: UntypedPhone, letter: string): string =>
  `${number}${letter}${dncChecked === false ? '?' : ''}${dnc ? '+' : ''}`;

function readUntyped(stored: string): UntypedPhone {
  const phone: UntypedPhone = { number: stored.slice(0, NUMBER_LENGTH), dnc: stored.endsWith('+') };
  if (stored[NUMBER_LENGTH + 1] === '?') phone.dncChecked = false;
  return phone;
}

/** Repeats `readUntyped`: every phone of every answer is read here, and a spread takes three times as long. */
function readPhone(stored: string): OwnerPhone {
  const letter = stored[NUMBER_LENGTH];
  const type = letter === MOBILE || letter === ASSUMED_MOBILE ? 'mobile' : 'landline';
  const phone: OwnerPhone = { number: stored.slice(0, NUMBER_LENGTH), dnc: stored.endsWith('+'), type };
  if (stored[NUMBER_LENGTH + 1] === '?') phone.dncChecked = false;
  if (letter === ASSUMED_MOBILE || letter === ASSUMED_LANDLINE) phone.typeAssumed = true;
  return phone;
}

const TAB = 0x09;
const NEW_LINE = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const QUESTION_MARK = 0x3f;
const SMALL_M = 0x6d;
/** An assumed mobile (stored-contact.ts). */
const CAPITAL_M = 0x4d;
/** A number without a type, which results leave out. */
const SMALL_U = 0x75;

const UNLISTED_MOBILE: PhoneKind = { type: 'mobile', dnc: false };

const LISTED_MOBILE: PhoneKind = { type: 'mobile', dnc: true };

const UNLISTED_LANDLINE: PhoneKind = { type: 'landline', dnc: false };

const LISTED_LANDLINE: PhoneKind = { type: 'landline', dnc: true };

const UNCHECKED_MOBILE: PhoneKind = { type: 'mobile', dnc: true, dncChecked: false };

const UNCHECKED_LANDLINE: PhoneKind = { type: 'landline', dnc: true, dncChecked: false };

/**
 * Owners in lines of stored records (stored-contact.ts), by id: as positions in the bytes, or as texts if they have non-ASCII
 * characters or quotes. Decoding and encoding all of them would be a third of the work of a result.
 * @throws Error for data that no import writes
 */
export function ownersInBytes(records: Uint8Array): Map<number, OwnerDetails> {
  const owners = new Map<number, OwnerDetails>();
  // True in most cases, and cheap to check for all lines at once.
  const allPlain = isPlain(records);
  for (let at = 0; at < records.length;) {
    const end = endOf(records, at, records.length, NEW_LINE);
    const contactAt = endOf(records, at, end, TAB) + 1;
    const id = numberIn(records, at, contactAt - 1);
    const isBytes = allPlain || isPlain(records.subarray(contactAt, end));
    owners.set(
      id,
      isBytes
        ? detailsIn(records, contactAt, end)
        : readContact(utf8.decode(records.subarray(contactAt, end))),
    );
    at = end + 1;
  }
  return owners;
}

/** Where the places of an owner in bytes (csv, OwnerBytes) have the first phone. */
export const PHONES_AT = 14;

/** `isErased` of an owner in bytes. */
export const isErasedIn = (details: OwnerDetails): boolean =>
  'bytes' in details ? details.bytes[details.places[0] ?? 0] === DELETE : isErased(details);

const DELETE = 0x7f;

const utf8 = new TextDecoder();

const ZERO = 0x30;

/** The number that these digits are. */
export function numberIn(bytes: Uint8Array, from: number, end: number): number {
  let number = 0;
  for (let at = from; at < end; at += 1) number = 10 * number + (bytes[at] ?? ZERO) - ZERO;
  return number;
}

const isPlain = (bytes: Uint8Array): boolean => isAscii(bytes) && !bytes.includes(QUOTE);

/** Position of the next `unit`, or `end`. */
function endOf(bytes: Uint8Array, from: number, end: number, unit: number): number {
  let at = from;
  while (at < end && bytes[at] !== unit) at += 1;
  return at;
}

function detailsIn(bytes: Uint8Array, start: number, end: number): OwnerDetails {
  const places: number[] = [];
  const phones: PhoneKind[] = [];
  let at = start;
  for (const name of TEXTS) {
    const textEnd = endOf(bytes, at, end, TAB);
    // Leaves the property out, which the customer's file already has.
    if (!name.startsWith('property')) places.push(at, textEnd);
    at = textEnd + 1;
  }
  const phonesEnd = endOf(bytes, at, end, TAB);
  if (phonesEnd >= end && bytes[phonesEnd] !== TAB) throw new Error('a stored contact is damaged');
  for (let from = at; from < phonesEnd; from = endOf(bytes, from, phonesEnd, SPACE) + 1) {
    const kind = from + NUMBER_LENGTH;
    if (bytes[kind] === SMALL_U) continue;
    places.push(from, kind);
    phones.push(phoneKind(bytes[kind], bytes[kind + 1]));
  }
  for (let from = phonesEnd + 1; from < end;) {
    const emailEnd = endOf(bytes, from, end, SPACE);
    places.push(from, emailEnd);
    from = emailEnd + 1;
  }
  return { bytes, places, phones };
}

/** @param mark the byte behind the letter: `+`, the `?` of `?+`, or what divides phones */
function phoneKind(letter: number | undefined, mark: number | undefined): PhoneKind {
  const isMobile = letter === SMALL_M || letter === CAPITAL_M;
  if (mark === QUESTION_MARK) return isMobile ? UNCHECKED_MOBILE : UNCHECKED_LANDLINE;
  if (mark === PLUS) return isMobile ? LISTED_MOBILE : LISTED_LANDLINE;
  return isMobile ? UNLISTED_MOBILE : UNLISTED_LANDLINE;
}
