import { isAscii } from 'node:buffer';
import type { OwnerDetails, PhoneKind } from '@skiptrace/csv';
import { ownerRecord, STORED_NUMBER_LENGTH, STORED_TEXTS, type StoredContact } from './record.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;
const SMALL_M = 0x6d;

const NULL = 'null'.length;

const MOBILE: PhoneKind = { type: 'mobile', dnc: false };
const MOBILE_DNC: PhoneKind = { type: 'mobile', dnc: true };
const LANDLINE: PhoneKind = { type: 'landline', dnc: false };
const LANDLINE_DNC: PhoneKind = { type: 'landline', dnc: true };

/**
 * The owners in the bytes of `RECORDS_TEXT`, by id: details where they lie, or as texts where they are more than printable
 * ASCII. Reading all of it as JSON and writing the texts again was a third of the work of a result.
 * @throws Error for what no import writes
 */
export function ownersInBytes(answer: Uint8Array): Map<number, OwnerDetails> {
  const owners = new Map<number, OwnerDetails>();
  // Nearly always, and told of all at once it costs nothing.
  const readContact = isPlain(answer) ? plainContact : anyContact;
  // Each is `[id,contact]`; before it stands the `[` of all or a comma, and after the last the `]` of all.
  for (let at = 0; at + 1 < answer.length;) {
    let id = 0;
    for (at += 2; isDigit(answer[at]); at++) id = id * 10 + (answer[at] ?? 0) - DIGIT_0;
    const { owner, end } = readContact(answer, at + 1, id);
    owners.set(id, owner);
    at = end + 1;
  }
  return owners;
}

const isDigit = (unit = 0): boolean => unit >= DIGIT_0 && unit <= DIGIT_9;

interface Contact {
  owner: OwnerDetails;
  end: number;
}

/** ASCII, and without a backslash JSON writes every character as it is. */
const isPlain = (json: Uint8Array): boolean => isAscii(json) && !json.includes(BACKSLASH);

function anyContact(answer: Uint8Array, start: number, id: number): Contact {
  const end = endOfContact(answer, start);
  const json = answer.subarray(start, end);
  if (isPlain(json)) return plainContact(answer, start);
  return { owner: ownerRecord(id, JSON.parse(new TextDecoder().decode(json)) as StoredContact), end };
}

function endOfContact(json: Uint8Array, start: number): number {
  let depth = 0;
  let isText = false;
  for (let at = start; at < json.length; at++) {
    const unit = json[at];
    if (unit === QUOTE) isText = !isText;
    else if (isText && unit === BACKSLASH) at += 1;
    else if (!isText && unit === OPEN) depth += 1;
    else if (!isText && unit === CLOSE) depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error('a stored contact does not end');
}

function plainContact(json: Uint8Array, start: number): Contact {
  const places: number[] = [];
  const phones: PhoneKind[] = [];
  // After the `[` of the contact and the `[` of its texts.
  let at = start + 2;
  for (let text = 0; text < STORED_TEXTS; text++) {
    const isText = json[at] === QUOTE;
    const from = isText ? at + 1 : at;
    const end = isText ? endOfText(json, from) : at;
    if (!isProperty(text)) places.push(from, end);
    // After the comma, or the `]` of the texts.
    at = (isText ? end + 1 : end + NULL) + 1;
  }
  // After the `,[` before the phones.
  for (at += 2; json[at] === QUOTE; at = afterItem(json, at)) {
    const kind = at + 1 + STORED_NUMBER_LENGTH;
    const end = endOfText(json, kind);
    places.push(at + 1, kind);
    phones.push(phoneKind(json[kind], end - kind));
    at = end + 1;
  }
  // After the `],[` before the emails.
  for (at += 3; json[at] === QUOTE; at = afterItem(json, at)) {
    const end = endOfText(json, at + 1);
    places.push(at + 1, end);
    at = end + 1;
  }
  return { owner: { bytes: json, places, phones }, end: at + 2 };
}

/** The property is in the customer's file: it is the fourth to the seventh text of a contact. */
const isProperty = (text: number): boolean => text >= 3 && text <= 6;

const afterItem = (json: Uint8Array, at: number): number => (json[at] === COMMA ? at + 1 : at);

/** Where the next quote is. */
function endOfText(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== QUOTE) at += 1;
  return at;
}

/** As `storedPhone` wrote it: a letter, and a sign for the registry. */
function phoneKind(letter: number | undefined, length: number): PhoneKind {
  const isListed = length > 1;
  if (letter === SMALL_M) return isListed ? MOBILE_DNC : MOBILE;
  return isListed ? LANDLINE_DNC : LANDLINE;
}
