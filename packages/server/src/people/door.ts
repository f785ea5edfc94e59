import { compare, nearKeys, parseAddress, type AddressInput, type ParsedAddress } from '@skiptrace/address';
import type { OwnerDetails } from '@skiptrace/csv';
import { setImmediate } from 'node:timers/promises';
import { awaitedLater } from '../lib/awaited-later.js';
import { inSteps } from '../lib/batches.js';
import { itemAt } from '../lib/item-at.js';
import {
  addUnder,
  isErased,
  ownerName,
  samePerson,
  withContents,
  type MatchResult,
  type OwnerIndex,
  type Decision,
  type Lead,
  type OwnerRecord,
  type Screen,
  type ScreenView,
} from '../owners/match/index.js';
import {
  contentsOnLists,
  PHONES,
  sayInDetails,
  DoNotCall,
  withSayings,
  type DncView,
} from './do-not-call.js';
import {
  emailHash,
  dropValues,
  sha256,
  eachHouse,
  eachSpelling,
  emailText,
  person,
  personInState,
  personInZip,
  placeOf,
  type Value,
} from './suppression.js';
import { mayBeAt, mayBeAtRead, mayBeAtText, type Places } from './places.js';
import type { CorrectedOwners } from './corrected-owners.js';
import { slotOf, SuppressionList, type ListView } from './suppression-list.js';
import { namesOfOwner } from './names.js';

// The face of this folder for job processes, which need nothing else of it.
export { DoNotCall, SuppressionList };

/** The lead for an address of the list. */
export const leadAt = ({ address, city, state, zip }: AddressInput) => ({
  address,
  city: city ?? '',
  state: state ?? '',
  zip: zip ?? '',
});

/** An owner about to go out. */
interface Asked {
  owner: OwnerRecord;
  /** Spellings of the property that the record itself doesn't have. */
  at?: readonly ParsedAddress[];
}

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
  phones: ReadonlySet<string>;
  emails: ReadonlySet<string>;
}

/**
 * Every owner passes through here before going out, as operators corrected it. Removes people, properties and names on the suppression
 * list, and single phones and emails. Erased owners never pass.
 */
export class Door {
  /**
   * @param dnc Do Not Call lists; without them, the owner files alone say which phones must not be called
   */
  constructor(
    private readonly list: SuppressionList,
    private readonly dnc: Pick<DoNotCall, 'version' | 'view'> | null = null,
    private readonly rules: Rules = {},
  ) {}

  /** For matching: a suppressed person is passed over for a co-owner who is not, and a corrected owner counts as corrected. */
  readonly screen: Screen = {
    view: async () => {
      const { list, corrections } = await this.list.views();
      return list === null && corrections === null ? null : screenOf(list, corrections, this.rules);
    },
  };

  /**
   * Stricter screen, used after a suppressed person was noticed only in the full record: compares every
   * owner.
   */
  readonly closeScreen: Screen = {
    view: async () => {
      const view = await this.screen.view();
      return view === null ? null : { ...view, mayConcern: () => true };
    },
  };

  /**
   * The owners as they may go out, in the given order; null for an owner who may not.
   * @param viewing the lists, if the caller has requested them already
   * @param at the address by which each owner was looked up; the record may have another spelling
   */
  async pass(
    owners: readonly OwnerRecord[],
    viewing = this.view(),
    at?: readonly AddressInput[],
  ): Promise<(OwnerRecord | null)[]> {
    const views = await viewing;
    const left = await passedCorrected(views, owners, this.rules, at);
    return views.dnc === null ? left : withSayings(views.dnc, left);
  }

  /** Like `pass`, for owners in delivered results: without corrections, so that results stay as they were delivered. */
  passAgain(owners: readonly OwnerRecord[]): Promise<(OwnerRecord | null)[]> {
    return this.pass(
      owners,
      this.view().then((views) => ({ ...views, corrections: null })),
    );
  }

  /**
   * Like `pass`, for the result of a job, where most owners stay bytes and are never decoded.
   * @param index reads the owners as bytes, and as records where an entry may mean them
   */
  async passDetails(
    ids: readonly number[],
    index: {
      details(ids: readonly number[]): Promise<Map<number, OwnerDetails>>;
      records(ids: readonly number[]): Promise<Map<number, OwnerRecord>>;
    },
    viewing = this.view(),
  ): Promise<Map<number, OwnerDetails | null>> {
    const details: Map<number, OwnerDetails | null> = await index.details(ids);
    const views = await viewing;
    const { list, corrections, dnc } = views;
    const concerned: number[] = [];
    for (const [id, one] of details) {
      if (one === null) continue;
      if (isErasedIn(one)) details.set(id, null);
      else if (
        (list !== null && mayConcern(list, one)) ||
        (corrections !== null && mayBeCorrected(corrections, one))
      )
        concerned.push(id);
    }
    if (concerned.length > 0) await this.#passConcerned(views, concerned, details, index);
    if (dnc !== null) await sayInDetails(dnc, details);
    return details;
  }

  /**
   * For the preview of a job: decides leads again where all that is stored of the owner, such as the mailing address, shows that the
   * owner may not go out.
   * @param again decides leads behind `closeScreen`
   */
  async withoutHidden<T extends Lead>(
    leads: readonly T[],
    decisions: readonly Decision[],
    index: Parameters<Door['passDetails']>[1],
    again: (leads: readonly T[]) => Promise<Decision[]>,
  ): Promise<Decision[]> {
    const lists = await this.list.views();
    if (lists.list === null) return [...decisions];
    const hiddenIn = async (some: readonly Decision[]): Promise<number[]> => {
      const ids = some.map((one) => ('record' in one ? one.record.id : null));
      const views = Promise.resolve({ ...lists, dnc: null });
      const known = [...new Set(ids.filter((id) => id !== null))];
      const passed =
        known.length === 0 ? new Map<number, null>() : await this.passDetails(known, index, views);
      return ids.flatMap((id, at) => (id !== null && passed.get(id) === null ? [at] : []));
    };
    const all = [...decisions];
    const late = await hiddenIn(all);
    const others = late.length === 0 ? [] : await again(late.map((at) => itemAt(leads, at)));
    const still = new Set(await hiddenIn(others));
    for (const [index, at] of late.entries())
      all[at] = still.has(index) ? { reason: 'no_candidates', suppressed: true } : itemAt(others, index);
    return all;
  }

  async #passConcerned(
    views: DoorView,
    concerned: readonly number[],
    details: Map<number, OwnerDetails | null>,
    index: { records(ids: readonly number[]): Promise<Map<number, OwnerRecord>> },
  ): Promise<void> {
    const owners = [...(await index.records(concerned)).values()];
    for (const [at, owner] of (await passedCorrected(views, owners, this.rules)).entries()) {
      const asked = itemAt(owners, at);
      if (owner !== asked) details.set(asked.id, owner);
    }
  }

  /** The lists and corrections at this moment. */
  view(): Promise<DoorView> {
    return awaitedLater(
      Promise.all([this.list.views(), this.dnc?.view() ?? null]).then(([views, dnc]) => ({ ...views, dnc })),
    );
  }

  /** Version of the lists: it grows with each addition, each lift, and each import of a Do Not Call list. */
  async version(): Promise<number> {
    const [list, dnc] = await Promise.all([this.list.version(), this.dnc?.version() ?? 0]);
    return list + dnc;
  }

  /**
   * Contents of matches for a job's preview, with the present status of their phones, as in its result.
   * @param index reads the records
   */
  async contents(
    index: Pick<OwnerIndex, 'records' | 'details'>,
    results: readonly MatchResult[],
  ): Promise<MatchResult[]> {
    const known = await withContents(index, results);
    const { corrections, dnc } = await this.view();
    if (dnc === null) return known;
    if (corrections === null) return contentsOnLists(dnc, index, known);
    return contentsOnLists(dnc, { details: (ids) => correctedDetails(corrections, ids, index) }, known);
  }
}

/** Both lists and the corrections at one moment; null where there is nothing on one. */
export interface DoorView {
  list: ListView | null;
  corrections: CorrectedOwners | null;
  dnc: DncView | null;
}

/** Owners in bytes, and corrected ones as records. */
async function correctedDetails(
  corrections: CorrectedOwners,
  ids: readonly number[],
  index: Pick<OwnerIndex, 'records' | 'details'>,
): Promise<Map<number, OwnerDetails>> {
  const details = await index.details(ids);
  const concerned = [...details].flatMap(([id, one]) => (mayBeCorrected(corrections, one) ? [id] : []));
  for (const [id, owner] of await index.records(concerned)) {
    const corrected = corrections.of(owner);
    if (corrected !== owner) details.set(id, corrected);
  }
  return details;
}

/** The owners as corrected; null where the owner on file, or the corrected one, is on the list. */
async function passedCorrected(
  { list, corrections }: Pick<DoorView, 'list' | 'corrections'>,
  owners: readonly OwnerRecord[],
  rules: Rules,
  asked?: readonly AddressInput[],
): Promise<(OwnerRecord | null)[]> {
  const left =
    list === null
      ? owners.map((owner) => (isErased(owner) ? null : owner))
      : await passed(list, owners, rules, asked);
  if (corrections === null) return left;
  const places = owners.flatMap((owner, at) => {
    const corrected = left[at] === null ? owner : corrections.of(owner);
    return corrected === owner ? [] : [{ at, corrected }];
  });
  const all = places.map(({ corrected }) => corrected);
  const again =
    list === null || all.length === 0
      ? all
      : await passed(list, all, rules, asked && places.map(({ at }) => itemAt(asked, at)));
  for (const [index, { at }] of places.entries()) left[at] = itemAt(again, index);
  return left;
}

async function passed(
  view: ListView,
  owners: readonly OwnerRecord[],
  rules: Rules,
  asked?: readonly AddressInput[],
): Promise<(OwnerRecord | null)[]> {
  const read = once((input: AddressInput) => readIfListed(view, input));
  const verdicts = await verdictsOn(
    view,
    owners.map((owner, at) => ({ owner, at: asked === undefined ? NOWHERE : read(itemAt(asked, at)) })),
    rules,
  );
  return owners.map((owner, at) => {
    const { isSuppressed, phones, emails } = itemAt(verdicts, at);
    if (isSuppressed) return null;
    if (phones.size === 0 && emails.size === 0) return owner;
    return {
      ...owner,
      phones: owner.phones.filter(({ number }) => !phones.has(number)),
      emails: owner.emails.filter((email) => !emails.has(email)),
    };
  });
}

/** The address, read only where somebody at it may be on the list. */
const readIfListed = (view: ListView, input: AddressInput): ParsedAddress[] =>
  mayBeAtText(view, input.address, input.zip ?? null) ? [parseAddress(input)] : [];

const PASSES: Verdict = { isSuppressed: false, phones: new Set(), emails: new Set() };
const ERASED: Verdict = { ...PASSES, isSuppressed: true };

const screenOf = (list: ListView | null, corrections: CorrectedOwners | null, rules: Rules): ScreenView => ({
  mayConcern: (at) =>
    corrections?.mayConcern(at) === true || (list !== null && at.some((address) => mayBeOn(list, address))),
  suppressed: async (owners) => {
    if (list === null) return owners.map(({ owner }) => isErased(owner));
    const others = owners.map(({ owner, at }) => ({ owner: corrections?.of(owner) ?? owner, at }));
    // Only the few who were corrected are asked about twice.
    const corrected = others.filter(({ owner }, at) => owner !== itemAt(owners, at).owner);
    const verdicts = await verdictsOn(list, [...owners, ...corrected], rules);
    const suppressed = new Set(
      [...owners, ...corrected].flatMap(({ owner }, at) =>
        itemAt(verdicts, at).isSuppressed ? [owner] : [],
      ),
    );
    return owners.map(({ owner }, at) => suppressed.has(owner) || suppressed.has(itemAt(others, at).owner));
  },
  corrected: (owner) => corrections?.of(owner) ?? owner,
});

const mayBeOn = (list: ListView, address: ParsedAddress): boolean =>
  // A cheap check first: no entry concerns most addresses.
  mayBeAtRead(list, address) &&
  (list.mayHave('place', placeOf(address)) ||
    list.mayHave('zip-with-names', address.zip5) ||
    eachHouse(address).some((one) => nearKeys(one, 'asked').some((text) => list.mayHave('near', text))));

/** Owners of one question to the list: a property may have very many, and lookups wait meanwhile. */
const PER_QUESTION = 200;

/** Asks the list about each owner. It is not asked about what can't be on it. */
async function verdictsOn(view: ListView, asked: readonly Asked[], rules: Rules): Promise<Verdict[]> {
  const meant = asked.filter(({ owner, at = [] }) => isAtListed(view, owner, at) || hasListed(view, owner));
  const places = new OwnerPlaces();
  const verdicts = new Map<Asked, Verdict>();
  for (const some of inSteps(meant, PER_QUESTION)) {
    if (verdicts.size > 0) await setImmediate();
    for (const [one, verdict] of await verdictsOfStep(view, some, rules, places)) verdicts.set(one, verdict);
  }
  return asked.map((one) => (isErased(one.owner) ? ERASED : (verdicts.get(one) ?? PASSES)));
}

async function verdictsOfStep(
  view: ListView,
  meant: readonly Asked[],
  rules: Rules,
  places: OwnerPlaces,
): Promise<(readonly [Asked, Verdict])[]> {
  const { doubt = 'left out' } = rules;
  const all = meant.map((one) => {
    const { owner, at } = one;
    const { values, ...near } = valuesOfPerson(view, owner, doubt, places, at);
    return {
      one,
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
  const isHeld = (value: Value): boolean => held.has(slotOf(value));
  const heldNear = new Set([...nearValues].filter(isHeld));
  const amongHeld = (near: readonly Near[]) => near.filter(({ value }) => heldNear.has(value));
  const respelled = await heldInOtherSpellings(
    view,
    all.flatMap(({ owner, who, names, ...one }): NearOwner[] => {
      if (heldNear.size === 0 || who.some(isHeld)) return [];
      const [near, nearMail] = [amongHeld(one.near), amongHeld(one.nearMail)];
      return near.length + nearMail.length > 0 ? [{ owner, names, near, nearMail }] : [];
    }),
    rules,
  );
  return all.map(({ one, owner, who, phones, emails }) => [
    one,
    {
      isSuppressed: who.some(isHeld) || respelled.has(owner),
      phones: new Set(owner.phones.flatMap(({ number }, at) => (isHeld(itemAt(phones, at)) ? [number] : []))),
      emails: new Set(owner.emails.filter((_, at) => isHeld(itemAt(emails, at)))),
    },
  ]);
}

/** Whether somebody at the property, at the mailing address, or at one of the addresses may be on the list. */
function isAtListed(view: ListView, owner: OwnerRecord, at: readonly ParsedAddress[]): boolean {
  const { propertyAddress, propertyZip, mailingAddress, mailingZip } = owner;
  return (
    mayBeAtText(view, propertyAddress, propertyZip) ||
    (mailingAddress !== null && mayBeAtText(view, mailingAddress, mailingZip)) ||
    at.some((address) => mayBeAtRead(view, address))
  );
}

/** Whether a phone or an email of the owner may be on the list. */
const hasListed = (view: ListView, owner: OwnerRecord): boolean =>
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
): Promise<ReadonlySet<OwnerRecord>> {
  if (all.length === 0) return new Set();
  const asked = new Map<string, { near: Value; name: Value | null }>();
  const ask = (near: Value, name: Value | null): void =>
    void asked.set(`${slotOf(near)}\n${name?.text ?? ''}`, { near, name });
  for (const { names, near, nearMail } of all) {
    for (const text of names)
      for (const { value } of [...near, ...nearMail]) ask(value, { kind: 'name', text });
    if (doubt !== 'passes') for (const { value } of near) ask(value, null);
  }
  const entries = new Map<string, (Entry & { name: string | null })[]>();
  for (const { near, name, address } of await view.addresses([...asked.values()]))
    addUnder(entries, slotOf(near), {
      name: name?.text ?? null,
      address,
      isAt: once((one: ParsedAddress) => {
        const kept = parseAddress(address);
        return (name === null ? eachHouse(kept) : eachSpelling(kept)).some((each) => isMaybe(each, one));
      }),
    });
  const left = new Set<OwnerRecord>();
  const properties: { owner: OwnerRecord; entry: Entry }[] = [];
  for (const { owner, names, near, nearMail } of all) {
    const isMeant = ({ value, address }: Near, isMail: boolean): void => {
      for (const entry of entries.get(slotOf(value)) ?? []) {
        if (entry.name === null ? isMail : !names.includes(entry.name)) continue;
        if (!entry.isAt(address)) continue;
        if (entry.name !== null) left.add(owner);
        else properties.push({ owner, entry });
      }
    };
    for (const one of near) isMeant(one, false);
    for (const one of nearMail) isMeant(one, true);
  }
  if (recordsAt === undefined || properties.length === 0) {
    for (const { owner } of properties) left.add(owner);
    return left;
  }
  const asking = [...new Map(properties.map(({ entry }) => [JSON.stringify(entry.address), entry.address]))];
  const found = await recordsAt(asking.map(([, address]) => address));
  const amongOf = new Map(asking.map(([key], at) => [key, among(found[at] ?? [])]));
  for (const { owner, entry } of properties)
    if (amongOf.get(JSON.stringify(entry.address))?.(owner) === true) left.add(owner);
  return left;
}

/** An entry of the list with an address. */
interface Entry {
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

/** Most people whose names are compared with an owner's: among more, the owner counts as one of them. */
const MOST_COMPARED = 100;

/**
 * Whether an entry for a whole property may mean an owner's: not where a lookup of the entry's address finds another one with other
 * people. Where it finds none, because there are several or the street is another's, each counts.
 * @param found the records that the lookup finds
 */
function among(found: readonly OwnerRecord[]): (owner: OwnerRecord) => boolean {
  const read = new OwnerPlaces();
  const placeOf = (owner: OwnerRecord): string => read.ofOwner(read.propertyOf(owner), NOWHERE).places.join();
  const places = new Set(found.map(placeOf));
  const names = found.map(ownerName);
  return (owner) =>
    found.length === 0 ||
    places.has(placeOf(owner)) ||
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
  readonly #ofOwner = once((property: readonly ParsedAddress[]) =>
    once((at: readonly ParsedAddress[]) => {
      const all = [...property, ...at];
      return { places: placesOf(all), near: all.flatMap(this.#near) };
    }),
  );

  propertyOf(owner: OwnerRecord): readonly ParsedAddress[] {
    return this.#of(owner.propertyAddress, owner.propertyCity, owner.propertyState, owner.propertyZip);
  }

  mailOf(owner: OwnerRecord): readonly ParsedAddress[] {
    return this.#of(owner.mailingAddress, owner.mailingCity, owner.mailingState, owner.mailingZip);
  }

  /** @param at further spellings of the property */
  ofOwner(property: readonly ParsedAddress[], at: readonly ParsedAddress[]) {
    return this.#ofOwner(property)(at);
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
 * concern such a house: that takes longer than the whole lookup.
 */
function valuesOfPerson(
  view: ListView,
  owner: OwnerRecord,
  doubt: Doubt,
  read: OwnerPlaces,
  at: readonly ParsedAddress[] = NOWHERE,
): Omit<NearOwner, 'owner'> & { values: Value[] } {
  if (!isAtListed(view, owner, at)) return { values: [], names: [], near: [], nearMail: [] };
  const { propertyZip, mailingAddress, mailingZip } = owner;
  const property = read.propertyOf(owner);
  const { places, near } = read.ofOwner(property, at);
  const values: Value[] = places.map((text) => ({ kind: 'property', text }));
  const names = namesOfOwner(owner).filter((name) => view.mayHave('name', name));
  if (names.length === 0) return { values, names, near, nearMail: [] };
  const mail = read.mailOf(owner);
  const { places: mailPlaces, near: nearMail } = read.ofOwner(mail, NOWHERE);
  const zips = new Set([zip5(propertyZip), ...at.map(({ zip5 }) => zip5)]);
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

const TAB = 0x09;
const SPACE = 0x20;
const PHONE_LENGTH = 10;
/** Where the places of an owner in bytes have the end of the name and the mailing address (OwnerBytes), and what follows it. */
const NAME_END = 5;
const MAILING_ADDRESS = 6;
const MAILING_ZIP = 12;

/** The first name of an erased record, in bytes (owners/stored-contact.ts). */
const DEL = 0x7f;
const isErasedIn = (details: OwnerDetails): boolean =>
  'bytes' in details ? details.bytes[details.places[0] ?? 0] === DEL : isErased(details);

/** Whether the owner may be at one of these places, judged by bytes alone. */
function isAtPlaces(view: Places, { bytes, places }: DetailsInBytes): boolean {
  const mailing = places[MAILING_ADDRESS] ?? 0;
  // The property lies between the name and the mailing address: first its line, last its ZIP.
  const line = 1 + (places[NAME_END] ?? 0);
  let lineEnd = line;
  while (lineEnd < mailing && bytes[lineEnd] !== TAB) lineEnd++;
  const end = mailing - 1;
  let start = end;
  while (start > 0 && bytes[start - 1] !== TAB) start--;
  return mayBeAt(view, { bytes, start: line, end: lineEnd }, { bytes, start, end });
}

type DetailsInBytes = Extract<OwnerDetails, { bytes: Uint8Array }>;

const mayBeCorrected = (corrections: CorrectedOwners, details: OwnerDetails): boolean =>
  !('bytes' in details) || isAtPlaces(corrections, details);

/** Whether somebody may be on the list, or a phone or an email, judged by bytes alone. */
function mayConcern(view: ListView, details: OwnerDetails): boolean {
  if (!('bytes' in details) || isAtPlaces(view, details)) return true;
  const { bytes, places, phones } = details;
  const mailing = places[MAILING_ADDRESS] ?? 0;
  const mailingEnd = places[MAILING_ADDRESS + 1] ?? 0;
  const [mailingZip = 0, mailingZipEnd = 0] = [places[MAILING_ZIP], places[MAILING_ZIP + 1]];
  if (
    mailingEnd > mailing &&
    mayBeAt(
      view,
      { bytes, start: mailing, end: mailingEnd },
      { bytes, start: mailingZip, end: mailingZipEnd },
    )
  )
    return true;
  const emails = PHONES + 2 * phones.length;
  for (let at = PHONES; at < places.length; at += 2) {
    const kind = at < emails ? 'phone' : 'email';
    if (view.mayHaveBytes(kind, bytes, places[at] ?? 0, places[at + 1] ?? 0)) return true;
    if (view.hasDrops && kind === 'email' && mayHaveEmail(view, bytes, places[at] ?? 0, places[at + 1] ?? 0))
      return true;
  }
  return view.hasDrops && mayHavePhone(view, bytes, mailingZipEnd + 1);
}

function mayHaveEmail(view: ListView, bytes: Uint8Array, start: number, end: number): boolean {
  return view.mayHave('drop-email', emailHash(ascii.decode(bytes.subarray(start, end))));
}

/** All stored phones, including those without a type: results omit them, but DROP may list them. */
function mayHavePhone(view: ListView, bytes: Uint8Array, from: number): boolean {
  for (let at = from; bytes[at] !== TAB && bytes[at] !== undefined;) {
    if (view.mayHave('drop-phone', sha256(bytes.subarray(at, at + PHONE_LENGTH)))) return true;
    while (bytes[at] !== SPACE && bytes[at] !== TAB && bytes[at] !== undefined) at++;
    if (bytes[at] === SPACE) at++;
  }
  return false;
}

const ascii = new TextDecoder('latin1');
