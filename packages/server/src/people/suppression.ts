import { parseAddress, propertyKey, type AddressInput, type ParsedAddress } from '@skiptrace/address';
import { phoneDigits, stateOfZip } from '@skiptrace/csv';
import { nameWords, ownerName, type OwnerContact } from '../owners/match/index.js';

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
 * Kinds of keys: those an entry is found by, and those an owner is compared by. The first eight are enough to decide; the others only say
 * cheaply that an owner can't be on the list. Everything about a place has its ZIP, or its house in the ZIP.
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
      const text = phoneDigits(request.phone);
      if (text === null) throw new SuppressionError('A phone must be a US number of 10 digits.');
      return [{ kind: 'phone', text }];
    }
    case 'email': {
      const text = emailText(request.email);
      if (!/^[^\s@]+@[^\s@]+$/.test(text))
        throw new SuppressionError('An email must look like name@example.com.');
      return [{ kind: 'email', text }];
    }
    case 'zip': {
      const zip = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(request.zip)?.[1];
      if (zip === undefined) throw new SuppressionError('Write the ZIP with five digits, like 43215.');
      const names = namesOfRequest(request.name);
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
      const { keys, zip, number } = placesOfRequest(request.address, isOnFile);
      const places = [
        ...keys.map((text) => ({ kind: 'place', text }) as const),
        // Where the number begins with no digits, everyone in the ZIP is looked at.
        zip === '' || number === ''
          ? ({ kind: 'zip', text: zip } as const)
          : ({ kind: 'house', text: house(zip, number) } as const),
      ];
      if (request.kind === 'property')
        return [...keys.map((text) => ({ kind: 'property', text }) as const), ...places];
      const names = namesOfRequest(request.name);
      return [
        ...names.flatMap((name) => keys.map((key) => person(name, key))),
        ...places,
        ...names.map((text) => ({ kind: 'name', text }) as const),
      ];
    }
  }
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

export const emailText = (email: string): string => email.trim().toLowerCase();

/** The property with its ZIP, and without it: owner files don't always have one. The first is its identity. */
function placesOfRequest(
  input: AddressInput,
  isOnFile: boolean,
): { keys: string[]; zip: string; number: string } {
  const address = parseAddress(input);
  const key = propertyKey(address);
  if (key === '' || (address.zip5 === '' && !isOnFile))
    throw new SuppressionError('An address needs a house number, a street and a ZIP.');
  const withoutZip = propertyKey({ ...address, zip5: '' });
  const keys = [...new Set([key, withoutZip])].filter((one) => one !== '');
  return { keys, zip: address.zip5, number: houseOf(address) };
}

/** The digits that a house number begins with, without zeros in front; empty where it begins with none, as `N52W16590`. */
export const houseOf = ({ numberKey }: ParsedAddress): string => /^0*(\d*)/.exec(numberKey)?.[1] ?? '';

/** A house number in a ZIP. */
export const house = (zip: string, number: string): string => `${zip}\t${number}`;

/** The ZIP of a house in one. */
export const zipOfHouse = (text: string): string => text.slice(0, text.indexOf('\t'));

export const placeOf = (address: ParsedAddress): string => propertyKey(address);

/** Titles and suffixes around a name. */
const TITLES = new Set(
  'JR SR II III IV VI VII 2ND 3RD 4TH MR MRS MS MISS DR REV ESQ MD PHD DDS DVM CPA RN'.split(' '),
);
/** Most words of an entry that may stand among others in an owner's name; of a longer one two are enough. */
const MAX_WORDS_WITHIN = 4;
/** Names of trusts and couples are long: of more words than these only two at a time are looked at. */
const MAX_WORDS = 16;
/** Words of a name that are compared; further ones are ignored. */
const MAX_WORDS_AT_ALL = 40;

/** The words of a name, without titles and generations. */
const ownWords = (name: string): string[] => nameWords(name).filter((word) => !TITLES.has(word));

/** Whether a name says anything. */
export const isName = (name: string): boolean => ownWords(name).length > 0;

/** The words of names in alphabetical order, each once. */
const wordsOf = (...names: readonly (string | null)[]): string[] =>
  [...new Set(names.flatMap((name) => (name === null ? [] : ownWords(name))))].sort();

export const isLong = (word: string): boolean => word.length > 1;

/** The word that a person is called by: the first, or the first behind a comma, as in `Doe, Jane Marie`. */
function givenName(name: string): string | undefined {
  const [before = '', ...behind] = name.split(',');
  return [...ownWords(behind.join(' ')), ...ownWords(before)].find(isLong);
}

/**
 * A person's name as entries have it: `DOE JANE` for `Jane Q. Doe Jr` as for `Doe, Jane`; then what other files may have of it. Owner files
 * leave out middle names and second surnames, so the given name and one more word are enough; and they write `DOE J`, so each word
 * may be an initial. The first is its identity. @throws SuppressionError
 */
export function namesOfRequest(name: string): string[] {
  const words = wordsOf(name);
  const long = words.filter(isLong);
  const kept = long.length > 1 ? long : words;
  if (kept.length === 0) throw new SuppressionError('A name needs letters.');
  const given = givenName(name);
  const shorter =
    given === undefined || kept.length < 3
      ? []
      : kept.filter((word) => word !== given).map((word) => [given, word].sort());
  const all = [kept, ...shorter];
  const initials = all.flatMap((some) => (some.length < 2 ? [] : some.map((_, at) => withInitial(some, at))));
  return [...new Set([...all.map((some) => some.join(' ')), ...initials])];
}

const withInitial = (words: readonly string[], at: number): string =>
  words
    .map((word, index) => (index === at ? word.charAt(0) : word))
    .sort()
    .join(' ');

/**
 * All names that would suppress an owner: each choice of two or more words of the name, in any order, and the whole of it. `Jane Doe`
 * is in `DOE JANE MARIE` and in `DOE JOHN & JANE`, and not in `DOE JOHN`.
 */
export function namesOfOwner(owner: {
  firstName: string | null;
  lastName: string | null;
  fullName: string | null;
}): string[] {
  const { firstName, lastName, fullName } = owner;
  const parts = wordsOf(firstName, lastName);
  const whole = wordsOf(fullName);
  const all = wordsOf(firstName, lastName, fullName).slice(0, MAX_WORDS_AT_ALL);
  const names = new Set(
    [parts, whole, parts.filter(isLong), whole.filter(isLong)].map((words) => words.join(' ')),
  );
  names.delete('');
  const long = all.filter(isLong);
  // `DOE J M` is somebody with one of these initials.
  if (long.length === 1)
    for (const word of all) if (!isLong(word)) names.add([...long, word].sort().join(' '));
  addChoices(long, mostWithin(long.length), [], 0, names);
  return [...names];
}

const mostWithin = (words: number): number =>
  words > MAX_WORDS ? 2 : words > MAX_WORDS / 2 ? MAX_WORDS_WITHIN - 1 : MAX_WORDS_WITHIN;

function addChoices(
  words: readonly string[],
  most: number,
  chosen: readonly string[],
  from: number,
  names: Set<string>,
): void {
  if (chosen.length > 1) names.add(chosen.join(' '));
  if (chosen.length === most) return;
  for (let at = from; at < words.length; at++)
    addChoices(words, most, [...chosen, words[at] ?? ''], at + 1, names);
}
