import {
  decide,
  describeReason,
  isInitial,
  matchKeys,
  pack,
  parseAddress,
  propertyKey,
  streetEntries,
  type AddressInput,
  type MatchKey,
  type ParsedAddress,
} from '@skiptrace/address';
import { shortDigest } from '../platform/lib/short-digest.js';

/** Stored form of a property's address. */
export interface StoredProperty {
  /** A text that is equal for records of the same property. */
  key: string;
  packed: string;
  /** Hashes of all keys the property can be found under, exact ones first. */
  addressKeys: readonly number[];
  /** See `SealedKey`; null without one. */
  addressSeal: number | null;
  /** Entries for the list of known streets (docs/decisions/015). */
  streets: readonly StreetNote[];
}

/** A street under the hash of its place and name. */
export type StreetNote = readonly [key: number, street: string];

/** Key of a street. */
export const streetHash = (key: string): number => hash53(key);

/** Stored form of an address, or the reason why no lead could ever match it, as a clause: `it has no house number`. */
export function storedProperty(input: AddressInput): StoredProperty | { refused: string } {
  const address = parseAddress(input);
  const key = propertyKey(address);
  if (key === '') return { refused: whyRefused(address) };
  if (hasNoStreetName(input.address, address)) return { refused: NO_NAME };
  return {
    key,
    packed: pack(address),
    addressKeys: hashesOf(matchKeys(address)),
    addressSeal: sealedAddress(address)?.seal ?? null,
    streets: streetEntries(address).map(({ key, street }) => [streetHash(key), street]),
  };
}

/**
 * Digests that identify a property (128 bits of a SHA-256), which don't reveal the address. One is of its records' addresses, the same
 * for every record and co-owner. The other is of the lead's own address, if it is complete and differs: a later import may spell the
 * property differently, while leads don't change.
 */
export function propertyDigests(
  records: readonly ParsedAddress[],
  asked: ParsedAddress | undefined,
): string[] {
  const [first, ...others] = records.map((address) => propertyKey(address));
  if (first === undefined) throw new Error('a property has no address');
  const ofRecord = others.reduce((least, key) => (key < least ? key : least), first);
  // A lead that is certain only with its city isn't the property without it.
  const ofLead = asked === undefined ? '' : propertyKey(asked) + (asked.needsCity ? ` ${asked.cityKey}` : '');
  return (ofLead === '' || ofLead === ofRecord ? [ofRecord] : [ofRecord, ofLead]).map(shortDigest);
}

/** The result of `propertyDigests` if both the lead and the record have this address. Its key is known already. */
export const sealedDigests = ({ text }: SealedAddress): string[] => [shortDigest(text)];

/** Hashes of exact keys are below this value, all others are not. */
export const EXACT_HASHES = 2 ** 52;

/**
 * Hash of a key. Exact keys have the lower half of the hashes: they are a quarter of the index and settle most lookups, so
 * that part of the index is contiguous and stays in memory.
 */
export function keyHash({ key, exact }: MatchKey): number {
  const hash = exactHash(hash53(key));
  return exact ? hash : hash + EXACT_HASHES;
}

const exactHash = (hash: number): number => (hash < EXACT_HASHES ? hash : hash - EXACT_HASHES);

/** Removes duplicates; an address has only a few keys. */
function hashesOf(keys: readonly MatchKey[]): number[] {
  const hashes: number[] = [];
  for (const key of keys) {
    const hash = keyHash(key);
    if (!hashes.includes(hash)) hashes.push(hash);
  }
  return hashes;
}

/** Exact key of an address that describes its property in full, with a second hash. */
export interface SealedKey {
  readonly key: number;
  /** If both hashes (106 bits) are equal, so are the keys and the cities, and the addresses needn't be compared. */
  readonly seal: number;
}

/** An address that describes its property in full. */
export interface SealedAddress extends SealedKey {
  /** The property's key before it is hashed (`propertyKey`). */
  readonly text: string;
}

/** Null for an address that doesn't describe its property in full. */
export function sealedAddress(address: ParsedAddress): SealedAddress | null {
  const text = sealedText(address);
  if (text === '') return null;
  const [hash, seal] = hash53Twice(text, 0, SEAL);
  // The key has no city beside the ZIP. Where a lead names another one than the record, the places on file decide.
  const difference = seal - hash53(address.cityKey, SEAL);
  return { key: exactHash(hash), seal: difference < 0 ? difference + HASHES : difference, text };
}

/**
 * Exact key of an address that describes its property in full: only one reading, a known ZIP, no city needed to confirm it,
 * and no unit `R`, which may be short for `REAR`. Two such addresses with the same key agree in every part. Empty for every
 * other address.
 */
function sealedText(address: ParsedAddress): string {
  const { zip5, needsCity, lineCity, otherReadings } = address;
  const isOpen =
    zip5 === '' || needsCity || lineCity !== '' || otherReadings.length > 0 || isInitial(address);
  return isOpen ? '' : propertyKey(address);
}

const SEAL = 1;
/** Hashes are below this value. */
const HASHES = 2 ** 53;

const NO_NAME = 'it has no street name';

/** Words that say of a street no more than its type or direction, and units, as the address rules write them. */
const NO_STREET_NAME =
  /^(?:[NSEW]|(?:NORTH|SOUTH)(?:EAST|WEST)|STREET|LN|LANE|RD|ROAD|DR|DRIVE|AVE|AVENUE|CT|CIRCLE|PL|PLACE|TERRACE|TRL|HIGHWAY|BOULEVARD|PARKWAY|#.*|(?:UNIT|APT|APARTMENT|STE|SUITE)(?: \w*)?)$/;

/** Such words that are the whole name of a street somewhere (`Boulevard` in Athens GA), if they are not abbreviated. */
const NAME_IN_FULL = /\b(?:(?:north|south)(?:east|west)|circle|terrace|boulevard|parkway)\b/i;

/** Whether only a type, a direction or a unit stands where the name of the street should be: `6053 Ln`, `6053 N`. */
const hasNoStreetName = (
  written: string,
  { street, predirectional, suffix, postdirectional }: ParsedAddress,
): boolean =>
  predirectional === '' &&
  suffix === '' &&
  postdirectional === '' &&
  NO_STREET_NAME.test(street) &&
  !NAME_IN_FULL.test(written);

function whyRefused(address: ParsedAddress): string {
  const outcome = decide(address, []);
  if (!outcome.matched && outcome.reason === 'no_street') return NO_NAME;
  return describeReason(outcome.matched || outcome.reason === 'no_candidates' ? 'no_place' : outcome.reason);
}

// One address of every kind for which a rule change would alter the standard form or the keys.
const SAMPLES = [
  '12 N Oak Street Apt 4B, Lebanon, IN 46052-1234',
  '210-214 Fourth Ave, Brooklyn NY',
  '40-17 Bell Blvd, Bayside, NY 11361',
  'N52W16590 Saint Mary Hwy, Menomonee Falls, WI 53051',
  '640 E 300 S, Provo, UT 84606',
  '88 1/2 County Rd 43, Angleton, TX 77515',
  'Urb Alturas 5 Calle 2, San Juan, PR 00926',
  '17 Rose Lane Dover DE 19901',
  '100 Route 9W North, Newburgh, NY 12550',
  '77 National Forest Road 12, Cascade, ID 83611',
  '401 16th St NW #3 Rear, Washington, DC 20036',
  '137-33 68th Drive, Tower 2 (Cottage of Glass), Forest Hills, NY 11375',
  '9 Talbot Road Unit#: C, Dover, DE 19901',
  '104 86 165th St, Jamaica, NY 11433',
  '104-86 Pine St, N, Newark, NJ 07102',
  '12 Oak St Lot 1A-2, Dover, DE 19901',
  '1040-5 Pine St, Jamaica, NY 11433',
  '12 Oak St, Dover, DE 99999',
  'PO Box 277, 2200 Hamstead Crsg, Dover, DE 19901',
  '9 Kapiʻolani Blvd, Honolulu, HI 96814',
];

/**
 * A number that changes with the address rules. Keys made by other rules are no longer found, so an import under old rules
 * is outdated, and its file no longer counts as "the same import".
 */
export function addressRules(): number {
  rules ??= hash53(SAMPLES.map((sample) => JSON.stringify(storedProperty({ address: sample }))).join('\n'));
  return rules;
}

let rules: number | undefined;

/**
 * 53-bit hash of a text (cyrb53, public domain); SQLite and JavaScript both hold it exactly. Takes ten bytes in an index instead
 * of forty. Not unique: after a lookup by hash, compare the text itself or its hash under another seed.
 */
export function hash53(text: string, seed = 0): number {
  let low = LOW ^ seed;
  let high = HIGH ^ seed;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, LOW_FACTOR);
    high = Math.imul(high ^ unit, HIGH_FACTOR);
  }
  return mixed(low, high);
}

/** `hash53` under two seeds at once, because reading the characters is half of the work. */
export function hash53Twice(text: string, seed: number, otherSeed: number): readonly [number, number] {
  let low = LOW ^ seed;
  let high = HIGH ^ seed;
  let otherLow = LOW ^ otherSeed;
  let otherHigh = HIGH ^ otherSeed;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, LOW_FACTOR);
    high = Math.imul(high ^ unit, HIGH_FACTOR);
    otherLow = Math.imul(otherLow ^ unit, LOW_FACTOR);
    otherHigh = Math.imul(otherHigh ^ unit, HIGH_FACTOR);
  }
  return [mixed(low, high), mixed(otherLow, otherHigh)];
}

const LOW = 0xdeadbeef;
const HIGH = 0x41c6ce57;
const LOW_FACTOR = 2654435761;
const HIGH_FACTOR = 1597334677;

function mixed(low: number, high: number): number {
  const mixedLow = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  const mixedHigh =
    Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(mixedLow ^ (mixedLow >>> 13), 3266489909);
  return 2 ** 32 * (mixedHigh & 0x1fffff) + (mixedLow >>> 0);
}
