import {
  mailingColumns,
  propertyColumns,
  type AddressColumns,
  type HeaderMapping,
  type SplitAddress,
} from '@skiptrace/csv';
import type { PhoneCells } from './phones.js';

/** Names and numbers, one cell each. */
const CELLS = ['ownerId', 'fullName', 'owner2FirstName', 'owner2LastName', 'owner2FullName'] as const;

type Cell = (typeof CELLS)[number] | 'firstName' | 'lastName' | 'contactName';

/** The cells of one row by what they mean, as they are in the file; '' where there is no such column. */
export type OwnerCells = Record<Cell, string> & {
  property: SplitAddress;
  /** Null when the file has no mail at all. */
  mailing: SplitAddress | null;
  phones: PhoneCells[];
  emails: string[];
};

interface PhonePlaces {
  number: number;
  type: number | null;
  impliedType: string;
  dnc: number | null;
}

interface AddressPlaces {
  columns: AddressColumns;
  places: readonly number[];
}

/** Reads the rows of an owner file by its header mapping. */
export class OwnerColumns {
  /** Columns of further contacts, who are other people than the owner: their numbers are never mixed in (reading 31). */
  readonly ofOthers: readonly string[];
  readonly #headers: string[] = [];
  readonly #cells: [cell: Cell, place: number][] = [];
  readonly #property: AddressPlaces;
  readonly #mailing: AddressPlaces | null;
  readonly #phones: readonly PhonePlaces[];
  readonly #emails: readonly number[];

  constructor(header: readonly string[], mapping: HeaderMapping) {
    const { also, phones, mapping: fields } = mapping;
    this.#property = this.#address(propertyColumns(mapping));
    const mailing = mailingColumns(mapping);
    this.#mailing = mailing === undefined ? null : this.#address(mailing);
    this.#take('firstName', fields.firstName);
    this.#take('lastName', fields.lastName);
    for (const cell of CELLS) this.#take(cell, also[cell]);
    this.#take(
      'contactName',
      header.find((name) => FIRST_CONTACT_NAME.test(name)),
    );
    this.#phones = phones
      .filter(({ number }) => isFirstContact(number))
      .map(({ number, type, impliedType = '', dnc }) => ({
        number: this.#place(number),
        type: type === undefined ? null : this.#place(type),
        impliedType,
        dnc: dnc === undefined ? null : this.#place(dnc),
      }));
    const emails = also.email ?? [];
    this.#emails = emails.filter(isFirstContact).map((name) => this.#place(name));
    this.ofOthers = [...phones.map(({ number }) => number), ...emails].filter(
      (name) => !isFirstContact(name),
    );
  }

  /** The columns whose cells are wanted, each once. */
  get headers(): readonly string[] {
    return this.#headers;
  }

  /** @param values the cells of `headers`, in that order */
  read(values: readonly string[]): OwnerCells {
    const cell = (place: number | null): string => (place === null ? '' : (values[place] ?? ''));
    const address = ({ columns, places }: AddressPlaces): SplitAddress => columns.read(places.map(cell));
    const cells: OwnerCells = {
      ...NO_CELLS,
      property: address(this.#property),
      mailing: this.#mailing === null ? null : address(this.#mailing),
      phones: [],
      emails: this.#emails.map(cell),
    };
    for (const [name, place] of this.#cells) cells[name] = cell(place);
    for (const { number, type, impliedType, dnc } of this.#phones) {
      const written = cell(number);
      if (written !== '')
        cells.phones.push({ number: written, type: cell(type) || impliedType, dnc: cell(dnc) });
    }
    return cells;
  }

  #take(cell: Cell, header: string | undefined): void {
    if (header !== undefined) this.#cells.push([cell, this.#place(header)]);
  }

  #address(columns: AddressColumns): AddressPlaces {
    return { columns, places: columns.headers.map((header) => this.#place(header)) };
  }

  #place(header: string): number {
    const known = this.#headers.indexOf(header);
    return known === -1 ? this.#headers.push(header) - 1 : known;
  }
}

/** `contact_2_phone1`, `Contact2Phone_1`: which of several people a column is about. */
const CONTACT_NUMBER = /contact[ _-]?(\d+)/i;
const FIRST_CONTACT_NAME = /^\s*contact[ _-]?1[ _-]?(?:full[ _-]?)?name\s*$/i;

const isFirstContact = (header: string): boolean => (CONTACT_NUMBER.exec(header)?.[1] ?? '1') === '1';

const NO_CELLS: Record<Cell, string> = {
  ownerId: '',
  firstName: '',
  lastName: '',
  fullName: '',
  owner2FirstName: '',
  owner2LastName: '',
  owner2FullName: '',
  contactName: '',
};
