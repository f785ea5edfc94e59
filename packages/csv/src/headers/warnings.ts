import { shareOf } from '../content.js';
import { isUnitLike, type ColumnCells } from './by-cells.js';
import { type Column, strongest } from './columns.js';
import type { ChosenField, HeaderField, MapOptions, MappingWarning } from './mapping.js';
import { type Property, isForeign } from './property.js';
import { type Vendor, foldHeader } from './synonyms.js';

/** Optional fields that are left out where several columns could be meant. */
const OPTIONAL_FIELDS: readonly ChosenField[] = ['firstName', 'lastName'];
const OWNER_FIELDS: readonly HeaderField[] = [
  'ownerId',
  'fullName',
  'mailingAddress',
  'mailingUnit',
  'mailingCity',
  'mailingState',
  'mailingZip',
];

/** Warnings to show before the user continues. */
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

/** A header about one unit, and not about how many there are or what they are like. */
const UNIT = /\b(?:unit|apt|apartment|suite|ste)\b/;
const ABOUT_UNITS =
  /\b(?:units|of|per|count|total|price|cost|rent|value|size|area|sq|sqft|ft|feet|style|mix|year|built|bed|beds|bath|baths|occ|occupied)\b/;

/**
 * Warns of columns that look like the property's unit and are not read: an apartment would match as the
 * building, or not at all.
 */
export function unusedUnitWarnings(
  { sources: { unit } }: Property,
  header: readonly string[],
  columns: readonly Column[],
  cells: ReadonlyMap<string, ColumnCells>,
): MappingWarning[] {
  const headers = header.filter((name) => {
    if (unit.columns.some((column) => column.header === name) || isForeign(name)) return false;
    const field = columns.find((column) => column.header === name)?.field;
    if (field !== undefined && field !== 'unit') return false;
    const key = foldHeader(name);
    const isUnit = field === 'unit' || (UNIT.test(key) && !ABOUT_UNITS.test(key));
    const { filled = [] } = cells.get(name) ?? {};
    return isUnit && filled.length > 0 && shareOf(filled)(isUnitLike) >= MOST;
  });
  if (headers.length === 0) return [];
  const names = headers.map((name) => `"${name}"`).join(', ');
  const message =
    `${names} ${headers.length === 1 ? "looks like a unit column, and isn't" : "look like unit columns, and aren't"} used. Without its unit, ` +
    "an apartment may get no owner, or the owner of another one. Choose it for the field unit if it is the property's.";
  return [{ code: 'unused_unit', message, headers }];
}

const MOST = 0.8;

function ambiguousWarning(field: HeaderField, columns: readonly Column[]): MappingWarning {
  const headers = columns.map((column) => column.header);
  const message = `Several columns could be the ${field}, so none is used: ${headers.join(', ')}.`;
  return { code: 'ambiguous', message, headers };
}
