import type { ColumnMapping } from '@skiptrace/contract';
import type { Lead } from './ports.js';

type Field = keyof Lead;

/** Which columns of a file are read, and what their cells mean. */
export interface LeadColumns {
  /** In the order in which the reader gives the cells. */
  headers: readonly string[];
  /** Null when the row has no address: it is not looked up (reading 26). */
  lead(values: readonly string[]): Lead | null;
}

export function leadColumns(mapping: ColumnMapping): LeadColumns {
  const headers: string[] = [];
  /** Where the cell of a field is among the values; nowhere when it is not mapped. */
  const placeOf = (field: Field): number => {
    const header = mapping[field];
    return header === undefined ? NOWHERE : headers.push(header) - 1;
  };
  const places = {
    address: placeOf('address'),
    city: placeOf('city'),
    state: placeOf('state'),
    zip: placeOf('zip'),
    firstName: placeOf('firstName'),
    lastName: placeOf('lastName'),
  };
  return {
    headers,
    // Each by its name: properties whose name is in a variable are looked up anew for each row.
    lead(values) {
      const lead: Lead = { address: cell(values, places.address) };
      if (lead.address === '') return null;
      const city = cell(values, places.city);
      const state = cell(values, places.state);
      const zip = cell(values, places.zip);
      const firstName = cell(values, places.firstName);
      const lastName = cell(values, places.lastName);
      if (city !== '') lead.city = city;
      if (state !== '') lead.state = state;
      if (zip !== '') lead.zip = zip;
      if (firstName !== '') lead.firstName = firstName;
      if (lastName !== '') lead.lastName = lastName;
      return lead;
    },
  };
}

const NOWHERE = -1;

const cell = (values: readonly string[], place: number): string =>
  place === NOWHERE ? '' : (values[place]?.trim() ?? '');
