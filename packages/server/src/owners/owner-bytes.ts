import { isAscii } from 'node:buffer';
import type { OwnerDetails, PhoneKind } from '@skiptrace/csv';
import { NUMBER_LENGTH, readContact, TEXTS } from './stored-contact.js';

const TAB = 0x09;
const NEW_LINE = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const SMALL_M = 0x6d;
/** An assumed mobile (stored-contact.ts). */
const CAPITAL_M = 0x4d;
/** A number without a type, which results leave out. */
const SMALL_U = 0x75;

const MOBILE: PhoneKind = { type: 'mobile', dnc: false };
const MOBILE_DNC: PhoneKind = { type: 'mobile', dnc: true };
const LANDLINE: PhoneKind = { type: 'landline', dnc: false };
const LANDLINE_DNC: PhoneKind = { type: 'landline', dnc: true };

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
    const id = Number(ascii.decode(records.subarray(at, contactAt - 1)));
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

const ascii = new TextDecoder('latin1');
const utf8 = new TextDecoder();

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
    phones.push(phoneKind(bytes[kind], endOf(bytes, kind, phonesEnd, SPACE) - kind));
  }
  for (let from = phonesEnd + 1; from < end;) {
    const emailEnd = endOf(bytes, from, end, SPACE);
    places.push(from, emailEnd);
    from = emailEnd + 1;
  }
  return { bytes, places, phones };
}

function phoneKind(letter: number | undefined, length: number): PhoneKind {
  const isListed = length > 1;
  if (letter === SMALL_M || letter === CAPITAL_M) return isListed ? MOBILE_DNC : MOBILE;
  return isListed ? LANDLINE_DNC : LANDLINE;
}
