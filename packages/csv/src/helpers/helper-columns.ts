import { REQUIRED_FIELDS, type RequiredField } from '../headers/fields.js';
import type { HeaderMapping } from '../headers/mapping.js';
import { propertySources, type FieldSource } from '../headers/address-columns.js';

/** A column that the service needs and the file lacks. It goes to the service only, in front of the file's own columns. */
export interface HelperColumn extends FieldSource {
  readonly field: RequiredField;
  /** A header that no column of the file has. */
  readonly name: string;
}

/** Helper columns that a file needs before the upload; empty if every field has a column of its own and no separate unit. */
export function helperColumns(mapping: HeaderMapping, header: readonly string[]): HelperColumn[] {
  const sources = propertySources(mapping);
  const taken = new Set(header.map((name) => name.trim().toLowerCase()));
  return REQUIRED_FIELDS.filter(
    (field) => mapping.needs.includes(field) || (field === 'address' && mapping.also.unit !== undefined),
  ).map((field) => ({ field, name: freeName(`skiptrace ${field}`, taken), ...sources[field] }));
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
  return free;
}
