import type { HeaderMapping } from '@skiptrace/csv';
import type { PhoneCells } from './phones.js';

/** The fields of an owner file that are one cell each. */
const CELLS = [
  'unit',
  'ownerId',
  'fullName',
  'owner2FirstName',
  'owner2LastName',
  'owner2FullName',
  'mailingAddress',
  'mailingUnit',
  'mailingCity',
  'mailingState',
  'mailingZip',
  'mailingZipPlus4',
  'mailingFull',
  'mailingCityState',
] as const;

type Cell = (typeof CELLS)[number] | 'city' | 'state' | 'zip' | 'firstName' | 'lastName' | 'contactName';

/** The cells of one row by what they mean, as they are in the file; '' where there is no such column. */
export type OwnerCells = Record<Cell, string> & {
  /** The whole street line, or its parts joined; a whole one-line address where that is all there is. */
  address: string;
  /** `address` holds city, state and ZIP as well. */
  oneLine: boolean;
  phones: PhoneCells[];
  emails: string[];
};

/** Reads the cells of an owner file by its header mapping. */
export class OwnerColumns {
  /** The columns whose cells are wanted, each once. */
  readonly headers: readonly string[];
  /** Columns of further contacts, who are other people than the owner: their numbers are never mixed in (reading 31). */
  readonly ofOthers: readonly string[];
  readonly #headers: string[] = [];
  readonly #cells: [cell: Cell, place: number][] = [];
  readonly #address: readonly number[];
  readonly #phones: readonly { number: number; type: number | null; impliedType: string; dnc: number | null }[];
  readonly #emails: readonly number[];
  readonly #oneLine: boolean;

  constructor(header: readonly string[], mapping: HeaderMapping) {
    const { also, build } = mapping;
    this.#address = (mapping.mapping.address === undefined ? (build.address ?? []) : [mapping.mapping.address]).map((name) =>
      this.#place(name),
    );
    const whole = build.address?.length === 1 ? build.address[0] : undefined;
    this.#oneLine = whole !== undefined;
    for (const field of ['city', 'state', 'zip'] as const) {
      const column = mapping.mapping[field] ?? build[field]?.[0];
      // The parser of addresses reads the rest of a one-line address by itself.
      if (column !== whole) this.#take(field, column);
    }
    for (const field of ['firstName', 'lastName'] as const) this.#take(field, mapping.mapping[field]);
    for (const field of CELLS) this.#take(field, also[field]);
    this.#take('contactName', header.find((name) => CONTACT_NAME.test(name)));
    const ofOwner = (name: string): boolean => (CONTACT_NUMBER.exec(name)?.[1] ?? '1') === '1';
    const phones = mapping.phones.filter(({ number }) => ofOwner(number));
    this.#phones = phones.map(({ number, type, impliedType = '', dnc }) => ({
      number: this.#place(number),
      type: type === undefined ? null : this.#place(type),
      impliedType,
      dnc: dnc === undefined ? null : this.#place(dnc),
    }));
    this.#emails = (also.email ?? []).filter(ofOwner).map((name) => this.#place(name));
    this.ofOthers = [...mapping.phones.map(({ number }) => number), ...(also.email ?? [])].filter((name) => !ofOwner(name));
    this.headers = this.#headers;
  }

  /** @param values the cells of `headers`, in that order */
  read(values: readonly string[]): OwnerCells {
    const cell = (place: number | null): string => (place === null ? '' : (values[place] ?? ''));
    const cells: OwnerCells = {
      ...NO_CELLS,
      address: this.#address.map(cell).join(' '),
      oneLine: this.#oneLine,
      phones: [],
      emails: this.#emails.map(cell),
    };
    for (const [name, place] of this.#cells) cells[name] = cell(place);
    for (const { number, type, impliedType, dnc } of this.#phones) {
      const written = cell(number);
      if (written.trim() !== '') {
        cells.phones.push({ number: written, type: cell(type).trim() || impliedType, dnc: cell(dnc) });
      }
    }
    return cells;
  }

  #take(cell: Cell, header: string | undefined): void {
    if (header !== undefined) this.#cells.push([cell, this.#place(header)]);
  }

  #place(header: string): number {
    const known = this.#headers.indexOf(header);
    return known === -1 ? this.#headers.push(header) - 1 : known;
  }
}

/** `contact_2_phone1`, `Contact2Phone_1`: which of several people a column is about. */
const CONTACT_NUMBER = /contact[ _-]?(\d+)/i;
const CONTACT_NAME = /^\s*contact[ _-]?1[ _-]?(?:full[ _-]?)?name\s*$/i;

const NO_CELLS: Record<Cell, string> = {
  unit: '',
  city: '',
  state: '',
  zip: '',
  ownerId: '',
  firstName: '',
  lastName: '',
  fullName: '',
  owner2FirstName: '',
  owner2LastName: '',
  owner2FullName: '',
  contactName: '',
  mailingAddress: '',
  mailingUnit: '',
  mailingCity: '',
  mailingState: '',
  mailingZip: '',
  mailingZipPlus4: '',
  mailingFull: '',
  mailingCityState: '',
};
