import { setImmediate } from 'node:timers/promises';
import { compare, nearKeys, parseAddress, type AddressInput, type ParsedAddress } from '@skiptrace/address';
import {
  addUnder,
  isErased,
  ownerName,
  samePerson,
  type OwnerContact,
  type OwnerRecord,
} from '../../directory/match/index.js';
import { inSteps } from '../../platform/lib/batches.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { namesOfOwner } from './names.js';
import { mayBeAtText } from './places.js';
import { valueSlot, type ListMarks, type ListView, type SuppressionList } from './suppression-list.js';
import {
  dropValues,
  eachHouse,
  eachSpelling,
  emailText,
  person,
  personInState,
  personInZip,
  placeOf,
  type Value,
} from './suppression.js';

/** The lead for an address of the list. */
export const leadAt = ({ address, city, state, zip }: AddressInput) => ({
  address,
  city: city ?? '',
  state: state ?? '',
  zip: zip ?? '',
});

/** Treatment of an owner whom an entry may or may not mean. Leaving one out by mistake costs nothing; a deletion is final. */
type Doubt = 'left out' | 'passes';

/** Rules for owners that an entry may mean or not. */
interface Rules {
  /** Result for an owner without a known ZIP under a name in a ZIP, and for a property under an entry with another spelling. */
  doubt?: Doubt;
  /** All records at the property that a lookup of each address finds. */
  recordsAt?: (addresses: readonly AddressInput[]) => Promise<(readonly OwnerRecord[])[]>;
}

/** The list's answer about an owner. */
interface Verdict {
  /** The person, or the whole property, is left out. */
  isSuppressed: boolean;
  /** An entry for a whole property may mean the owner's: other records decide. */
  isDoubtful: boolean;
  phones: ReadonlySet<string>;
  emails: ReadonlySet<string>;
}

/** Applies the entries of a suppression list to owners: people, properties and names in a ZIP, and single phones and emails. */
export class ListRules {
  constructor(
    private readonly list: Pick<SuppressionList, 'view'>,
    private readonly rules: Rules = {},
  ) {}

  /**
   * The owners as the list leaves them, in the given order: the same object where it says nothing, null for an owner who is left out.
   * Erased owners are left out always.
   */
  async pass(owners: readonly OwnerRecord[]): Promise<(OwnerRecord | null)[]> {
    return (await this.judge(owners)).map(({ left }) => left);
  }

  /** `pass`, with whether the other records at the property may decide otherwise. */
  async judge(owners: readonly OwnerRecord[]): Promise<{ left: OwnerRecord | null; isDoubtful: boolean }[]> {
    const view = await this.list.view();
    if (view === null)
      return owners.map((owner) => ({ left: isErased(owner) ? null : owner, isDoubtful: false }));
    const verdicts = await verdictsOn(view, owners, this.rules);
    return owners.map((owner, at) => {
      const verdict = itemAt(verdicts, at);
      return { left: leftOf(owner, verdict), isDoubtful: verdict.isDoubtful };
    });
  }
}

function leftOf(owner: OwnerRecord, { isSuppressed, phones, emails }: Verdict): OwnerRecord | null {
  if (isSuppressed) return null;
  if (phones.size === 0 && emails.size === 0) return owner;
  return {
    ...owner,
    phones: owner.phones.filter(({ number }) => !phones.has(number)),
    emails: owner.emails.filter((email) => !emails.has(email)),
  };
}

/** Whether some entry may mean an owner, judged by what costs next to nothing: false where none does. */
export const mayConcern = (view: ListMarks, owner: OwnerContact): boolean =>
  isAtListed(view, owner) || hasListed(view, owner);

const PASSES: Verdict = { isSuppressed: false, isDoubtful: false, phones: new Set(), emails: new Set() };
const ERASED: Verdict = { ...PASSES, isSuppressed: true };

/** Owners of one question to the list: so that lookups get a turn in between. */
const PER_QUESTION = 200;

/** Asks the list about each owner. It is not asked about what can't be on it. */
async function verdictsOn(view: ListView, owners: readonly OwnerRecord[], rules: Rules): Promise<Verdict[]> {
  const meant = owners.filter((owner) => mayConcern(view, owner));
  const places = new OwnerPlaces();
  const verdicts = new Map<OwnerRecord, Verdict>();
  for (const some of inSteps(meant, PER_QUESTION)) {
    if (verdicts.size > 0) await setImmediate();
    for (const [one, verdict] of await verdictsOfStep(view, some, rules, places)) verdicts.set(one, verdict);
  }
  return owners.map((owner) => (isErased(owner) ? ERASED : (verdicts.get(owner) ?? PASSES)));
}

async function verdictsOfStep(
  view: ListView,
  meant: readonly OwnerRecord[],
  rules: Rules,
  places: OwnerPlaces,
): Promise<(readonly [OwnerRecord, Verdict])[]> {
  const { doubt = 'left out' } = rules;
  const all = meant.map((owner) => {
    const { values, ...near } = valuesOfPerson(view, owner, doubt, places);
    return {
      owner,
      ...near,
      who: [...values, ...(view.hasDrops ? dropValues(owner) : [])],
      phones: owner.phones.map(({ number }): Value => ({ kind: 'phone', text: number })),
      emails: owner.emails.map((email): Value => ({ kind: 'email', text: emailText(email) })),
    };
  });
  const nearValues = new Set<Value>();
  for (const { near, nearMail } of all)
    for (const some of [near, nearMail]) for (const { value } of some) nearValues.add(value);
  const others = all.flatMap(({ who, phones, emails }) => [...who, ...phones, ...emails]);
  const held = await view.held([...nearValues, ...others]);
  // True for nearly all batches.
  if (held.size === 0) return [];
  const isHeld = (value: Value): boolean => held.has(valueSlot(value));
  const heldNear = new Set([...nearValues].filter(isHeld));
  const amongHeld = (near: readonly Near[]) => near.filter(({ value }) => heldNear.has(value));
  const { left: respelled, doubtful } = await heldInOtherSpellings(
    view,
    all.flatMap(({ owner, who, names, ...one }): NearOwner[] => {
      if (heldNear.size === 0 || who.some(isHeld)) return [];
      const [near, nearMail] = [amongHeld(one.near), amongHeld(one.nearMail)];
      return near.length + nearMail.length > 0 ? [{ owner, names, near, nearMail }] : [];
    }),
    rules,
  );
  return all.map(({ owner, who, phones, emails }) => [
    owner,
    {
      isSuppressed: who.some(isHeld) || respelled.has(owner),
      isDoubtful: doubtful.has(owner),
      phones: new Set(owner.phones.flatMap(({ number }, at) => (isHeld(itemAt(phones, at)) ? [number] : []))),
      emails: new Set(owner.emails.filter((_, at) => isHeld(itemAt(emails, at)))),
    },
  ]);
}

/** Whether somebody at the property or at the mailing address may be on the list. */
function isAtListed(view: ListMarks, owner: OwnerContact): boolean {
  const { propertyAddress, propertyZip, mailingAddress, mailingZip } = owner;
  return (
    mayBeAtText(view, propertyAddress, propertyZip) ||
    (mailingAddress !== null && mayBeAtText(view, mailingAddress, mailingZip))
  );
}

/** Whether a phone or an email of the owner may be on the list. */
const hasListed = (view: ListMarks, owner: OwnerContact): boolean =>
  owner.phones.some(({ number }) => view.mayHave('phone', number)) ||
  owner.emails.some((email) => view.mayHave('email', emailText(email))) ||
  (view.hasDrops && dropValues(owner).some(({ kind, text }) => view.mayHave(kind, text)));

/** A value that entries with an address like this one have. */
interface Near {
  value: Value;
  address: ParsedAddress;
}

/** Addresses that entries may have in another spelling. */
interface NearOwner {
  owner: OwnerRecord;
  /** Names of the owner that may be on the list. */
  names: readonly string[];
  /** Addresses of the property. */
  near: readonly Near[];
  /** Addresses where the owner gets mail, which say nothing about the property. */
  nearMail: readonly Near[];
}

/**
 * The owners whom an entry means with the address in another spelling than the record's: without a direction or a suffix, with a typo,
 * a house of a range. A person is meant by name; how `compare` sees the two addresses is enough.
 */
async function heldInOtherSpellings(
  view: ListView,
  all: readonly NearOwner[],
  { doubt, recordsAt }: Rules,
): Promise<Record<'left' | 'doubtful', ReadonlySet<OwnerRecord>>> {
  if (all.length === 0) return { left: new Set(), doubtful: new Set() };
  const asked = new Map<string, { near: Value; name: Value | null }>();
  const ask = (near: Value, name: Value | null): void =>
    void asked.set(`${valueSlot(near)}\n${name?.text ?? ''}`, { near, name });
  for (const { names, near, nearMail } of all) {
    for (const text of names)
      for (const { value } of [...near, ...nearMail]) ask(value, { kind: 'name', text });
    if (doubt !== 'passes') for (const { value } of near) ask(value, null);
  }
  const entries = new Map<string, (ListEntry & { name: string | null })[]>();
  for (const { near, name, address } of await view.addresses([...asked.values()]))
    addUnder(entries, valueSlot(near), {
      name: name?.text ?? null,
      address,
      isAt: once((one: ParsedAddress) => {
        const kept = parseAddress(address);
        return (name === null ? eachHouse(kept) : eachSpelling(kept)).some((each) => isMaybe(each, one));
      }),
    });
  const left = new Set<OwnerRecord>();
  const properties: { owner: OwnerRecord; entry: ListEntry }[] = [];
  for (const { owner, names, near, nearMail } of all) {
    const isMeant = ({ value, address }: Near, isMail: boolean): void => {
      for (const entry of entries.get(valueSlot(value)) ?? []) {
        if (entry.name === null ? isMail : !names.includes(entry.name)) continue;
        if (!entry.isAt(address)) continue;
        if (entry.name !== null) left.add(owner);
        else properties.push({ owner, entry });
      }
    };
    for (const one of near) isMeant(one, false);
    for (const one of nearMail) isMeant(one, true);
  }
  const doubtful = new Set(properties.map(({ owner }) => owner));
  if (recordsAt === undefined || properties.length === 0) {
    for (const { owner } of properties) left.add(owner);
    return { left, doubtful };
  }
  const asking = [...new Map(properties.map(({ entry }) => [JSON.stringify(entry.address), entry.address]))];
  const found = await recordsAt(asking.map(([, address]) => address));
  const amongOf = new Map(asking.map(([key], at) => [key, among(found[at] ?? [])]));
  for (const { owner, entry } of properties)
    if (amongOf.get(JSON.stringify(entry.address))?.(owner) === true) left.add(owner);
  return { left, doubtful };
}

/** An entry of the list with an address. */
interface ListEntry {
  address: AddressInput;
  /** Whether an address may be the entry's. */
  isAt(address: ParsedAddress): boolean;
}

/** A function that works out each answer once. */
function once<T extends object, R>(answer: (asked: T) => R): (asked: T) => R {
  const known = new Map<T, R>();
  return (asked) => {
    const found = known.get(asked) ?? answer(asked);
    known.set(asked, found);
    return found;
  };
}

const isMaybe = (one: ParsedAddress, other: ParsedAddress): boolean =>
  ['same', 'compatible'].includes(compare(one, other).verdict);

/** Largest number of people to compare with an owner by name: among more, the owner counts as one of them. */
const MOST_COMPARED = 100;

/**
 * Whether an entry for a whole property may mean an owner's: not where a lookup of the entry's address finds another one with other
 * people. Where it finds none, because there are several or the street is another's, each counts.
 * @param found the records that the lookup finds
 */
function among(found: readonly OwnerRecord[]): (owner: OwnerRecord) => boolean {
  const read = new OwnerPlaces();
  const placesIn = (owner: OwnerRecord): string => read.ofOwner(read.propertyOf(owner)).places.join();
  const places = new Set(found.map(placesIn));
  const names = found.map(ownerName);
  return (owner) =>
    found.length === 0 ||
    places.has(placesIn(owner)) ||
    names.length > MOST_COMPARED ||
    names.some((name) => samePerson(name, ownerName(owner)));
}

const NOWHERE: readonly ParsedAddress[] = [];

/** Values of addresses that the list may have, worked out once for each address: the owners of a property share them. */
class OwnerPlaces {
  readonly #read = new Map<string, readonly ParsedAddress[]>();
  readonly #near = once((address: ParsedAddress): readonly Near[] =>
    eachHouse(address).flatMap((one) =>
      nearKeys(one, 'asked').map((text) => ({ value: { kind: 'near', text }, address: one })),
    ),
  );
  readonly ofOwner = once((property: readonly ParsedAddress[]) => ({
    places: placesOf(property),
    near: property.flatMap(this.#near),
  }));

  propertyOf(owner: OwnerRecord): readonly ParsedAddress[] {
    return this.#of(owner.propertyAddress, owner.propertyCity, owner.propertyState, owner.propertyZip);
  }

  mailOf(owner: OwnerRecord): readonly ParsedAddress[] {
    return this.#of(owner.mailingAddress, owner.mailingCity, owner.mailingState, owner.mailingZip);
  }

  #of(
    address: string | null,
    city: string | null,
    state: string | null,
    zip: string | null,
  ): readonly ParsedAddress[] {
    if (address === null) return NOWHERE;
    const key = [address, city, state, zip].join('\n');
    const read = this.#read.get(key) ?? [parseAddress({ address, city, state, zip })];
    this.#read.set(key, read);
    return read;
  }
}

/**
 * All values by which a person, or a property, may be on the list. Addresses are parsed, and names built, only if an entry may
 * concern such a house: that takes longer than all the rest.
 */
function valuesOfPerson(
  view: ListView,
  owner: OwnerRecord,
  doubt: Doubt,
  read: OwnerPlaces,
): Omit<NearOwner, 'owner'> & { values: Value[] } {
  if (!isAtListed(view, owner)) return { values: [], names: [], near: [], nearMail: [] };
  const { propertyZip, mailingAddress, mailingZip } = owner;
  const property = read.propertyOf(owner);
  const { places, near } = read.ofOwner(property);
  const values: Value[] = places.map((text) => ({ kind: 'property', text }));
  const names = namesOfOwner(owner).filter((name) => view.mayHave('name', name));
  if (names.length === 0) return { values, names, near, nearMail: [] };
  const mail = read.mailOf(owner);
  const { places: mailPlaces, near: nearMail } = read.ofOwner(mail);
  const zips = new Set([zip5(propertyZip)]);
  if (mailingAddress !== null) zips.add(zip5(mailingZip));
  for (const { zip5 } of [...property, ...mail]) zips.add(zip5);
  const states = new Set(
    [...property, ...mail].flatMap(({ zip5, stateKey }) => (zip5 === '' ? [stateKey] : [])),
  );
  zips.delete('');
  const homes = [...new Set([...places, ...mailPlaces])];
  for (const name of names) {
    for (const home of homes) values.push(person(name, home));
    for (const zip of zips) values.push(personInZip(name, zip));
    for (const state of doubt === 'passes' ? [] : states) values.push(personInState(name, state));
  }
  return { values, names, near, nearMail };
}

const placesOf = (addresses: readonly ParsedAddress[]): string[] => [
  ...new Set(addresses.map(placeOf).filter((place) => place !== '')),
];

const zip5 = (zip: string | null): string => /^\d{5}/.exec(zip ?? '')?.[0] ?? '';
