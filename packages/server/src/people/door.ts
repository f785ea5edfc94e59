import { parseAddress, type ParsedAddress } from '@skiptrace/address';
import type { OwnerDetails } from '@skiptrace/csv';
import { awaitedLater } from '../awaited-later.js';
import { itemAt } from '../item-at.js';
import {
  isErased,
  type OwnerContact,
  type OwnerRecord,
  type Screen,
  type ScreenView,
} from '../owners/match/index.js';
import { emailHash, phoneHash, sha256 } from './drop-hashes.js';
import { slotOf, SuppressionList, type ListView } from './suppression-list.js';
import { emailText, namesOfOwner, person, personInZip, placeOf, type Value } from './suppression.js';

// The face of this folder for job processes, which need nothing else of it.
export { SuppressionList };

/** An owner about to go out. */
interface Asked {
  owner: OwnerRecord;
  /** Spellings of the property that the record itself doesn't have. */
  at?: readonly ParsedAddress[];
}

/** What the list says of an owner. */
interface Verdict {
  /** The person, or the whole property, is left out. */
  isSuppressed: boolean;
  phones: ReadonlySet<string>;
  emails: ReadonlySet<string>;
}

/**
 * The one door that every owner passes on the way out. It leaves out whoever is on the suppression list: a person at a property or at a
 * mailing address, a whole property, a name in a ZIP; and phones and emails one by one.
 */
export class Door {
  constructor(private readonly list: SuppressionList) {}

  /** For matching: a suppressed person is passed over for a co-owner who is not. */
  readonly screen: Screen = {
    view: async () => {
      const view = await this.list.view();
      return view === null ? null : screenOf(view);
    },
  };

  /** The same where somebody was found to be on the list only when the record was read: each owner is compared. */
  readonly closeScreen: Screen = {
    view: async () => {
      const view = await this.screen.view();
      return view === null ? null : { ...view, mayConcern: () => true };
    },
  };

  /**
   * Owners as they may go out, in their order; null for one who may not.
   * @param viewing the list, where it was asked for before
   */
  async pass(owners: readonly OwnerRecord[], viewing = this.view()): Promise<(OwnerRecord | null)[]> {
    const view = await viewing;
    return view === null ? owners.map((owner) => (isErased(owner) ? null : owner)) : passed(view, owners);
  }

  /**
   * The same for the result of a job, where most owners are never more than bytes.
   * @param records reads the owners that have to be looked at
   */
  async passDetails(
    ids: readonly number[],
    index: {
      details(ids: readonly number[]): Promise<Map<number, OwnerDetails>>;
      records(ids: readonly number[]): Promise<Map<number, OwnerRecord>>;
    },
  ): Promise<Map<number, OwnerDetails | null>> {
    const viewing = awaitedLater(this.list.view());
    const details: Map<number, OwnerDetails | null> = await index.details(ids);
    for (const [id, one] of details) if (one !== null && isErasedIn(one)) details.set(id, null);
    const view = await viewing;
    if (view === null) return details;
    const concerned: number[] = [];
    for (const [id, one] of details) if (one !== null && mayConcern(view, one)) concerned.push(id);
    if (concerned.length === 0) return details;
    const owners = [...(await index.records(concerned)).values()];
    for (const [at, owner] of (await passed(view, owners)).entries()) {
      const asked = itemAt(owners, at);
      if (owner !== asked) details.set(asked.id, owner);
    }
    return details;
  }

  /** The list at this moment; null when nobody is on it. */
  view(): Promise<ListView | null> {
    return awaitedLater(this.list.view());
  }

  /** Which list there is: it changes with each addition and each lift. */
  version(): Promise<number> {
    return this.list.version();
  }
}

async function passed(view: ListView, owners: readonly OwnerRecord[]): Promise<(OwnerRecord | null)[]> {
  const verdicts = await verdictsOn(
    view,
    owners.map((owner) => ({ owner })),
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

const screenOf = (view: ListView): ScreenView => ({
  mayConcern: (at) =>
    at.some(
      (address) =>
        // Every entry about an address has its ZIP: most addresses are done with here.
        (address.zip5 === '' || view.mayHave('zip', address.zip5)) &&
        (view.mayHave('place', placeOf(address)) || view.mayHave('zip-with-names', address.zip5)),
    ),
  suppressed: async (owners) => (await verdictsOn(view, owners)).map(({ isSuppressed }) => isSuppressed),
});

/** One question to the list for all owners. What can't be on it is not asked about. */
async function verdictsOn(view: ListView, asked: readonly Asked[]): Promise<Verdict[]> {
  const all = asked.map(({ owner, at }) => ({
    owner,
    who: [...valuesOfPerson(view, owner, at), ...(view.hasDrops ? dropValues(owner) : [])],
    phones: owner.phones.map(({ number }): Value => ({ kind: 'phone', text: number })),
    emails: owner.emails.map((email): Value => ({ kind: 'email', text: emailText(email) })),
  }));
  const held = await view.held(all.flatMap(({ who, phones, emails }) => [...who, ...phones, ...emails]));
  const isHeld = (value: Value): boolean => held.has(slotOf(value));
  return all.map(({ owner, who, phones, emails }) => ({
    isSuppressed: isErased(owner) || (held.size > 0 && who.some(isHeld)),
    phones: new Set(owner.phones.flatMap(({ number }, at) => (isHeld(itemAt(phones, at)) ? [number] : []))),
    emails: new Set(owner.emails.filter((_, at) => isHeld(itemAt(emails, at)))),
  }));
}

/**
 * All values by which a person, or a property, may be on the list. Addresses are read, and names put together, only where
 * somebody in the ZIP is on it: that takes longer than the whole lookup.
 */
function valuesOfPerson(view: ListView, owner: OwnerRecord, at: readonly ParsedAddress[] = []): Value[] {
  const zips = new Set([zip5(owner.propertyZip), ...at.map(({ zip5 }) => zip5)]);
  if (owner.mailingAddress !== null) zips.add(zip5(owner.mailingZip));
  // Without a ZIP the address itself may still be on the list.
  const isConcerned = (zip: string) => zip === '' || view.mayHave('zip', zip);
  if (![...zips].some(isConcerned)) return [];
  const property = readAddress(
    owner.propertyAddress,
    owner.propertyCity,
    owner.propertyState,
    owner.propertyZip,
  );
  const mail = readAddress(owner.mailingAddress, owner.mailingCity, owner.mailingState, owner.mailingZip);
  const places = placesOf([...property, ...at]);
  const values: Value[] = places.map((text) => ({ kind: 'property', text }));
  const names = namesOfOwner(owner).filter((name) => view.mayHave('name', name));
  if (names.length === 0) return values;
  for (const { zip5 } of [...property, ...mail]) zips.add(zip5);
  zips.delete('');
  const homes = [...new Set([...places, ...placesOf(mail)])];
  for (const name of names) {
    for (const home of homes) values.push(person(name, home));
    for (const zip of zips) values.push(personInZip(name, zip));
  }
  return values;
}

/** The identifiers by which DROP may have an owner: who asked there is left out whole, not only the phone or email. */
export const dropValues = ({ phones, untypedPhones = [], emails }: OwnerContact): Value[] => [
  ...[...phones, ...untypedPhones].map(({ number }): Value => ({
    kind: 'drop-phone',
    text: phoneHash(number),
  })),
  ...emails.map((email): Value => ({ kind: 'drop-email', text: emailHash(email) })),
];

const placesOf = (addresses: readonly ParsedAddress[]): string[] => [
  ...new Set(addresses.map(placeOf).filter((place) => place !== '')),
];

function readAddress(
  address: string | null,
  city: string | null,
  state: string | null,
  zip: string | null,
): ParsedAddress[] {
  return address === null ? [] : [parseAddress({ address, city, state, zip })];
}

const zip5 = (zip: string | null): string => /^\d{5}/.exec(zip ?? '')?.[0] ?? '';

const DEL = 0x7f;
const isErasedIn = (details: OwnerDetails): boolean =>
  'bytes' in details ? details.bytes[details.places[0] ?? 0] === DEL : isErased(details);

const TAB = 0x09;
const SPACE = 0x20;
const ZIP_LENGTH = 5;
const PHONE_LENGTH = 10;
/** Where the places of an owner in bytes have the mailing address (OwnerBytes), and what follows it. */
const MAILING_ADDRESS = 6;
const MAILING_ZIP = 12;
const PHONES = 14;

/** Whether somebody may be on the list, or a phone or an email, judged by bytes alone. */
function mayConcern(view: ListView, details: OwnerDetails): boolean {
  if (!('bytes' in details)) return true;
  const { bytes, places, phones } = details;
  const mailing = places[MAILING_ADDRESS] ?? 0;
  // The ZIP of the property lies before the mailing address.
  const end = mailing - 1;
  let start = end;
  while (start > 0 && bytes[start - 1] !== TAB) start--;
  if (mayHaveZip(view, bytes, start, end)) return true;
  const hasMail = (places[MAILING_ADDRESS + 1] ?? 0) > mailing;
  const [mailingZip = 0, mailingEnd = 0] = [places[MAILING_ZIP], places[MAILING_ZIP + 1]];
  if (hasMail && mayHaveZip(view, bytes, mailingZip, mailingEnd)) return true;
  const emails = PHONES + 2 * phones.length;
  for (let at = PHONES; at < places.length; at += 2) {
    const kind = at < emails ? 'phone' : 'email';
    if (view.mayHaveBytes(kind, bytes, places[at] ?? 0, places[at + 1] ?? 0)) return true;
    if (view.hasDrops && kind === 'email' && mayHaveEmail(view, bytes, places[at] ?? 0, places[at + 1] ?? 0))
      return true;
  }
  return view.hasDrops && mayHavePhone(view, bytes, mailingEnd + 1);
}

function mayHaveEmail(view: ListView, bytes: Uint8Array, start: number, end: number): boolean {
  return view.mayHave('drop-email', emailHash(ascii.decode(bytes.subarray(start, end))));
}

/** All phones as they are stored, with those whose type is unknown: a result doesn't have them, but DROP may. */
function mayHavePhone(view: ListView, bytes: Uint8Array, from: number): boolean {
  for (let at = from; bytes[at] !== TAB && bytes[at] !== undefined;) {
    if (view.mayHave('drop-phone', sha256(bytes.subarray(at, at + PHONE_LENGTH)))) return true;
    while (bytes[at] !== SPACE && bytes[at] !== TAB && bytes[at] !== undefined) at++;
    if (bytes[at] === SPACE) at++;
  }
  return false;
}

const ascii = new TextDecoder('latin1');

/** Without a ZIP the address itself has to be looked at. */
const mayHaveZip = (view: ListView, bytes: Uint8Array, start: number, end: number): boolean =>
  end - start < ZIP_LENGTH || view.mayHaveBytes('zip', bytes, start, start + ZIP_LENGTH);
