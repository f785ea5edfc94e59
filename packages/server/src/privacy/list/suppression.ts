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
import { ownerName, type OwnerContact } from '../../directory/match/index.js';
import { coded } from '../../platform/lib/coded.js';
import { isForeign, namesOfRequest } from './names.js';

/** Request to be left out. */
export type Request =
  | {
      kind: 'person';
      name: string;
      address: AddressInput;
      /** The address comes from a record, and may lack the ZIP that the record lacks. */
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
export class SuppressionError extends coded('suppression') {}

/**
 * Kinds of keys. The first eight decide whether an owner is on the list. `near` finds entries with an address that may be the
 * same in another spelling. The others are prefilters: they show cheaply that an owner can't be on the list.
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
        ...(request.kind === 'person' ? eachSpelling(address) : eachHouse(address))
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

/**
 * Refuses letters that no US record has: the entry would match nothing, and the person would believe to be left out.
 * @throws SuppressionError
 */
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

/** The request once for each record, at the record's address. Skips addresses that the list can't store. */
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

/** Requests for an owner at the property and at the mailing address. Skips what the list can't store. */
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

/** A request for everybody at an owner's property; none where the list can't store it. */
export function propertyOfOwner(owner: OwnerContact): Request[] {
  const { propertyAddress, propertyCity: city, propertyState: state, propertyZip: zip } = owner;
  if (propertyAddress === null) return [];
  const address = { address: propertyAddress, city, state, zip };
  return [{ kind: 'property' as const, address, isOnFile: true as const }].filter(isReadable);
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

/** Removes invisible characters, such as soft hyphens and zero-width spaces. */
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

/** Longest range that is expanded into houses. A longer one covers a street, which no request is about. */
const MOST_IN_RANGE = 50;

/**
 * The numbers between the ends of a range, on one side of the street if both ends are even or both are odd. Empty for a long range.
 */
export function numbersBetween(low: number, high: number): number[] {
  const step = (high - low) % 2 === 0 ? 2 : 1;
  if (!(low < high) || (high - low) / step >= MOST_IN_RANGE) return [];
  const numbers: number[] = [];
  for (let number = low + step; number < high; number += step) numbers.push(number);
  return numbers;
}

/** The address, and each house between the ends of its range: address comparison and keys consider only the ends. */
export function eachHouse(address: ParsedAddress): ParsedAddress[] {
  const houses = [address];
  if (hasRange(address)) addBetween(houses, address);
  for (const reading of address.otherReadings) if (hasRange(reading)) addBetween(houses, reading);
  return houses;
}

/**
 * The houses of an entry, and the same houses with a unit of digits written behind the number instead: `1740 # 4` and `1740-4` are
 * one. Only for entries of a person, which count together with the name: without a name, `40-17` may be a house in Queens.
 */
export function eachSpelling(address: ParsedAddress): ParsedAddress[] {
  return [...eachHouse(address), ...[address, ...address.otherReadings].flatMap(withOtherUnit)];
}

function withOtherUnit(address: ParsedAddress): ParsedAddress[] {
  const { numberKey, unitKey } = address;
  const written = unitKey === '' ? numberKey : `${numberKey}-${unitKey}`;
  const [, house, unit] = /^(\d+)-(\d+)$/.exec(written) ?? [];
  if (house === undefined || unit === undefined) return [];
  const [number, other] = unitKey === '' ? [house, unit] : [written, ''];
  return [{ ...address, number, numberKey: number, numberForm: 'plain', unitKey: other, otherReadings: [] }];
}

const hasRange = ({ numberForm }: ParsedAddress): boolean => numberForm === 'range';

function addBetween(houses: ParsedAddress[], range: ParsedAddress): void {
  const [low = NaN, high = NaN] = range.number.split('-').map(Number);
  for (const number of numbersBetween(low, high).map(String))
    houses.push({ ...range, number, numberKey: number, numberForm: 'plain', otherReadings: [] });
}

/** The leading digits of each house number, without leading zeros; empty for a number without them, such as `N52W16590`. */
export function housesOf(address: ParsedAddress): string[] {
  // The fast path (by four times) of nearly every address.
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
// have phones and emails, but never a date of birth, a VIN or a device for the other lists (directory/import/owner-columns.ts).

/** Hash of an email without white space, in lower case. Dots and plus tags stay. */
export const emailHash = (email: string): string => sha256(email.replace(/\s+/gu, '').toLowerCase());

/** Hash of a phone's last ten digits, or of all if there are fewer. */
export const phoneHash = (phone: string): string => sha256(phone.replace(/\D+/g, '').slice(-10));

/** Hash of a value already in standard form. */
const sha256 = (standard: string): string => hash('sha256', standard, 'base64');

/** Phone and email hashes to compare with DROP. A hit hides the whole owner, not only that phone or email. */
export const dropValues = ({ phones, untypedPhones = [], emails }: OwnerContact): Value[] => [
  ...[...phones, ...untypedPhones].map(({ number }): Value => ({
    kind: 'drop-phone',
    text: phoneHash(number),
  })),
  ...emails.map((email): Value => ({ kind: 'drop-email', text: emailHash(email) })),
];
