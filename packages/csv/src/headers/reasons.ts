import type { Column } from './columns.js';
import type { ChosenField } from './fields.js';
import type { Property } from './property.js';
import type { Vendor } from './vendors.js';

export interface ReasonFacts {
  readonly vendor: Vendor | undefined;
  readonly state: string | undefined;
}

/** Reason for the source of a field, as a sentence; undefined if there is nothing to say. */
export function reasonFor(
  field: ChosenField,
  property: Property,
  { vendor, state }: ReasonFacts,
): string | undefined {
  const { kind, columns } = property.sources[field];
  const [first] = columns;
  if (field === 'address' && property.isAssumed) return ASSUMED;
  switch (kind) {
    case 'column':
      return first === undefined ? undefined : columnReason(first, property, vendor);
    case 'parts':
      return 'Joined from the columns that hold its parts.';
    case 'one-line':
      return 'Cut from the one-line address.';
    case 'constant':
      return `No such column: every row gets ${state ?? ''}.`;
    case 'ambiguous':
      return 'Several columns could be meant, so none is used.';
    case 'nothing':
      if (field === 'state') return 'No such column: taken from the ZIP.';
      return field === 'city' || field === 'zip' ? 'No such column: left empty.' : undefined;
  }
}

const ASSUMED = "Assumed to be the property address (it's the only address in the file).";

function columnReason(column: Column, property: Property, vendor: Vendor | undefined): string {
  if (column.byUser) return 'You chose it.';
  if (column.byCells) return 'Named by what its cells hold.';
  if (column.bySignature && vendor !== undefined) return `A known column in ${vendor.name} exports.`;
  if (column.named) return 'A known name for this field.';
  return property.hasMail
    ? 'The mailing address has its own columns, so this is the property.'
    : 'It goes with the property address.';
}
