import {
  splitCityState,
  splitCityStateZip,
  splitOneLine,
  splitStateZip,
  type SplitAddress,
  joinStreet,
  withDesignator,
  type StreetCells,
} from '../values/address-lines.js';
import { isSentinel } from '../values/sentinel.js';
import { stateCode, stateOfZip, cleanZip } from '../values/state-zip.js';
import {
  ADDED_PARTS,
  STREET_PARTS,
  type AddedPart,
  type RequiredField,
  type HeaderMapping,
  type ChosenField,
  type MappedField,
} from './mapping.js';
import type { Property } from './property.js';
import { designatorIn } from './synonyms.js';

/** One field of an address, made from the cells of a row. */
export interface FieldSource {
  /** The headers it is made from; empty for a constant. */
  readonly sources: readonly string[];
  /** The value, from the cells of `sources` in their order. */
  value(cells: readonly string[]): string;
}

/** The parts of a mapping that locate an address. */
type WhereFrom = Pick<HeaderMapping, 'mapping' | 'build' | 'also' | 'state'>;

type AddressSources = Readonly<Record<RequiredField, FieldSource>>;

/** An address that is read from a row, from any number of columns. */
export interface AddressColumns {
  /** The headers to read; a header may be there more than once. */
  readonly headers: readonly string[];
  /** The address, from the cells of `headers` in their order. */
  read(cells: readonly string[]): SplitAddress;
}

/** The property's address. Split streets are joined, one-line addresses cut, units appended, missing states derived. */
export function propertyColumns(mapping: WhereFrom): AddressColumns {
  return columnsOf(propertySources(mapping));
}

/** The owner's mailing address, in the same way; missing parts are ''. Undefined for a file without mailing columns. */
export function mailingColumns({ also }: HeaderMapping): AddressColumns | undefined {
  const { mailingFull: full, mailingCityState: cityState, mailingCityStateZip: place } = also;
  const oneLine = (field: RequiredField): FieldSource =>
    full === undefined ? NOTHING : cutFromLine(full, field);
  const fromPlace = (field: 'city' | 'state' | 'zip'): FieldSource | undefined => {
    if (cityState !== undefined && field !== 'zip')
      return { sources: [cityState], value: ([cell = '']) => splitCityState(cell)[field] };
    return place === undefined ? undefined : cutFromPlace(place, field);
  };
  const sources: AddressSources = {
    address:
      also.mailingAddress === undefined
        ? oneLine('address')
        : street([
            ['line', also.mailingAddress],
            ...(also.mailingUnit === undefined ? [] : [['unit', also.mailingUnit] as const]),
          ]),
    city: copied(also.mailingCity) ?? fromPlace('city') ?? oneLine('city'),
    state: copied(also.mailingState) ?? fromPlace('state') ?? oneLine('state'),
    zip: copied(also.mailingZip ?? also.mailingZipPlus4) ?? fromPlace('zip') ?? oneLine('zip'),
  };
  return Object.values(sources).some((source) => source !== NOTHING) ? columnsOf(sources) : undefined;
}

/** Source of each field of the property's address. */
export function propertySources(mapping: WhereFrom): AddressSources {
  const zip = placeSource(mapping, 'zip') ?? NOTHING;
  return {
    address: streetSource(mapping),
    city: placeSource(mapping, 'city') ?? NOTHING,
    state: placeSource(mapping, 'state') ?? stateFrom(mapping.state, zip),
    zip,
  };
}

const NOTHING: FieldSource = { sources: [], value: () => '' };

function streetSource({ mapping, build, also, state }: WhereFrom): FieldSource {
  const [first, second] = build.address ?? [];
  const line = mapping.address ?? (second === undefined ? first : undefined);
  const added = addedParts(also, build.address);
  if (line === undefined) {
    const parts = STREET_PARTS.flatMap((part) => {
      const header = also[part];
      return header === undefined || build.address?.includes(header) !== true
        ? []
        : [[part, header] as const];
    });
    return parts.length === 0 ? NOTHING : street([...parts, ...added]);
  }
  const whole = line === also.addressFull && mapping.address === undefined;
  const cut = (cell: string): string => (whole ? splitOneLine(cell, givenState(state)).address : cell);
  return street([['line', line], ...added], cut);
}

/** The parts in columns of their own that are added to the street line, with their headers. */
export function addedParts(
  also: HeaderMapping['also'],
  build: readonly string[] = [],
): (readonly [AddedPart, string])[] {
  return ADDED_PARTS.flatMap((part) => {
    const header = also[part];
    return header === undefined || build.includes(header) ? [] : [[part, header] as const];
  });
}

/** @param line what is read from the cell of a whole line */
function street(
  parts: readonly (readonly [keyof StreetCells, string])[],
  line: (cell: string) => string = (cell) => cell,
): FieldSource {
  const sources = parts.map(([, header]) => header);
  if (parts.length === 1 && parts[0]?.[0] === 'line') return { sources, value: ([cell = '']) => line(cell) };
  const read = parts.map(([part, header]) => {
    const word = part === 'unit' ? designatorIn(header) : '';
    return (cell: string): string => (part === 'line' ? line(cell) : withDesignator(word, cell));
  });
  return {
    sources,
    value: (cells) => {
      const found: { -readonly [Part in keyof StreetCells]: string } = {};
      parts.forEach(([part], at) => (found[part] = read[at]?.(cells[at] ?? '') ?? ''));
      return joinStreet(found);
    },
  };
}

function placeSource(
  { mapping, build, also, state }: WhereFrom,
  field: 'city' | 'state' | 'zip',
): FieldSource | undefined {
  const own = copied(mapping[field]);
  if (own !== undefined) return own;
  const [column] = build[field] ?? [];
  if (column === undefined) return undefined;
  if (column === also.stateZip && field !== 'city') {
    return { sources: [column], value: ([cell = '']) => splitStateZip(cell)[field] };
  }
  if (column === also.cityStateZip) return cutFromPlace(column, field);
  return cutFromLine(column, field, givenState(state));
}

function copied(column: string | undefined): FieldSource | undefined {
  return column === undefined ? undefined : { sources: [column], value: ([cell = '']) => cell };
}

function cutFromLine(column: string, field: RequiredField, state = ''): FieldSource {
  return { sources: [column], value: ([cell = '']) => splitOneLine(cell, state)[field] };
}

function cutFromPlace(column: string, field: 'city' | 'state' | 'zip'): FieldSource {
  return { sources: [column], value: ([cell = '']) => splitCityStateZip(cell)[field] };
}

/**
 * The state of the ZIP, even if the constant names another: that would make another address. The constant if
 * the ZIP is in no state.
 */
function stateFrom(constant: string | undefined, zip: FieldSource): FieldSource {
  const code = givenState(constant);
  return { sources: zip.sources, value: (cells) => stateOfZip(cleanZip(zip.value(cells), code).zip) ?? code };
}

function givenState(state = ''): string {
  return stateCode(state) ?? state;
}

function columnsOf({ address, city, state, zip }: AddressSources): AddressColumns {
  const fields = [address, city, state, zip];
  const starts = fields.map((_, at) =>
    fields.slice(0, at).reduce((sum, field) => sum + field.sources.length, 0),
  );
  const read = (cells: readonly string[], at: number): string => {
    const field = fields[at] ?? NOTHING;
    const start = starts[at] ?? 0;
    return field.value(cells.slice(start, start + field.sources.length));
  };
  return {
    headers: fields.flatMap((field) => field.sources),
    read: (cells) => ({
      address: read(cells, 0),
      city: read(cells, 1),
      state: read(cells, 2),
      zip: read(cells, 3),
    }),
  };
}

type Mapping = Omit<HeaderMapping, 'fields'>;

type Samples = readonly (readonly string[])[];

/** A line of the mapping for each field that has a reason, with an example. */
export function mappedFields(
  mapping: Mapping,
  property: Property,
  header: readonly string[],
  samples: Samples,
): MappedField[] {
  const addresses = mapping.errors.length === 0 ? sampleAddresses(mapping, header, samples) : [];
  const example = addresses.find(isWhole) ?? addresses.find(({ address }) => !isSentinel(address));
  return mapping.choices.map(({ field, headers, reason }) => {
    const sample = sampleOf(field);
    return {
      field,
      headers,
      from: fromOf(field, property),
      ...(sample !== undefined && { sample }),
      sure: sureOf(field, property),
      reason,
    };
  });

  /** Takes all examples from one row, so that the lines of the table belong together. */
  function sampleOf(field: ChosenField): string | undefined {
    const isPart = field === 'city' || field === 'state' || field === 'zip';
    const value =
      field === 'address' || isPart
        ? (example?.[field] ?? '')
        : firstCell(mapping.choices.find((choice) => choice.field === field)?.headers[0], header, samples);
    return isSentinel(value) ? undefined : value.trim();
  }
}

/** The columns that no field of a lead uses. They stay in the result as they are. */
export function unusedColumns(
  header: readonly string[],
  { fields }: Pick<HeaderMapping, 'fields'>,
): string[] {
  const used = new Set(fields.flatMap(({ headers }) => headers));
  return header.filter((name) => name !== '' && !used.has(name));
}

function sampleAddresses(mapping: Mapping, header: readonly string[], samples: Samples): SplitAddress[] {
  const columns = propertyColumns(mapping);
  const places = columns.headers.map((name) => header.indexOf(name));
  return samples.map((row) => columns.read(places.map((at) => row[at] ?? '')));
}

const isWhole = ({ address, city, state, zip }: SplitAddress): boolean =>
  [address, city, state, zip].every((part) => !isSentinel(part));

function firstCell(name: string | undefined, header: readonly string[], samples: Samples): string {
  const at = name === undefined ? -1 : header.indexOf(name);
  return samples.map((row) => row[at] ?? '').find((cell) => !isSentinel(cell)) ?? '';
}

function fromOf(field: ChosenField, { sources }: Property): MappedField['from'] {
  switch (sources[field].kind) {
    case 'column':
      return 'column';
    case 'parts':
      return field === 'address' ? 'joined' : 'one-line';
    case 'one-line':
      return 'one-line';
    case 'constant':
      return 'constant';
    case 'ambiguous':
      return 'unclear';
    case 'nothing':
      return field === 'state' ? 'zip' : 'empty';
  }
}

function sureOf(field: ChosenField, property: Property): MappedField['sure'] {
  const { kind } = property.sources[field];
  if (kind === 'ambiguous') return field === 'firstName' || field === 'lastName' ? 'assumed' : 'no';
  return field === 'address' && property.isAssumed ? 'assumed' : 'yes';
}
