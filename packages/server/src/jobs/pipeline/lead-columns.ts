import type { ColumnMapping } from '@skiptrace/contract';
import { itemAt } from '../../lib/item-at.js';
import type { Lead } from '../../owners/index.js';

type Field = keyof Lead;

/** Which columns of a file are read, and what their cells mean. */
export interface LeadColumns {
  /** In the order in which the reader yields the cells. */
  headers: readonly string[];
  /** Null if the row has no address: it is not looked up (reading 26). */
  lead(values: readonly string[]): Lead | null;
}

export function leadColumns(mapping: ColumnMapping): LeadColumns {
  const headers: string[] = [];
  /** Index of a field's cell among the values; `UNMAPPED` without one. */
  const indexOf = (field: Field): number => {
    const header = mapping[field];
    return header === undefined ? UNMAPPED : headers.push(header) - 1;
  };
  const at = {
    address: indexOf('address'),
    city: indexOf('city'),
    state: indexOf('state'),
    zip: indexOf('zip'),
    firstName: indexOf('firstName'),
    lastName: indexOf('lastName'),
  };
  return {
    headers,
    // Each property is written out: with a name in a variable, V8 would resolve it again for every row.
    lead(values) {
      const lead: Lead = { address: cell(values, at.address) };
      if (lead.address === '') return null;
      const city = cell(values, at.city);
      const state = cell(values, at.state);
      const zip = cell(values, at.zip);
      const firstName = cell(values, at.firstName);
      const lastName = cell(values, at.lastName);
      if (city !== '') lead.city = city;
      if (state !== '') lead.state = state;
      if (zip !== '') lead.zip = zip;
      if (firstName !== '') lead.firstName = firstName;
      if (lastName !== '') lead.lastName = lastName;
      return lead;
    },
  };
}

const UNMAPPED = -1;

const cell = (values: readonly string[], index: number): string =>
  index === UNMAPPED ? '' : itemAt(values, index).trim();
