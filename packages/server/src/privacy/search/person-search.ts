import { randomBytes } from 'node:crypto';
import { parseAddress, type ParsedAddress } from '@skiptrace/address';
import { phoneDigits } from '@skiptrace/csv';
import type { ListedRow } from '@skiptrace/csv/leads';
import type { HeldImport, Holding } from '../../directory/index.js';
import { nameWords, ownerName, type OwnerRecord } from '../../directory/match/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { comparedWords, isLong, isName, namesOfOwner, namesOfRequest, wordsIn } from '../list/names.js';
import { ListRules } from '../list/rules.js';
import { Hashes, SuppressionList } from '../list/suppression-list.js';
import { listOf, type SuppressionReads } from '../list/suppression-store.js';
import {
  eachSpelling,
  emailText,
  placeOf,
  requestsOfOwner,
  valuesOf,
  zipOfHouse,
  type Request,
  type ValueKind,
} from '../list/suppression.js';

/**
 * Finds the people of a request in the stored data. An owner is found if the suppression list would certainly leave out the owner, a
 * phone or an email: an owner without a ZIP never counts as a person in a ZIP.
 */
export class PersonSearch {
  readonly #rules: ListRules;
  readonly #tests: readonly RowTest[];
  /** Phones and ZIPs. Every owner searched for has one of them, or no ZIP, or one of the emails. */
  readonly #needles: readonly string[];
  readonly #emails: readonly string[];
  readonly #hasPlaces: boolean;
  /** Tests for rows that matched a record, by record id. */
  readonly #recordTests = new Map<number, RowTest[]>();
  readonly records: ReadonlyMap<number, OwnerRecord>;

  /**
   * @param owners records found for the requests, also as corrected; rows that matched them are about the person in any spelling of the property
   * @param beside phones and emails that count only in a row or message that has this name, too
   * @throws SuppressionError when a request can't be read
   */
  constructor(
    readonly requests: readonly Request[],
    owners: readonly OwnerRecord[] = [],
    private readonly beside: NamedContacts = { name: '', contacts: [] },
  ) {
    this.records = new Map(owners.map((owner) => [owner.id, owner]));
    for (const owner of owners) {
      const name = ownerName(owner) ?? '';
      const known = this.#recordTests.get(owner.id) ?? [];
      if (isName(name)) this.#recordTests.set(owner.id, [...known, nameTest(name, () => true)]);
    }
    this.#rules = new ListRules(new SuppressionList(inMemory(requests)), { doubt: 'passes' });
    this.#tests = [...requests.map(rowTest), ...besideName(beside)];
    const values = requests.flatMap(valuesOf);
    const textsOf = (wanted: ValueKind) =>
      values.flatMap(({ kind, text }) => (kind === wanted ? [text] : []));
    this.#needles = [...textsOf('phone'), ...textsOf('zip'), ...textsOf('house').map(zipOfHouse)];
    this.#emails = textsOf('email');
    this.#hasPlaces = textsOf('place').length > 0;
  }

  /** false if this stored contact (directory/stored-contact.ts) can't belong to one of them. */
  readonly mayBe = (contact: string): boolean => {
    if (this.#needles.some((needle) => contact.includes(needle))) return true;
    if (this.#emails.length > 0) {
      const folded = contact.toLowerCase();
      if (this.#emails.some((email) => folded.includes(email))) return true;
    }
    return this.#hasPlaces && WITHOUT_ZIP.test(contact);
  };

  /** Filters owners: the people searched for. */
  async among(owners: readonly OwnerRecord[]): Promise<OwnerRecord[]> {
    const passed = await this.#rules.pass(owners);
    return owners.filter((owner, at) => passed[at] !== owner);
  }

  /**
   * Indexes of the cells in a customer's row that hold data about the people.
   * @param records ids of the records that this row matched, or that the row it repeats matched
   */
  cellsOf(row: ListedRow, records: readonly number[] = []): number[] {
    const tests = [...this.#tests, ...records.flatMap((id) => this.#recordTests.get(id) ?? [])];
    return [...new Set(tests.flatMap((test) => test(row)))];
  }

  /** Whether a message is from or about one of the people. A name alone is not enough, because others may have it. */
  isIn(message: { fullName: string; email: string; phone: string; message: string }): boolean {
    const text = [message.fullName, message.email, message.phone, message.message].join('\n');
    // Cheap tests first: strangers may write long messages, and reading the words of one takes milliseconds.
    const digits = text.normalize('NFKD').replace(/\D+/g, '');
    let read: ReadonlySet<string> | undefined;
    const words = (): ReadonlySet<string> => (read ??= wordsIn(text));
    const { name, contacts } = this.beside;
    const isFromThem = isName(name) && hasName(wordsIn(message.fullName), name);
    return [...this.requests, ...(isFromThem ? contacts : [])].some((request) => {
      switch (request.kind) {
        case 'phone':
          return (
            digits.includes(phoneDigits(request.phone) ?? '') &&
            phonesIn(text).has(phoneDigits(request.phone) ?? '')
          );
        case 'email':
          return text.toLowerCase().includes(emailText(request.email));
        case 'zip':
          return (
            digits.includes(request.zip.trim().slice(0, 5)) &&
            hasName(words(), request.name) &&
            words().has(request.zip.trim().slice(0, 5))
          );
        case 'person':
          return (
            digits.includes(/^\d*/.exec(request.address.address.trim())?.[0] ?? '') &&
            hasName(words(), request.name) &&
            hasAddress(new Set(nameWords(text)), request.address.address)
          );
        case 'property':
          return false;
      }
    });
  }
}

/** Matches a stored contact with a property or mailing address without a ZIP, so that the address has to be read. */
const WITHOUT_ZIP = /^(?:[^\t]*\t){6}(?:(?!\d{5})|[^\t]*\t[^\t]+\t(?:[^\t]*\t){2}(?!\d{5}))/;

/** Suppression list of these requests only, with a secret of its own. */
export function inMemory(requests: readonly Request[]): SuppressionReads {
  const secret = randomBytes(32).toString('hex');
  const hashes = new Hashes(secret);
  const entries = requests.map((request) => ({
    kind: request.kind,
    keys: valuesOf(request).map((value) => hashes.both(value)),
    address: 'address' in request ? hashes.seal(request.address) : null,
  }));
  return listOf(secret, entries);
}

interface NamedContacts {
  name: string;
  contacts: readonly Request[];
}

type RowTest = (row: ListedRow) => number[];

/** Tests for phones and emails in rows that also have the name, in cells of nothing else: street names are names, too. */
function besideName({ name, contacts }: NamedContacts): RowTest[] {
  if (!isName(name)) return [];
  const ofName = new Set([...wordsIn(name), ...namesOfRequest(name).flatMap((one) => one.split(' '))]);
  const isOfName = (word: string) => ofName.has(word) || !isLong(word);
  const isNamedIn = (row: ListedRow): boolean => {
    const cells = row.cells().filter((cell) => comparedWords(cell).every(isOfName));
    return hasName(new Set(cells.flatMap((cell) => [...wordsIn(cell)])), name);
  };
  return contacts.map(rowTest).map((test) => (row) => {
    const cells = test(row);
    return cells.length > 0 && isNamedIn(row) ? cells : [];
  });
}

/** Finds the cells about the requested person. Most rows are ruled out by their text alone. */
function rowTest(request: Request): RowTest {
  switch (request.kind) {
    case 'phone': {
      const phone = phoneDigits(request.phone) ?? '';
      return (row) =>
        phonesIn(row.text).has(phone) ? cellsWith(row, (cell) => phonesIn(cell).has(phone)) : [];
    }
    case 'email': {
      const email = emailText(request.email);
      const isIn = (text: string) => text.toLowerCase().includes(email);
      return (row) => (isIn(row.text) ? cellsWith(row, isIn) : []);
    }
    case 'zip': {
      const zip = request.zip.trim().slice(0, 5);
      // Spreadsheets drop leading zeros.
      const digits = zip.replace(/^0+/, '');
      return nameTest(
        request.name,
        propertyTest(
          (text) => text.includes(digits),
          ({ zip5 }) => zip5 === zip,
        ),
      );
    }
    case 'person': {
      const isThere = placeTest(request);
      return nameTest(request.name, isThere);
    }
    case 'property': {
      const isThere = placeTest(request);
      return (row) => (isThere(row) ? cellsWith(row, (cell) => cell !== '') : []);
    }
  }
}

function placeTest(request: Request & { kind: 'person' | 'property' }): (row: ListedRow) => boolean {
  const places = new Set(valuesOf(request).flatMap(({ kind, text }) => (kind === 'place' ? [text] : [])));
  const address = parseAddress(request.address);
  if (request.kind === 'person')
    for (const one of eachSpelling(address)) places.add(placeOf(one)).add(placeOf({ ...one, zip5: '' }));
  // The key of a row that is no property.
  places.delete('');
  const [number = ''] = /\d+/.exec(address.number) ?? [];
  const written = inTexts(number.replace(/^0+/, ''));
  return propertyTest(
    (text) => written.test(text),
    (address) => places.has(placeOf(address)),
  );
}

/** Finds a house number in a text, also as `37-12` or `37 12` for `3712`, and as `One` for `1`. */
function inTexts(number: string): RegExp {
  const digits = [...number].join('[\\s\\p{Pd}\\p{Cf}\u2212\u2043]*');
  return new RegExp(number === '1' ? '1|\\bone\\b' : digits, 'iu');
}

/**
 * Test for rows with a property, their own or the one that they repeat.
 * @param mayHave cheap first check of a text
 */
function propertyTest(
  mayHave: (text: string) => boolean,
  isMeant: (address: ParsedAddress) => boolean,
): (row: ListedRow) => boolean {
  const isAt = (property: ListedRow['property']) => isMeant(parseAddress(property));
  return ({ text, property, repeated }) =>
    (mayHave(text) && isAt(property)) ||
    (repeated !== undefined && cellsOfProperty(repeated.property).some(mayHave) && isAt(repeated.property));
}

/** Test for rows that contain the name: the whole row is then about the person, except its address. */
function nameTest(name: string, isThere: (row: ListedRow) => boolean): RowTest {
  // Spellings of owner files, except initials, which match any row.
  const names = namesOfRequest(name).map((one) => one.split(' '));
  const spellings = names.filter((words, at) => at === 0 || words.every(isLong));
  const isNamedIn = (words: ReadonlySet<string>) =>
    spellings.some((one) => one.every((word) => words.has(word)));
  return (row) => {
    // The place first: it is told by a number in the text nearly always.
    if (!isThere(row) || !isNamedIn(wordsIn(row.text))) return [];
    const { property, repeated } = row;
    const addresses = [property, ...(repeated === undefined ? [] : [repeated.property])];
    const written = new Set(addresses.flatMap(cellsOfProperty).map((cell) => cell.trim()));
    const houses = new Set(addresses.flatMap(houseOf));
    const words = addresses.flatMap(cellsOfProperty).flatMap(comparedWords);
    const isAtHouse = (cell: string) =>
      addresses.some((address) => houseOf({ ...address, address: cell }).some((house) => houses.has(house)));
    /** The words that a cell has beside the row's address; undefined for a cell without the address. */
    const besideAddress = (cell: string) =>
      isAtHouse(cell) ? withoutEach(comparedWords(cell), words) : undefined;
    const isAddress = (cell: string) =>
      written.has(cell.trim()) ||
      besideAddress(cell)?.every((word) => addresses.some((address) => isPartOf(address, word))) === true;
    const isOwn = (cell: string) => cell !== '' && !isAddress(cell);
    // Only the customer's cells: the suppression list covers the added ones. Words of the address don't count, because a street
    // may be named like the person.
    const named = new Set(
      row
        .cells()
        .filter(isOwn)
        .flatMap((cell) => [...wordsIn(besideAddress(cell)?.join(' ') ?? cell)]),
    );
    return isNamedIn(named) ? cellsWith(row, isOwn) : [];
  };
}

/** House number and street of a property, the same for every spelling and unit; empty if it has no house number. */
function houseOf(property: ListedRow['property']): string[] {
  const { kind, numberKey, streetKey } = parseAddress(property);
  return kind === 'street' ? [`${numberKey} ${streetKey}`] : [];
}

/** Takes each of the `removed` words out of `words` once. */
function withoutEach(words: readonly string[], removed: readonly string[]): string[] {
  const left = [...removed];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** Whether a word is a spelling of the direction or suffix of a property's street. */
function isPartOf(property: ListedRow['property'], word: string): boolean {
  const { predirectional, suffix, postdirectional } = parseAddress(property);
  const read = (address: string) => parseAddress({ address });
  return (
    (predirectional !== '' && read(`1 ${word} Elm St`).predirectional === predirectional) ||
    (suffix !== '' && read(`1 Elm ${word}`).suffix === suffix) ||
    (postdirectional !== '' && read(`1 Elm St ${word}`).postdirectional === postdirectional)
  );
}

const cellsOfProperty = ({ address, city, state, zip }: ListedRow['property']): string[] => [
  address,
  city,
  state,
  zip,
];

function cellsWith(row: ListedRow, isMeant: (cell: string) => boolean): number[] {
  return row.cells().flatMap((cell, at) => (isMeant(cell) ? [at] : []));
}

const PHONE = /(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}(?!\d)/g;

const phonesIn = (text: string): Set<string> =>
  new Set((text.match(PHONE) ?? []).flatMap((found) => phoneDigits(found) ?? []));

/** Whether all words of the name are among the words of a text (`wordsIn`), joined or not. */
function hasName(words: ReadonlySet<string>, name: string): boolean {
  const has = (one: readonly string[]) => one.length > 0 && one.every((word) => words.has(word));
  const long = comparedWords(name).filter(isLong);
  if (has(long.length > 1 ? long : comparedWords(name))) return true;
  // `O Brien` and `OBrien`; initials match any text.
  const joined = wordsIn(name);
  return namesOfRequest(name)
    .map((one) => one.split(' '))
    .some(
      (one) => one.every(isLong) && one.some((word) => joined.has(word) && !long.includes(word)) && has(one),
    );
}

/** Whether a row has the house number and the first word of the street; the rest may be abbreviated. */
function hasAddress(words: ReadonlySet<string>, address: string): boolean {
  const [number, ...street] = nameWords(address);
  const first = street.find(isLong);
  return number !== undefined && first !== undefined && words.has(number) && words.has(first);
}

/** Whether all words of a name are in an owner's. */
export function isNamed(owner: Parameters<typeof namesOfOwner>[0], name: string): boolean {
  const names = new Set(namesOfOwner(owner));
  return namesOfRequest(name).some((one) => names.has(one));
}

/** Requests for these owners, each once (`requestsOfOwner`). */
export const requestsFor = (owners: readonly OwnerRecord[]): Request[] => [
  ...new Map(
    owners.flatMap(requestsOfOwner).map((request) => [itemAt(valuesOf(request), 0).text, request]),
  ).values(),
];

/** An owner on file, with the source of the record. */
export interface FoundOwner {
  owner: OwnerRecord;
  origin: HeldImport;
}

/** Part of a record by which it was found. */
export type FoundBy = 'property' | 'mailing address' | 'phone' | 'email' | 'correction';

/** The parts by which a record is one of the people searched for; of a record known by its correction alone, `correction`. */
export async function foundBy(search: PersonSearch, views: readonly OwnerRecord[]): Promise<FoundBy[]> {
  const found = new Set<FoundBy>();
  for (const view of views)
    for (const [part, alone] of partsOf(view)) if ((await search.among([alone])).length > 0) found.add(part);
  return found.size === 0 ? ['correction'] : [...found];
}

/** The owner with each part alone. */
function partsOf(owner: OwnerRecord): [FoundBy, OwnerRecord][] {
  const { propertyAddress, propertyCity, propertyState, propertyZip } = owner;
  const { mailingAddress, mailingCity, mailingState, mailingZip } = owner;
  const { phones, untypedPhones = [], emails } = owner;
  const none: OwnerRecord = {
    ...owner,
    ...{ propertyAddress: null, propertyCity: null, propertyState: null, propertyZip: null },
    ...{ mailingAddress: null, mailingCity: null, mailingState: null, mailingZip: null },
    ...{ phones: [], untypedPhones: [], emails: [] },
  };
  return [
    ['property', { ...none, propertyAddress, propertyCity, propertyState, propertyZip }],
    ['mailing address', { ...none, mailingAddress, mailingCity, mailingState, mailingZip }],
    ['phone', { ...none, phones, untypedPhones }],
    ['email', { ...none, emails }],
  ];
}

export const ownerOf = ({ id, contact }: Holding): OwnerRecord => ({ id, ...contact });

/** Whether an owner has a property, or a mailing address, in a city. */
export const isInCity = (owner: OwnerRecord, city: string, state: string): boolean =>
  (same(owner.propertyCity ?? '', city) && same(owner.propertyState ?? '', state)) ||
  (same(owner.mailingCity ?? '', city) && same(owner.mailingState ?? '', state));

const same = (one: string, other: string): boolean => one.trim().toUpperCase() === other.trim().toUpperCase();
