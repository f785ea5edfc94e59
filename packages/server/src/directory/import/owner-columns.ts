import {
  mailingColumns,
  propertyColumns,
  type AddressColumns,
  type HeaderMapping,
  type SplitAddress,
} from '@skiptrace/csv';
import type { PhoneCells } from './cells.js';

/** The cells of one row by what they mean, as they are in the file; '' where there is no such column. */
export interface OwnerCells {
  ownerId: string;
  firstName: string;
  lastName: string;
  fullName: string;
  owner2FirstName: string;
  owner2LastName: string;
  owner2FullName: string;
  /** Flags of the vendor, for each of the two. */
  deceased: string;
  owner2Deceased: string;
  /** Person reached by the phones and emails, if the file says so. */
  contactName: string;
  contactFirstName: string;
  contactLastName: string;
  property: SplitAddress;
  /** Null if the file has no mailing address columns. */
  mailing: SplitAddress | null;
  phones: PhoneCells[];
  emails: string[];
}

/** Columns that hold one cell of a row. */
type Places = Record<
  Exclude<keyof OwnerCells, 'property' | 'mailing' | 'phones' | 'emails'>,
  number | undefined
>;

/** A field with the columns it is read from. */
export interface MappedField {
  field: string;
  headers: readonly string[];
}

interface PhonePlaces {
  number: number;
  type: number | undefined;
  impliedType: string;
  dnc: number | undefined;
  flags: readonly number[];
  listed: readonly number[];
  wrong: readonly number[];
}

interface AddressPlaces {
  columns: AddressColumns;
  places: readonly number[];
}

/** Reads the rows of an owner file by its header mapping. */
export class OwnerColumns {
  /** Columns of further contacts, other people than the owner: their numbers are never mixed in (reading 31). */
  readonly ofOthers: readonly string[];
  readonly #headers: string[] = [];
  readonly #places: Places;
  readonly #property: AddressPlaces;
  readonly #mailing: AddressPlaces | null;
  readonly #phones: readonly PhonePlaces[];
  readonly #emails: readonly number[];
  /** Every field that is read, with its columns, in the order in which they are shown. */
  readonly fields: readonly MappedField[];

  constructor(header: readonly string[], mapping: HeaderMapping) {
    const { also, phones, mapping: fields } = mapping;
    this.#property = this.#address(propertyColumns(mapping));
    const mailing = mailingColumns(mapping);
    this.#mailing = mailing === undefined ? null : this.#address(mailing);
    this.#places = {
      ownerId: this.#optional(also.ownerId),
      firstName: this.#optional(fields.firstName),
      lastName: this.#optional(fields.lastName),
      fullName: this.#optional(also.fullName),
      owner2FirstName: this.#optional(also.owner2FirstName),
      owner2LastName: this.#optional(also.owner2LastName),
      owner2FullName: this.#optional(also.owner2FullName),
      deceased: this.#optional(also.deceased),
      owner2Deceased: this.#optional(also.owner2Deceased),
      contactName: this.#optional(header.find((name) => FIRST_CONTACT_NAME.test(name))),
      contactFirstName: this.#optional(header.find((name) => TRACED_FIRST_NAME.test(name))),
      contactLastName: this.#optional(header.find((name) => TRACED_LAST_NAME.test(name))),
    };
    this.#phones = phones
      .filter(({ number }) => isFirstContact(number))
      .map(({ number, type, impliedType = '', dnc, flags = [], listed = [], wrong = [] }) => ({
        number: this.#place(number),
        type: this.#optional(type),
        impliedType,
        dnc: this.#optional(dnc),
        flags: flags.map((name) => this.#place(name)),
        listed: listed.map((name) => this.#place(name)),
        wrong: wrong.map((name) => this.#place(name)),
      }));
    const emails = also.email ?? [];
    this.#emails = emails.filter(isFirstContact).map((name) => this.#place(name));
    this.ofOthers = [...phones.map(({ number }) => number), ...emails].filter(
      (name) => !isFirstContact(name),
    );
    this.fields = this.#fields(mapping);
  }

  /** False for a file without name columns, in which owners cannot be told apart. */
  get hasNames(): boolean {
    const { firstName, lastName, fullName, owner2FirstName, owner2LastName, owner2FullName } = this.#places;
    return [firstName, lastName, fullName, owner2FirstName, owner2LastName, owner2FullName].some(
      (place) => place !== undefined,
    );
  }

  #fields(mapping: HeaderMapping): MappedField[] {
    const field = (name: string, ...places: readonly (number | undefined)[]): MappedField[] => {
      const headers = places.flatMap((place) => (place === undefined ? [] : [this.#headers[place] ?? '']));
      return headers.length === 0 ? [] : [{ field: name, headers: [...new Set(headers)] }];
    };
    const p = this.#places;
    const names = ['firstName', 'lastName', 'fullName', 'owner2FirstName', 'owner2LastName'] as const;
    const property = mapping.fields.filter(
      ({ field: name, headers, from }) =>
        headers.length > 0 && from !== 'unclear' && name !== 'firstName' && name !== 'lastName',
    );
    return [
      ...property.map(({ field: name, headers }) => ({ field: name, headers })),
      ...names.flatMap((name) => field(name, p[name])),
      ...field('owner2FullName', p.owner2FullName),
      ...field('deceased', p.deceased),
      ...field('owner2Deceased', p.owner2Deceased),
      ...field('ownerId', p.ownerId),
      ...field('contactName', p.contactName, p.contactFirstName, p.contactLastName),
      ...field('mailing', ...(this.#mailing?.places ?? [])),
      ...this.#phones.flatMap(({ number, type, dnc, flags, listed, wrong }) => [
        ...field('phone', number),
        ...field('phoneType', type),
        ...field('phoneDnc', dnc, ...listed),
        ...field('litigator', ...flags),
        ...field('wrongNumber', ...wrong),
      ]),
      ...this.#emails.flatMap((place) => field('email', place)),
    ];
  }

  /** Headers of the columns to read, each once. */
  get headers(): readonly string[] {
    return this.#headers;
  }

  /** @param values the cells of `headers`, in that order */
  read(values: readonly string[]): OwnerCells {
    const phones: PhoneCells[] = [];
    for (const { number, type, impliedType, dnc, flags, listed, wrong } of this.#phones) {
      const written = cellAt(values, number);
      if (written === '') continue;
      const phone: PhoneCells = {
        number: written,
        type: cellAt(values, type) || impliedType,
        dnc: cellAt(values, dnc),
      };
      if (flags.length > 0) phone.flags = flags.map((place) => cellAt(values, place));
      if (listed.length > 0) phone.listed = listed.map((place) => cellAt(values, place));
      if (wrong.length > 0) phone.wrong = wrong.map((place) => cellAt(values, place));
      phones.push(phone);
    }
    const emails: string[] = [];
    for (const place of this.#emails) {
      const written = cellAt(values, place);
      if (written !== '') emails.push(written);
    }
    // Written out, because this runs for every row of a file of any size and spreading objects is slow.
    const places = this.#places;
    return {
      ownerId: cellAt(values, places.ownerId),
      firstName: cellAt(values, places.firstName),
      lastName: cellAt(values, places.lastName),
      fullName: cellAt(values, places.fullName),
      owner2FirstName: cellAt(values, places.owner2FirstName),
      owner2LastName: cellAt(values, places.owner2LastName),
      owner2FullName: cellAt(values, places.owner2FullName),
      deceased: cellAt(values, places.deceased),
      owner2Deceased: cellAt(values, places.owner2Deceased),
      contactName: cellAt(values, places.contactName),
      contactFirstName: cellAt(values, places.contactFirstName),
      contactLastName: cellAt(values, places.contactLastName),
      property: addressAt(values, this.#property),
      mailing: this.#mailing === null ? null : addressAt(values, this.#mailing),
      phones,
      emails,
    };
  }

  #address(columns: AddressColumns): AddressPlaces {
    return { columns, places: columns.headers.map((header) => this.#place(header)) };
  }

  #optional(header: string | undefined): number | undefined {
    return header === undefined ? undefined : this.#place(header);
  }

  #place(header: string): number {
    const known = this.#headers.indexOf(header);
    return known === -1 ? this.#headers.push(header) - 1 : known;
  }
}

const cellAt = (values: readonly string[], place: number | undefined): string =>
  place === undefined ? '' : (values[place] ?? '');

function addressAt(values: readonly string[], { columns, places }: AddressPlaces): SplitAddress {
  const cells: string[] = [];
  for (const place of places) cells.push(cellAt(values, place));
  return columns.read(cells);
}

/** `contact_2_phone1`, `Contact2Phone_1`: which of several people a column is about. */
const CONTACT_NUMBER = /contact[ _-]?(\d+)/i;
const FIRST_CONTACT_NAME = /^\s*contact[ _-]?1[ _-]?(?:full[ _-]?)?name\s*$/i;

/** First name of the person found by a skip trace, perhaps another person than the one searched for. */
const TRACED_FIRST_NAME = /^\s*(?:matched|result|output)[ _-]?first[ _-]?name\s*$/i;
const TRACED_LAST_NAME = /^\s*(?:matched|result|output)[ _-]?last[ _-]?name\s*$/i;

const isFirstContact = (header: string): boolean => (CONTACT_NUMBER.exec(header)?.[1] ?? '1') === '1';

/** Columns that are not needed to reach an owner and would make a leak far worse. Recognized by name; their cells are never read. */
const SENSITIVE: readonly RegExp[] = [
  /\bssn\w*|\bss ?(?:num|number|no)\b|\bsoc(?:ial)? ?sec\w*|\bsocial (?:num|number|no)\b/,
  /\bd ?o ?b\b|\by ?o ?b\b|\bdate ?of ?birth\b|\bbirth ?(?:date|day|year|month)?\b|\byear ?of ?birth\b|\bborn\b/,
];

/** Whether a header names a Social Security number or a date of birth. */
export function isSensitiveHeader(header: string): boolean {
  const words = header
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return SENSITIVE.some((pattern) => pattern.test(words));
}
