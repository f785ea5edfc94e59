import { inOneCity, parseAddress, propertyKey, type ParsedAddress } from '@skiptrace/address';
import {
  nameWords,
  ownerName,
  propertyDigests,
  type OwnerContact,
  type OwnerRecord,
  type PersonDetails,
} from '../../directory/match/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { mayBeAtText, type Places } from './places.js';
import { house, housesOf, type ValueKind } from './suppression.js';

/** An operator's details of one owner at one property, which take the place of the records' details. */
export interface Correction {
  id: string;
  /** Digest of the property (`propertyOfRecord`). */
  property: string;
  /** The property as the record has it. */
  address: readonly [line: string, city: string | null, state: string | null, zip: string | null];
  /** The owner's name in each source (empty if the source has no name). Records of later imports are recognized by them. */
  names: readonly string[];
  contact: PersonDetails;
  reason: string;
  correctedBy: string;
  /** Milliseconds since the epoch. */
  correctedAt: number;
}

/** The words of an owner's name, in any order and case; empty for an owner without one. */
export const nameInRecord = (owner: Parameters<typeof ownerName>[0]): string =>
  nameWords(ownerName(owner) ?? '')
    .sort()
    .join(' ');

/** Digest of a property: equal for all spellings with one standard form. */
export const propertyOfRecord = (address: ParsedAddress): string =>
  itemAt(propertyDigests([address], undefined), 0);

export const addressOfRecord = (
  line: string,
  { propertyCity: city, propertyState: state, propertyZip: zip }: OwnerContact,
): ParsedAddress => parseAddress({ address: line, city, state, zip });

export const addressOfCorrection = ({ address: [address, city, state, zip] }: Pick<Correction, 'address'>) =>
  parseAddress({ address, city, state, zip });

/** False for one line in two towns of a ZIP: people of one name there are two. */
export const areInOneTown = (one: ParsedAddress, other: ParsedAddress): boolean =>
  inOneCity(
    one,
    [one, other].map((address) => ({ address, record: address })),
  )?.length === 2;

/** All corrections at one moment. ZIP and house number rule out most owners, so their addresses aren't parsed. */
export class CorrectedOwners implements Places {
  readonly #byProperty = new Map<string, Named[]>();
  /** By the property without its ZIP, for records that lack theirs. */
  readonly #withoutZip = new Map<string, Named[]>();
  #lacksZip = false;
  /** Houses and ZIPs. */
  readonly #places = new Set<string>();

  constructor(corrections: readonly Correction[]) {
    for (const one of corrections) {
      const names = one.names.map((fullName) => nameInRecord({ firstName: null, lastName: null, fullName }));
      const read = addressOfCorrection(one);
      const zip = one.address[3];
      const named = { correction: one, names, address: read };
      append(this.#byProperty, one.property, named);
      append(this.#withoutZip, propertyWithoutZip(read), named);
      this.#lacksZip ||= read.zip5 === '';
      for (const zip5 of new Set([read.zip5, (zip ?? '').slice(0, ZIP_LENGTH)]))
        for (const number of housesOf(read))
          // Where the number begins with no digits, everyone in the ZIP is looked at.
          this.#places.add(number === '' ? zip5 : house(zip5, number));
    }
  }

  mayHave(kind: ValueKind, text: string): boolean {
    return (this.#lacksZip && kind === 'zip') || this.#places.has(text);
  }

  /** False where nothing was corrected at an owner's property. */
  mayConcern({ propertyAddress, propertyZip }: OwnerContact): boolean {
    return propertyAddress !== null && mayBeAtText(this, propertyAddress, propertyZip);
  }

  /** The owner with an operator's details; the same object where nothing was corrected. */
  of(owner: OwnerRecord): OwnerRecord {
    const correction = owner.correctionId === undefined ? this.#find(owner) : undefined;
    if (correction === undefined) return owner;
    const { untypedPhones: _, ...stored } = owner;
    return { ...stored, ...correction.contact, correctionId: correction.id };
  }

  #find(owner: OwnerRecord): Correction | undefined {
    const { propertyAddress: line } = owner;
    if (line === null || !this.mayConcern(owner)) return undefined;
    const name = nameInRecord(owner);
    const read = addressOfRecord(line, owner);
    return this.#at(read).find(({ names, address }) => names.includes(name) && areInOneTown(address, read))
      ?.correction;
  }

  /** The corrections at a property. Two ZIPs tell two properties apart, but a source may have none. */
  #at(address: ParsedAddress): readonly Named[] {
    const exact = this.#byProperty.get(propertyOfRecord(address));
    if (exact !== undefined) return exact;
    const others = address.zip5 === '' ? this.#withoutZip : this.#lacksZip ? this.#byProperty : null;
    return others?.get(propertyWithoutZip(address)) ?? [];
  }
}

/** A correction with the names that are replaced (`nameInRecord`). */
interface Named {
  correction: Correction;
  address: ParsedAddress;
  names: readonly string[];
}

const append = (map: Map<string, Named[]>, key: string, one: Named): void =>
  void map.set(key, [...(map.get(key) ?? []), one]);

/** Digest of the property as a record without a ZIP has it; empty where it takes the ZIP to know the place. */
function propertyWithoutZip(address: ParsedAddress): string {
  const without = { ...address, zip5: '' };
  return propertyKey(without) === '' ? '' : propertyOfRecord(without);
}

const ZIP_LENGTH = 5;
