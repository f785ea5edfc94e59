import type { Column } from './columns.js';
import type { ChosenField } from './fields.js';
import type { Property } from './property.js';
import type { Vendor } from './vendors.js';

export interface ReasonFacts {
  readonly vendor: Vendor | undefined;
  readonly state: string | undefined;
}

/** Why a field comes from where it comes from, as a sentence; undefined where there is nothing to say. */
export function reasonFor(
  field: ChosenField,
  property: Property,
  { vendor, state }: ReasonFacts,
): string | undefined {
  const { kind, columns } = property.sources[field];
  const [first] = columns;
  switch (kind) {
    case 'column':
      return first === undefined ? undefined : columnReason(first, property, vendor);
    case 'parts':
      return 'Put together from the columns that hold its parts.';
    case 'one-line':
      return 'Cut out of the column that holds the whole address in one line.';
    case 'constant':
      return `The file has no such column: every row gets ${state ?? ''}.`;
    case 'ambiguous':
      return 'Several columns may be meant, so none is chosen.';
    case 'nothing':
      if (field === 'state') return 'The file has no such column: the state comes from the ZIP.';
      return field === 'city' || field === 'zip' ? 'The file has no such column: it stays empty.' : undefined;
  }
}

function columnReason(column: Column, property: Property, vendor: Vendor | undefined): string {
  if (column.byUser) return 'You chose it.';
  if (column.bySignature && vendor !== undefined) return `The header is that of an export of ${vendor.name}.`;
  if (column.named) return 'The name is a known spelling of this field.';
  return property.isAssumed
    ? 'The name does not say whose address it is; without any other address in the file, it is taken for the property’s.'
    : 'The name does not say whose address it is; the mail has columns of its own, so this is the property’s.';
}
