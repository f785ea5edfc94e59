import type { ParsedAddress } from '@skiptrace/address';
import type { HeaderMapping } from '../headers/mapping.js';
import type { AddressColumns } from '../headers/address-columns.js';
import type { SplitAddress } from '../values/one-line.js';
import { foldKey } from './address-key.js';
import { parseLead, propertyKeyOf } from './property-key.js';

/** A lead, and how the service reads it. */
export interface ReadLead {
  readonly lead: SplitAddress;
  readonly parsed: ParsedAddress;
}

/** Key that is equal for rows that ask for the same owner. */
export interface LeadKey {
  readonly headers: readonly string[];
  /** The key of a row, from the cells of `headers`. `read`: the lead in them, if the caller has already read it. */
  of(cells: readonly string[], read?: ReadLead): string;
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
    of(cells, { lead, parsed } = readLead(property.read(cells.slice(0, width)))) {
      return [propertyKeyOf(lead, parsed), ...cells.slice(width).map(foldKey)].join('\n');
    },
  };
}

export const readLead = (lead: SplitAddress): ReadLead => ({ lead, parsed: parseLead(lead) });
