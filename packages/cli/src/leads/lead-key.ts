import type { AddressColumns, HeaderMapping } from '@skiptrace/csv';
import { foldKey } from './address-key.js';
import { propertyKeyOf } from './property-key.js';

/** What makes two rows ask for the same owner. */
export interface LeadKey {
  readonly headers: readonly string[];
  /** The key of a row, from the cells of `headers`. */
  of(cells: readonly string[]): string;
}

/** The property, and the name where it is sent: names choose among several owners. */
export function leadKey({
  property,
  mapping,
}: {
  property: AddressColumns;
  mapping: HeaderMapping;
}): LeadKey {
  const { firstName, lastName } = mapping.mapping;
  const names = [firstName, lastName].filter((name) => name !== undefined);
  const width = property.headers.length;
  return {
    headers: [...property.headers, ...names],
    of: (cells) =>
      [propertyKeyOf(property.read(cells.slice(0, width))), ...cells.slice(width).map(foldKey)].join('\n'),
  };
}
