import { hash } from 'node:crypto';
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
import { hash53, hash53Twice } from './hash.js';

/** The address of a property as the directory keeps it. */
export interface StoredProperty {
  /** A text that is equal for records of the same property. */
  key: string;
  packed: string;
  /** Hashes of all keys the property can be found under, exact ones first. */
  addressKeys: readonly number[];
  /** See `SealedKey`; null where there is none. */
  addressSeal: number | null;
  /** What the directory notes of the streets it has (docs/decisions/015). */
  streets: readonly StreetNote[];
}

/** A street under the hash of its place and name. */
export type StreetNote = readonly [key: number, street: string];

/** What a street is filed under. */
export const streetHash = (key: string): number => hash53(key);

/** The address in its stored form, or why no lead could ever match it, as a clause: `it has no house number`. */
export function storedProperty(input: AddressInput): StoredProperty | { refused: string } {
  const address = parseAddress(input);
  const key = propertyKey(address);
  if (key === '') return { refused: whyRefused(address) };
  return {
    key,
    packed: pack(address),
    addressKeys: hashesOf(matchKeys(address)),
    addressSeal: sealedKey(address)?.seal ?? null,
    streets: streetEntries(address).map(({ key, street }) => [streetHash(key), street]),
  };
}

/**
 * What a property is recognized by, each a digest (128 bits of a SHA-256), of constant length: the address cannot be read from it. One is of
 * its records' addresses, whichever record and co-owner was chosen. The other is of the lead's own address, where that is complete and
 * written in another way: an import may write the property in another way, too, and leads stay as they are.
 */
export function propertyDigests(
  records: readonly ParsedAddress[],
  asked: ParsedAddress | undefined,
): string[] {
  const [first, ...others] = records.map((address) => propertyKey(address));
  if (first === undefined) throw new Error('a property has no address');
  const ofRecord = others.reduce((least, key) => (key < least ? key : least), first);
  const ofLead = asked === undefined ? '' : propertyKey(asked);
  return (ofLead === '' || ofLead === ofRecord ? [ofRecord] : [ofRecord, ofLead]).map(digestOf);
}

const digestOf = (key: string): string =>
  hash('sha256', key, 'buffer').toString('base64url', 0, DIGEST_BYTES);

export const DIGEST_BYTES = 16;

/** Hashes of exact keys are smaller, all others are not. */
export const EXACT_HASHES = 2 ** 52;

/**
 * What a key is filed under. Exact keys have the lower half of the hashes: they are a quarter of the index and settle
 * most look-ups, so that part of it lies together and stays in memory.
 */
export function keyHash({ key, exact }: MatchKey): number {
  const hash = exactHash(hash53(key));
  return exact ? hash : hash + EXACT_HASHES;
}

const exactHash = (hash: number): number => (hash < EXACT_HASHES ? hash : hash - EXACT_HASHES);

/** Each once. An address has a handful. */
function hashesOf(keys: readonly MatchKey[]): number[] {
  const hashes: number[] = [];
  for (const key of keys) {
    const hash = keyHash(key);
    if (!hashes.includes(hash)) hashes.push(hash);
  }
  return hashes;
}

/** What an address that describes its property in full is filed under, and a second hash of the same key. */
export interface SealedKey {
  readonly key: number;
  /** Where both hashes (106 bits) agree the keys do, and neither address has to be looked at. */
  readonly seal: number;
}

/** Null for an address that does not. */
export function sealedKey(address: ParsedAddress): SealedKey | null {
  const text = sealedText(address);
  if (text === '') return null;
  const [hash, seal] = hash53Twice(text, 0, SEAL);
  return { key: exactHash(hash), seal };
}

/**
 * The exact key of an address that it describes in full: one reading, in a known ZIP, no city that would have to
 * confirm it, and no unit `R` that may be short for another one, `REAR`. Two such addresses with the same key agree in every part. Empty for every other address.
 */
function sealedText(address: ParsedAddress): string {
  const { zip5, needsCity, lineCity, otherReadings } = address;
  const isOpen =
    zip5 === '' || needsCity || lineCity !== '' || otherReadings.length > 0 || isInitial(address);
  return isOpen ? '' : propertyKey(address);
}

const SEAL = 1;

function whyRefused(address: ParsedAddress): string {
  const outcome = decide(address, []);
  return describeReason(outcome.matched || outcome.reason === 'no_candidates' ? 'no_place' : outcome.reason);
}

// One of every kind of address whose standard form or keys a change of the rules would touch.
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
];

/**
 * A number that changes when the rules of addresses do. Keys made by other rules are not found any more, so an import
 * under the old ones is outdated, and its file is no longer "the same import".
 */
export function addressRules(): number {
  rules ??= hash53(SAMPLES.map((sample) => JSON.stringify(storedProperty({ address: sample }))).join('\n'));
  return rules;
}

let rules: number | undefined;
