import { hash } from 'node:crypto';
import {
  houseNumbers,
  nearKeys,
  parseAddress,
  propertyKey,
  type AddressInput,
  type ParsedAddress,
} from '@skiptrace/address';
import { phoneDigits, stateOfZip } from '@skiptrace/csv';
import { ownerName, type OwnerContact } from '../owners/match/index.js';
import { isForeign, namesOfRequest } from './names.js';

/** Request to be left out. */
export type Request =
  | {
      kind: 'person';
      name: string;
      address: AddressInput;
      /** The address is that of a record, and may lack the ZIP that the record lacks. */
      isOnFile?: true;
    }
  | { kind: 'property'; address: AddressInput; isOnFile?: true }
  | { kind: 'zip'; name: string; zip: string }
  | { kind: 'phone'; phone: string }
  | { kind: 'email'; email: string };

export type SuppressionKind = Request['kind'];

/** An entry of the list as it is kept: nothing says whom it is about. */
export interface Suppression {
  id: string;
  kind: SuppressionKind;
  /** Hash by which the same request is recognized. */
  identity: string;
  reason: string;
  source: string;
  enteredBy: string;
  createdAt: number;
  /** Null while it is in force. */
  liftedAt: number | null;
  liftedBy: string | null;
  liftReason: string | null;
  /** When the people it is about were deleted, too; null where they are only left out. */
  erasedAt: number | null;
  erasedBy: string | null;
}

/** The request can't be read; the message says why, without repeating it. */
export class SuppressionError extends Error {
  readonly code = 'suppression';
}

/**
 * Kinds of keys: those an entry is found by, and those an owner is compared by. The first eight are enough to decide. `near` finds entries
 * whose address may be the same in another spelling. The others only say cheaply that an owner can't be on the list. Everything about a
 * place has its ZIP, or its house in the ZIP.
 */
export const VALUE_KINDS = [
  'property',
  'person',
  'person-in-zip',
  'person-in-state',
  'phone',
  'email',
  'drop-phone',
  'drop-email',
  'place',
  'zip-with-names',
  'zip',
  'house',
  'name',
  'near',
] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

export interface Value {
  readonly kind: ValueKind;
  readonly text: string;
}

/** The values an entry is found by; the first is its identity. @throws SuppressionError */
export function valuesOf(request: Request): Value[] {
  switch (request.kind) {
    case 'phone': {
      const text = phoneDigits(visible(request.phone));
      if (text === null) throw new SuppressionError('A phone must be a US number of 10 digits.');
      return [{ kind: 'phone', text }];
    }
    case 'email': {
      const text = emailText(request.email);
      if (!/^[^\s@]+@[^\s@]+$/.test(text))
        throw new SuppressionError('An email must look like name@example.com.');
      requireLatin(text);
      return [{ kind: 'email', text }];
    }
    case 'zip': {
      requireLatin(request.name);
      if (request.zip === '') throw new SuppressionError('Say where: an address with its ZIP, or a ZIP.');
      const zip = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(visible(request.zip))?.[1];
      if (zip === undefined) throw new SuppressionError('Write the ZIP with five digits, like 43215.');
      const names = namesOf(request);
      return [
        ...names.map((name) => personInZip(name, zip)),
        // An owner without a ZIP may be in this one, if the state can be.
        ...names.flatMap((name) =>
          [...new Set([stateOfZip(zip) ?? '', ''])].map((state) => personInState(name, state)),
        ),
        ...[zip, ''].map((text) => ({ kind: 'zip-with-names', text }) as const),
        { kind: 'zip', text: zip },
        ...names.map((text) => ({ kind: 'name', text }) as const),
      ];
    }
    case 'property':
    case 'person': {
      const isOnFile = request.isOnFile === true;
      if (!isOnFile) {
        const { address, city, state } = request.address;
        requireLatin(address, city, state, request.kind === 'person' ? request.name : '');
      }
      const { keys, address } = placesOfRequest(request.address, isOnFile);
      const { zip5 } = address;
      const places = [
        ...keys.map((text) => ({ kind: 'place', text }) as const),
        ...housesOf(address).map((number) =>
          // Where the number begins with no digits, everyone in the ZIP is looked at.
          zip5 === '' || number === ''
            ? ({ kind: 'zip', text: zip5 } as const)
            : ({ kind: 'house', text: house(zip5, number) } as const),
        ),
        ...eachHouse(address)
          .flatMap((one) => nearKeys(one, 'kept'))
          .map((text) => ({ kind: 'near', text }) as const),
      ];
      if (request.kind === 'property')
        return [...keys.map((text) => ({ kind: 'property', text }) as const), ...places];
      const names = namesOf(request);
      return [
        ...names.flatMap((name) => keys.map((key) => person(name, key))),
        ...places,
        ...names.map((text) => ({ kind: 'name', text }) as const),
      ];
    }
  }
}

/** A person would believe to be on the list with letters that no record has. @throws SuppressionError */
export function requireLatin(...texts: readonly (string | null | undefined)[]): void {
  if (texts.some((text) => isForeign(text ?? '')))
    throw new SuppressionError(
      'Write names, addresses and emails in Latin letters (A to Z), as US records have them: a letter of another alphabet may look the same, and matches nothing.',
    );
}

/** @throws SuppressionError */
function namesOf({ name }: { name: string }): string[] {
  const names = namesOfRequest(name);
  if (names.length === 0) throw new SuppressionError('A name needs letters.');
  return names;
}

/** A request with the property's address as these records have it, as far as the list can have that. */
export function requestsAt(
  request: Request & { kind: 'person' | 'property' },
  records: readonly OwnerContact[],
): Request[] {
  const addresses = records.flatMap(({ propertyAddress, propertyCity, propertyState, propertyZip }) =>
    propertyAddress === null
      ? []
      : [{ address: propertyAddress, city: propertyCity, state: propertyState, zip: propertyZip }],
  );
  const asOnFile = addresses.map((address): Request => ({ ...request, address, isOnFile: true }));
  return asOnFile.filter(isReadable);
}

function isReadable(request: Request): boolean {
  try {
    valuesOf(request);
    return true;
  } catch (error) {
    if (error instanceof SuppressionError) return false;
    throw error;
  }
}

/** Requests for an owner at the property and at the mailing address, as far as the list can have them. */
export function requestsOfOwner(owner: OwnerContact): Request[] {
  const name = ownerName(owner) ?? '';
  const { propertyAddress, propertyCity, propertyState, propertyZip } = owner;
  const { mailingAddress, mailingCity, mailingState, mailingZip } = owner;
  return [
    { address: propertyAddress, city: propertyCity, state: propertyState, zip: propertyZip },
    { address: mailingAddress, city: mailingCity, state: mailingState, zip: mailingZip },
  ].flatMap(({ address, ...place }): Request[] => {
    if (address === null) return [];
    const request: Request = { kind: 'person', name, address: { address, ...place }, isOnFile: true };
    // Nothing on the list could recognize an owner without a place, or without letters in the name.
    return isReadable(request) ? [request] : [];
  });
}

export const person = (name: string, place: string): Value => ({ kind: 'person', text: `${name}\t${place}` });
export const personInZip = (name: string, zip: string): Value => ({
  kind: 'person-in-zip',
  text: `${name}\t${zip}`,
});

/** Value for an owner without a known ZIP. @param state empty if unknown, too */
export const personInState = (name: string, state: string): Value => ({
  kind: 'person-in-state',
  text: `${name}\t${state}`,
});

export const emailText = (email: string): string => visible(email).trim().toLowerCase();

/** A text without what can't be seen, such as soft hyphens and spaces of no width. */
const visible = (text: string): string => text.replace(/\p{Cf}/gu, '');

/** The property with its ZIP, and without it: owner files don't always have one. The first is its identity. */
function placesOfRequest(input: AddressInput, isOnFile: boolean): { keys: string[]; address: ParsedAddress } {
  const address = parseAddress(input);
  const key = propertyKey(address);
  if (key === '' || (address.zip5 === '' && !isOnFile))
    throw new SuppressionError('An address needs a house number, a street and a ZIP.');
  const withoutZip = propertyKey({ ...address, zip5: '' });
  const keys = [...new Set([key, withoutZip])].filter((one) => one !== '');
  return { keys, address };
}

/** Most houses of a range: a longer one is a street, and no request is about all of it. */
const MOST_IN_RANGE = 50;

/** The numbers between both ends of a range: of its side of the street, where the ends are on the same one. None of a long range. */
function numbersBetween(low: number, high: number): number[] {
  const step = (high - low) % 2 === 0 ? 2 : 1;
  if (!(low < high) || (high - low) / step >= MOST_IN_RANGE) return [];
  const numbers: number[] = [];
  for (let number = low + step; number < high; number += step) numbers.push(number);
  return numbers;
}

/** The address, and each house between the ends of its range: comparing addresses and keys knows the ends alone. */
export function eachHouse(address: ParsedAddress): ParsedAddress[] {
  const houses = [address];
  if (hasRange(address)) addBetween(houses, address);
  for (const reading of address.otherReadings) if (hasRange(reading)) addBetween(houses, reading);
  return houses;
}

const hasRange = ({ numberForm }: ParsedAddress): boolean => numberForm === 'range';

function addBetween(houses: ParsedAddress[], range: ParsedAddress): void {
  const [low = NaN, high = NaN] = range.number.split('-').map(Number);
  for (const number of numbersBetween(low, high).map(String))
    houses.push({ ...range, number, numberKey: number, numberForm: 'plain', otherReadings: [] });
}

/**
 * The digits that each of its house numbers begins with, without zeros in front; empty where one begins with none, as `N52W16590`.
 */
export function housesOf(address: ParsedAddress): string[] {
  // True for nearly all, and four times as fast.
  if (!hasRange(address) && address.otherReadings.length === 0) return [digitsOf(address.numberKey)];
  return [...new Set(eachHouse(address).flatMap(houseNumbers).map(digitsOf))];
}

const digitsOf = (number: string): string => /^0*(\d*)/.exec(number)?.[1] ?? '';

/** A house number in a ZIP. */
export const house = (zip: string, number: string): string => `${zip}\t${number}`;

/** The ZIP of a house in one. */
export const zipOfHouse = (text: string): string => text.slice(0, text.indexOf('\t'));

export const placeOf = (address: ParsedAddress): string => propertyKey(address);

// California's DROP lists identifiers as SHA-256 hashes of a standard form, in Base64 (OpenAPI document 1.2.0 of the platform). Owners
// have phones and emails, but never a date of birth, a VIN or a device for the other lists (owners/import/owner-columns.ts).

/** Hash of an email without white space, in lower case. Dots and plus tags stay. */
export const emailHash = (email: string): string => sha256(email.replace(/\s+/gu, '').toLowerCase());

/** Hash of a phone's last ten digits, or of all if there are fewer. */
export const phoneHash = (phone: string): string => sha256(phone.replace(/\D+/g, '').slice(-10));

/** Hash of a value already in standard form. */
export const sha256 = (standard: string | Uint8Array): string => hash('sha256', standard, 'base64');

/** Phone and email hashes to compare with DROP. A hit hides the whole owner, not only that phone or email. */
export const dropValues = ({ phones, untypedPhones = [], emails }: OwnerContact): Value[] => [
  ...[...phones, ...untypedPhones].map(({ number }): Value => ({
    kind: 'drop-phone',
    text: phoneHash(number),
  })),
  ...emails.map((email): Value => ({ kind: 'drop-email', text: emailHash(email) })),
];

// Whether somebody at an address may be on the list, told by its ZIP and the digits in its line: to read the address itself takes
// longer than everything else that is done with most owners.

/** Houses and ZIPs that matter: the answer is false where certainly nothing is. */
export interface Places {
  mayHave(kind: ValueKind, text: string): boolean;
  /** The same of ASCII that lies in memory. */
  mayHaveBytes(kind: ValueKind, bytes: Uint8Array, start: number, end: number): boolean;
}

/** Bytes of a text, wherever they lie. A byte above ASCII stands for any other character. */
interface Slice {
  bytes: Uint8Array;
  start: number;
  end: number;
}

const ZIP_LENGTH = 5;
const ZIP_AND_ADDED = 9;
const TAB = 0x09;
const HYPHEN = 0x2d;
const LAST_OF_ASCII = 0x7f;
const OTHER = 0xff;
/** With more numbers in a line it isn't told which of them are the house's. */
const MAX_RUNS = 3;
/** Numbers with more digits aren't exact. */
const MOST_DIGITS = 15;
const MOST = 10 ** MOST_DIGITS;

/**
 * False where neither the property, nor a person at it, nor a name in its ZIP can be on the list.
 * @param line as a file has it
 */
export function mayBeAt(view: Places, line: Slice, zip: Slice): boolean {
  // Without a ZIP the address itself may still be on the list.
  if (!isPlainZip(zip) || view.mayHaveBytes('zip', zip.bytes, zip.start, zip.start + ZIP_LENGTH)) return true;
  const houses = housesIn(line);
  if (houses === null) return true;
  for (let at = 0; at < ZIP_LENGTH; at++) asked[at] = zip.bytes[zip.start + at] ?? 0;
  for (const one of houses) if (view.mayHaveBytes('house', asked, 0, writeDigits(one))) return true;
  return false;
}

/** `mayBeAt` for texts. @param line null if the owner has no such address */
export function mayBeAtText(view: Places, line: string | null, zip: string | null): boolean {
  const lineEnd = line?.length ?? 0;
  const zipEnd = lineEnd + (zip?.length ?? 0);
  if (zipEnd > texts.length) return true;
  write(line ?? '', 0);
  write(zip ?? '', lineEnd);
  const slice = (start: number, end: number): Slice => ({ bytes: texts, start, end });
  return mayBeAt(view, slice(0, lineEnd), slice(lineEnd, zipEnd));
}

/** The same of an address that was read. */
export function mayBeAtRead(view: Places, address: ParsedAddress): boolean {
  const { zip5 } = address;
  if (zip5 === '' || view.mayHave('zip', zip5)) return true;
  for (const number of housesOf(address)) if (view.mayHave('house', house(zip5, number))) return true;
  return false;
}

/** Buffers that all calls share: they are written and read without an await in between. */
const asked = new Uint8Array(ZIP_LENGTH + 1 + MOST_DIGITS).fill(TAB);
const texts = new Uint8Array(512);

function write(text: string, at: number): void {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    texts[at + index] = unit > LAST_OF_ASCII ? OTHER : unit;
  }
}

/** Writes a number behind the ZIP that is asked about. @returns its end */
function writeDigits(number: number): number {
  let end = ZIP_LENGTH + 1;
  for (let rest = number; rest > 0; rest = Math.floor(rest / 10)) end++;
  for (let at = end - 1, rest = number; rest > 0; rest = Math.floor(rest / 10))
    asked[at--] = ZERO + (rest % 10);
  return end;
}

/** Whether the first five digits are certainly read as a ZIP: placeholders such as `99999` aren't. */
function isPlainZip({ bytes, start, end }: Slice): boolean {
  const length = end - start;
  const hasHyphen = length === ZIP_AND_ADDED + 1;
  if (length !== ZIP_LENGTH && length !== ZIP_AND_ADDED && !hasHyphen) return false;
  let isVaried = false;
  for (let at = start; at < end; at++) {
    const unit = bytes[at] ?? 0;
    if (hasHyphen && at === start + ZIP_LENGTH ? unit !== HYPHEN : !isDigit(unit)) return false;
    if (at < start + ZIP_LENGTH) isVaried ||= unit !== bytes[start];
  }
  return isVaried;
}

/**
 * All that `housesOf` may say of the address in a line: each of its numbers, those that follow each other together, because
 * `104-05` may be house 10405, and those between, because `100-104` may be a range. Null where it may be anything, and where the line
 * may have a ZIP of its own.
 */
export function housesIn({ bytes, start, end }: Slice): number[] | null {
  /** The numbers of the line, and for each 10 to the number of its digits. */
  const runs: number[] = [];
  const powers: number[] = [];
  const houses: number[] = [];
  /** Where the run before ended. */
  let last = start;
  for (let at = start; at < end; at++) {
    if ((bytes[at] ?? 0) > LAST_OF_ASCII) return null;
    if (!isDigit(bytes[at])) continue;
    const from = at;
    let run = 0;
    let power = 1;
    for (; at < end && isDigit(bytes[at]); at++, power *= 10) run = 10 * run + (bytes[at] ?? ZERO) - ZERO;
    if ((from > start && at - from >= ZIP_LENGTH) || runs.push(run) > MAX_RUNS) return null;
    powers.push(power);
    if (runs.length > 1 && mayBeRange(bytes, last, from))
      houses.push(...numbersBetween(runs.at(-2) ?? 0, run));
    last = at;
    at--;
  }
  // `One Main St`
  if (start === end || !isDigit(bytes[start])) houses.push(1);
  for (let from = 0; from < runs.length; from++) {
    let together = 0;
    let above = 1;
    for (let to = from; to < runs.length; to++) {
      const power = powers[to] ?? 1;
      if ((above *= power) > MOST) return null;
      together = together * power + (runs[to] ?? 0);
      // The list has houses without digits, and house 0, under their ZIP.
      if (together > 0) houses.push(together);
    }
  }
  return houses;
}

/** Whether what stands between two numbers may make a range of them: a hyphen or `TO`, and no other letters. */
function mayBeRange(bytes: Uint8Array, start: number, end: number): boolean {
  let has = false;
  for (let at = start; at < end; at++) {
    const capital = (bytes[at] ?? 0) & ~0x20;
    if (bytes[at] === HYPHEN || capital === T || capital === O) has = true;
    else if (capital >= A && capital <= Z) return false;
  }
  return has;
}

const [A, O, T, Z] = [0x41, 0x4f, 0x54, 0x5a];

const ZERO = 0x30;
const NINE = 0x39;
const isDigit = (unit: number | undefined): boolean => unit !== undefined && unit >= ZERO && unit <= NINE;
