import type { ColumnMapping } from '@skiptrace/contract';
import type { Lead } from './ports.js';

const REQUIRED = ['address', 'city', 'state', 'zip'] as const;
const OPTIONAL = ['firstName', 'lastName'] as const;
type Field = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];

/** Which columns of a file are read, and what their cells mean. */
export interface LeadColumns {
  /** In the order in which the reader gives the cells. */
  headers: readonly string[];
  /** Null when the row has no address: it is not looked up (reading 26). */
  lead(values: readonly string[]): Lead | null;
}

export function leadColumns(mapping: ColumnMapping): LeadColumns {
  const fields: { field: Field; header: string }[] = [];
  for (const field of [...REQUIRED, ...OPTIONAL]) {
    const header = mapping[field];
    if (header !== undefined) fields.push({ field, header });
  }
  return {
    headers: fields.map(({ header }) => header),
    lead(values) {
      const lead: Lead = { address: '' };
      fields.forEach(({ field }, index) => {
        const value = values[index]?.trim() ?? '';
        if (value !== '') lead[field] = value;
      });
      return lead.address === '' ? null : lead;
    },
  };
}
