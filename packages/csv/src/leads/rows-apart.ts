import { joined } from '../byte-source.js';
import { filledOf, isDirection } from '../content.js';
import { addedParts, propertyColumns } from '../headers/address-columns.js';
import { isUnitLike } from '../headers/by-cells.js';
import type { HeaderMapping } from '../headers/mapping.js';
import { saysOther } from '../headers/property.js';
import { foldHeader } from '../headers/synonyms.js';
import type { CsvHeader, Dialect } from '../records/dialect.js';
import { CsvReader } from '../records/reader.js';
import { isUnitWord } from '../values/address-lines.js';
import { isSentinel, unwrapped } from '../values/sentinel.js';

/**
 * Rows that would be one property although the file tells them apart: a part of the address is in an unread column, or in no
 * column. Each row would get the owner of one of them.
 *
 * - A *part*: an unread column of short values (`1/2`, `A`, `REAR`, `N`, `86`) in which rows of one property differ.
 * - A *parcel*: the rows have different parcel numbers, and not the same owner.
 * - An *owner*: rows of one property name `MANY_OWNERS` owners or more, and no parcel number says that it is one property. Fewer are
 *   co-owners on rows of their own.
 *
 * Not counted are columns that say something else about a property or a list: by their header (`Beds`, `Year`, `Score`), because they hold
 * yes and no, dates, prices, phone numbers or words, or because they number the rows. In a file of owners, rows of the same
 * owner and parcel are not counted either: many rolls have a row for each building or sale.
 *
 * Without a person to ask, a file is refused if these rows are more than a share of all: `MOST_PARTS` of a part, `MOST_OTHERS` of a
 * parcel or an owner.
 */
export interface RowsApart {
  readonly kind: 'part' | 'parcel' | 'owner';
  /** The column that tells them apart. */
  readonly header: string;
  /** Some of its values; none for an owner. */
  readonly examples: readonly string[];
  /** Numbers of two rows of one property. */
  readonly example: readonly [number, number];
  /** Rows that would be taken for a property above them; of a large file, in a sample of its properties. */
  readonly rows: number;
  readonly share: number;
  /** More than the share that is let through without an answer. */
  readonly isMuch: boolean;
}

const MOST_PARTS = 0.01;
const MOST_OTHERS = 0.1;
const MANY_OWNERS = 4;

/** Files above this size are sampled: they take the memory of a file of this size. */
const WHOLE_BYTES = 4 * 1024 * 1024;
const LONGEST_VALUE = 12;
const SHOWN_EXAMPLES = 3;
const MAX_VALUES = 1_000;

const IS_PARCEL =
  /^(?:(?:property|tax|parent|formatted|full|county|map|owner) )*(?:parcel|apn|ain|pin|parid|parno|folio|tmk|strap|geo ?id|sbl|account|acct)(?: (?:number|id|identification|code|key|text|formatted))*$|^(?:lot|block|blk|qual|qualifier)$/;

type Role = 'part' | 'parcel' | 'owner';

/** The columns that may tell rows of one property apart. */
export interface ApartColumns {
  readonly headers: readonly string[];
  /** Indices in the header. */
  readonly places: readonly number[];
  readonly roles: readonly Role[];
}

/** @param header names of columns that must not be read are empty */
export function apartColumns(header: readonly string[], mapping: HeaderMapping): ApartColumns {
  const { also, phones, mapping: job } = mapping;
  const owners = new Set(
    [
      job.firstName,
      job.lastName,
      also.fullName,
      also.owner2FirstName,
      also.owner2LastName,
      also.owner2FullName,
    ].filter((name) => name !== undefined),
  );
  const read = new Set<string>([
    ...propertyColumns(mapping).headers,
    ...addedParts(also).map(([, name]) => name),
    ...phones.flatMap(({ number, type, dnc }) => [number, type ?? '', dnc ?? '']),
    ...(also.email ?? []),
  ]);
  const roleOf = (name: string): Role | undefined => {
    if (name === '' || read.has(name)) return undefined;
    if (owners.has(name)) return 'owner';
    const key = foldHeader(name);
    if (name === also.parcelId || IS_PARCEL.test(key)) return 'parcel';
    return saysOther(name) ? undefined : 'part';
  };
  const found = header.flatMap((name, place) => {
    const role = roleOf(name.trim());
    return role === undefined ? [] : [{ name: name.trim(), place, role }];
  });
  return {
    headers: found.map(({ name }) => name),
    places: found.map(({ place }) => place),
    roles: found.map(({ role }) => role),
  };
}

/** Whether the rows of a property are looked at: all of a small file, a share of the properties of a large one. */
export function isLookedAt(property: string, fileBytes: number): boolean {
  const shares = 2 ** Math.max(0, Math.ceil(Math.log2(fileBytes / WHOLE_BYTES)));
  return shares === 1 || hashOf(property) % shares === 0;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The cells of some columns of whole records. @param rows their bytes, each with its line end */
export function cellsIn(
  rows: readonly Uint8Array[],
  { dialect, header }: { readonly dialect: Dialect; readonly header: CsvHeader },
  places: readonly number[],
): string[][] {
  if (rows.length === 0 || places.length === 0) return rows.map(() => []);
  // Names may stand twice in a file, numbers do not.
  const names = header.names.map((_, at) => String(at));
  const reader = new CsvReader({
    mappedHeaders: places.map(String),
    opened: { dialect, header: { ...header, names } },
  });
  return [...reader.push(joined(rows)), ...reader.end()].map(({ values }) => values);
}

interface Property {
  readonly row: number;
  readonly parts: readonly string[];
  readonly parcel: string;
  readonly owner: string;
  /** Hashes of its owners, at most `MANY_OWNERS`. */
  readonly owners: Set<number>;
}

interface ColumnFacts {
  filled: number;
  /** Cells too long, or of the wrong kind, for a part of an address. */
  unfit: number;
  differ: number;
  example: readonly [number, number] | undefined;
  /** Different values; at most `MAX_VALUES`. */
  readonly values: Set<string>;
  /** The value before, and how many cells count on from the one before them. */
  last: number;
  steps: number;
}

/** Finds rows of one property that the file tells apart. Memory is bounded, whatever the size of the file (`isLookedAt`). */
export class ApartFinder {
  readonly #properties = new Map<string, Property>();
  readonly #parts: readonly number[];
  readonly #parcels: readonly number[];
  readonly #owners: readonly number[];
  readonly #facts: readonly ColumnFacts[];
  #rows = 0;
  #parcelRows = 0;
  #parcelExample: readonly [number, number] = [0, 0];
  readonly #parcelValues = new Set<string>();
  #ownerRows = 0;
  #ownerExample: readonly [number, number] = [0, 0];

  /** @param purpose `owners`: rows of the same owner and parcel are one record, whatever else differs */
  constructor(
    private readonly columns: ApartColumns,
    private readonly purpose: 'leads' | 'owners',
  ) {
    const of = (role: Role) => columns.roles.flatMap((one, at) => (one === role ? [at] : []));
    this.#parts = of('part');
    this.#parcels = of('parcel');
    this.#owners = of('owner');
    this.#facts = this.#parts.map(() => ({
      filled: 0,
      unfit: 0,
      differ: 0,
      example: undefined,
      values: new Set(),
      last: Number.NaN,
      steps: 0,
    }));
  }

  /**
   * @param property key that is equal for rows of one property
   * @param cells of `columns`
   * @param row number of the row, for a person
   */
  add(property: string, cells: readonly string[], row: number): void {
    this.#rows++;
    const parts = this.#parts.map((at) => folded(cells[at]));
    const owner = this.#owners
      .map((at) => folded(cells[at]))
      .join(' ')
      .trim();
    const parcel = this.#parcels
      .map((at) => folded(cells[at]))
      .join(' ')
      .trim();
    this.#facts.forEach((facts, at) => noteValue(facts, parts[at] ?? ''));
    const first = this.#properties.get(property);
    if (first === undefined) {
      const owners = new Set(owner === '' ? [] : [hashOf(owner)]);
      // A long value is no part: kept short, so that a file's cells do not stay in memory.
      const kept = parts.map((part) => (part.length > LONGEST_VALUE ? LONG : part));
      this.#properties.set(property, { row, parts: kept, parcel, owner, owners });
      return;
    }
    const isOtherOwner = owner !== '' && first.owner !== '' && owner !== first.owner;
    const isOtherParcel = parcel !== '' && first.parcel !== '' && parcel !== first.parcel;
    if (this.purpose === 'leads' || isOtherOwner || isOtherParcel) this.#compare(first, parts, row);
    if (isOtherParcel && (isOtherOwner || owner === '')) {
      if (this.#parcelRows++ === 0) this.#parcelExample = [first.row, row];
      for (const value of [first.parcel, parcel])
        if (this.#parcelValues.size < SHOWN_EXAMPLES) this.#parcelValues.add(value);
    }
    const hasParcel = parcel !== '' && first.parcel !== '';
    if (!isOtherOwner || hasParcel) return;
    if (first.owners.size < MANY_OWNERS) first.owners.add(hashOf(owner));
    if (first.owners.size >= MANY_OWNERS && this.#ownerRows++ === 0) this.#ownerExample = [first.row, row];
  }

  #compare(first: Property, parts: readonly string[], row: number): void {
    this.#facts.forEach((facts, at) => {
      const [before = '', now = ''] = [first.parts[at], parts[at]];
      if (before === now || !isPart(before) || !isPart(now)) return;
      facts.differ++;
      facts.example ??= [first.row, row];
    });
  }

  result(): RowsApart | undefined {
    const found = this.#facts
      .map((facts, at) => ({ facts, header: this.columns.headers[this.#parts[at] ?? 0] ?? '' }))
      .filter(({ facts }) => facts.differ > 0 && this.#holdsParts(facts))
      .sort((a, b) => b.facts.differ - a.facts.differ);
    const [best] = found;
    if (best !== undefined) {
      const { differ, example = [0, 0], values } = best.facts;
      return this.#apart('part', best.header, differ, example, [...values].slice(0, SHOWN_EXAMPLES));
    }
    if (this.#parcelRows > 0)
      return this.#apart('parcel', this.#headersOf(this.#parcels), this.#parcelRows, this.#parcelExample, [
        ...this.#parcelValues,
      ]);
    if (this.#ownerRows > 0)
      return this.#apart('owner', this.#headersOf(this.#owners), this.#ownerRows, this.#ownerExample, []);
    return undefined;
  }

  /** True for a column with values that may be parts of addresses: no flags, and no numbers of rows. */
  #holdsParts({ filled, unfit, values, steps }: ColumnFacts): boolean {
    if (unfit > FEW * filled) return false;
    const all = [...values];
    if (all.every((value) => FLAGS.has(value)) && !(all.length === 1 && all[0] === 'n')) return false;
    if (filled < this.#rows || filled <= 2 || !all.every((value) => /^\d+$/.test(value))) return true;
    // A number in each row, and each once, is the row's: a unit's number comes again in the next building, and houses have none.
    const isOneBuilding = this.#properties.size === 1 && all.every((value) => Number(value) >= LEAST_UNIT);
    return isOneBuilding || (values.size < filled && steps < (1 - FEW) * (filled - 1));
  }

  #headersOf(places: readonly number[]): string {
    return places.map((at) => this.columns.headers[at] ?? '').join(' + ');
  }

  #apart(
    kind: RowsApart['kind'],
    header: string,
    rows: number,
    example: readonly [number, number],
    examples: readonly string[],
  ): RowsApart {
    const share = rows / this.#rows;
    const isMuch = share > (kind === 'part' ? MOST_PARTS : MOST_OTHERS);
    return {
      kind,
      header,
      rows,
      example,
      examples: examples.map((value) => value.toUpperCase()),
      share,
      isMuch,
    };
  }
}

const LONG = '\u0000';

const folded = (cell = ''): string =>
  isSentinel(cell) ? '' : unwrapped(cell).replace(/\s+/g, ' ').replaceAll('\u2044', '/').toLowerCase();

function noteValue(facts: ColumnFacts, value: string): void {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number === facts.last + 1) facts.steps++;
  facts.last = number;
  if (value === '') return;
  facts.filled++;
  if (!isPart(value)) facts.unfit++;
  else if (facts.values.size < MAX_VALUES) facts.values.add(value);
}

/** Share of the cells that may be something else. */
const FEW = 0.1;
/** Rows are numbered from 1; the units of a building often from here. */
const LEAST_UNIT = 100;
const FLAGS: ReadonlySet<string> = new Set('y n yes no t f true false x 0 1'.split(' '));

const ROAD_WORDS =
  /^(?:old|new|north|south|east|west|upper|lower|(?:county|state|us|private|forest) (?:road|rd|route|rte|highway|hwy)|road|rd|street|st|avenue|ave|av|drive|dr|lane|ln|court|ct|circle|cir|place|pl|way|loop|trail|trl|blvd|boulevard|highway|hwy|route|rte|terrace|ter|parkway|pkwy|ext|extension|bypass)$/;

/** True for a value that may be a part of an address, and for none at all. */
function isPart(value: string): boolean {
  if (value === '') return true;
  if (value === LONG || value.length > LONGEST_VALUE) return false;
  // Up to four digits with letters around them, a fraction, a letter or two.
  if (/^#?\s?(?:[a-z]{0,2}-?\d{1,5}-?[a-z]{0,2}|\d{1,2}\/\d{1,2}|[a-z]{1,2})$/.test(value)) return true;
  if (isDirection(value) || ROAD_WORDS.test(value)) return true;
  return isUnitWord(value) && isUnitLike(value);
}

/** `12 rows would be taken for a property of another row, though they differ in "HALF_ADD" (1/2, A)`, for a person. */
export function apartText({
  kind,
  header,
  examples,
  example: [first, second],
  rows,
  share,
}: RowsApart): string {
  const shown = examples.length === 0 ? '' : ` (${examples.join(', ')})`;
  const percent = share < 0.01 ? 'under 1%' : `${Math.round(100 * share)}%`;
  const many = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'} (${percent})`;
  const said = `${many} would be taken for the property of an earlier row, though they differ in "${header}"${shown}: rows ${first} and ${second}, for example.`;
  return kind === 'part'
    ? `${said} If that column is a part of the address, choose it for its field.`
    : `${said} Perhaps a part of the address, such as a unit, is missing.`;
}

/** The field that a column of these values is probably for, to be named as an example. */
export function likelyField({
  examples,
}: Pick<RowsApart, 'examples'>): 'numberSuffix' | 'preDirection' | 'unit' {
  const filled = filledOf(examples);
  if (filled.some((value) => /\d\/\d/.test(value))) return 'numberSuffix';
  return filled.length > 0 && filled.every(isDirection) ? 'preDirection' : 'unit';
}
