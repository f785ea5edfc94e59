import type { Column } from './columns.js';
import type { ChosenField, HeaderField } from './fields.js';
import { strongest } from './columns.js';
import type { MapOptions, MappingWarning } from './mapping.js';
import type { Property } from './property.js';
import type { Vendor } from './vendors.js';

/** Optional fields that are left out where several columns could be meant. */
const OPTIONAL_FIELDS: readonly ChosenField[] = ['firstName', 'lastName', 'unit'];
const OWNER_FIELDS: readonly HeaderField[] = [
  'ownerId',
  'fullName',
  'mailingAddress',
  'mailingUnit',
  'mailingCity',
  'mailingState',
  'mailingZip',
];

/** Warnings to show before the user goes on. */
export function mappingWarnings(
  columns: readonly Column[],
  property: Property,
  vendor: Vendor | undefined,
  duplicates: ReadonlySet<string>,
  purpose: NonNullable<MapOptions['purpose']>,
): MappingWarning[] {
  const warnings: MappingWarning[] = [];
  const { sources } = property;
  if (property.isAssumed) {
    const headers = sources.address.columns.map((column) => column.header);
    const message = `Using "${headers.join(' + ')}" as the property address. If it's the owner's mailing address, map another column.`;
    warnings.push({ code: 'assumed_property', message, headers });
  }
  const results = columns.filter(
    ({ field }) => field === 'phone' || field === 'email' || field === 'priorResult',
  );
  if (purpose === 'leads' && results.length > 0) {
    const message = 'This file already has phones or emails. Has it been skip traced before?';
    warnings.push({ code: 'traced_before', message, headers: results.map((column) => column.header) });
  }
  for (const field of OPTIONAL_FIELDS) {
    if (sources[field].kind === 'ambiguous') warnings.push(ambiguousWarning(field, sources[field].columns));
  }
  for (const field of purpose === 'owners' ? OWNER_FIELDS : []) {
    const best = strongest(columns.filter((column) => column.field === field));
    if (best.length > 1) warnings.push(ambiguousWarning(field, best));
  }
  if (duplicates.size > 0) {
    const headers = [...duplicates];
    const message = `${headers.join(', ')}: more than one column has this name, so none is used.`;
    warnings.push({ code: 'duplicate_header', message, headers });
  }
  const [street] = sources.address.columns;
  if (vendor?.oneLineAddress === true && street !== undefined) {
    const message = `In ${vendor.name} exports, "${street.header}" may hold the whole address in one line.`;
    warnings.push({ code: 'one_line_address', message, headers: [street.header] });
  }
  return warnings;
}

function ambiguousWarning(field: HeaderField, columns: readonly Column[]): MappingWarning {
  const headers = columns.map((column) => column.header);
  const message = `Several columns could be the ${field}, so none is used: ${headers.join(', ')}.`;
  return { code: 'ambiguous', message, headers };
}
