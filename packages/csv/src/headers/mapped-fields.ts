import { propertyColumns } from './address-columns.js';
import type { SplitAddress } from '../values/one-line.js';
import { isSentinel } from '../values/sentinel.js';
import type { ChosenField } from './fields.js';
import type { HeaderMapping, MappedField } from './mapping.js';
import type { Property } from './property.js';

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
