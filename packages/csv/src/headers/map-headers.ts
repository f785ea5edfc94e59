import { cellsByHeader, readCells } from './by-cells.js';
import { decidedFields, duplicateError, recognizeColumns, strongest, type Column } from './columns.js';
import { phoneColumns } from './contacts.js';
import {
  CHOSEN_FIELDS,
  CONTACT_FIELDS,
  JOB_FIELDS,
  REQUIRED_FIELDS,
  SINGLE_FIELDS,
  type HeaderField,
} from './fields.js';
import { mappedFields } from './mapped-fields.js';
import type { FieldChoice, HeaderMapping, MapOptions, MappingError } from './mapping.js';
import { findOneLine } from './one-line-columns.js';
import { houseNumberWarnings } from './house-numbers.js';
import { Property, type Source } from './property.js';
import { reasonFor } from './reasons.js';
import { findVendor } from './vendors.js';
import { mappingWarnings, unusedUnitWarnings } from './warnings.js';

/**
 * Decides the meaning of each column. Exact spellings only, never mail for the property; an unclear field is an error with its
 * choices, never a guess.
 */
export function mapHeaders(names: readonly string[], options: MapOptions = {}): HeaderMapping {
  const header = names.map((name) => name.trim());
  const vendor = findVendor(header);
  const overrides = options.overrides ?? {};
  const state = options.state ?? vendor?.state;
  const samples = options.samples ?? [];
  const cells = cellsByHeader(header, samples);
  const read = readCells(recognizeColumns(header, vendor, overrides), cells, decidedFields(overrides));
  const { unmapped, errors } = read;
  const columns = findOneLine(read.columns, header, samples, state);
  const property = new Property(columns, state, cells);
  const { sources } = property;
  const duplicates = duplicatedNames(header);
  const unique = columns.filter((column) => !duplicates.has(column.header));
  const contacts = phoneColumns(unique);

  const mapping: Omit<HeaderMapping, 'fields'> = {
    ...(vendor !== undefined && { vendor: vendor.name }),
    mapping: Object.fromEntries(
      JOB_FIELDS.filter((field) => sources[field].kind === 'column').map((field) => [
        field,
        headersOf(sources[field])[0],
      ]),
    ),
    needs: REQUIRED_FIELDS.filter((field) => !['column', 'ambiguous'].includes(sources[field].kind)),
    build: Object.fromEntries(
      REQUIRED_FIELDS.filter((field) => ['parts', 'one-line'].includes(sources[field].kind)).map((field) => [
        field,
        headersOf(sources[field]),
      ]),
    ),
    ...(['constant', 'one-line'].includes(sources.state.kind) && state !== undefined && { state }),
    also: otherColumns(unique, sources.unit),
    phones: contacts.phones,
    choices: CHOSEN_FIELDS.flatMap((field): FieldChoice[] => {
      const reason = reasonFor(field, property, { vendor, state });
      return reason === undefined ? [] : [{ field, headers: headersOf(sources[field]), reason }];
    }),
    unmapped,
    warnings: [
      ...mappingWarnings(columns, property, vendor, duplicates, options.purpose ?? 'leads'),
      ...read.warnings,
      ...houseNumberWarnings(property, header, cells),
      ...(overrides.unit === undefined ? unusedUnitWarnings(property, header, columns, cells) : []),
    ],
    errors: [...errors, ...mappingErrors(), ...contacts.errors],
  };
  return { ...mapping, fields: mappedFields(mapping, property, header, samples) };

  function mappingErrors(): MappingError[] {
    const byUser = columns.some((column) => column.byUser && column.field === 'address');
    if (vendor?.notLeads === true && !byUser) return [notLeadsError(vendor.name)];
    const doubled = CHOSEN_FIELDS.flatMap((field) =>
      headersOf(sources[field])
        .filter((name) => duplicates.has(name))
        .map((name) => duplicateError(field, name)),
    );
    return [...property.errors, ...doubled];
  }
}

function headersOf(source: Source): string[] {
  return source.columns.map((column) => column.header);
}

/** Headers that appear twice, compared after trimming. Columns without a name do not count. */
function duplicatedNames(header: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const name of header) {
    if (name !== '' && seen.has(name)) twice.add(name);
    seen.add(name);
  }
  return twice;
}

function otherColumns(columns: readonly Column[], unit: Source): HeaderMapping['also'] {
  const of = (field: HeaderField): Column[] => columns.filter((column) => column.field === field);
  const singles = SINGLE_FIELDS.flatMap((field) => {
    const best = field === 'unit' && unit.kind === 'column' ? unit.columns : strongest(of(field));
    const [only, another] = best;
    return only === undefined || another !== undefined ? [] : [[field, only.header] as const];
  });
  const contacts = CONTACT_FIELDS.map((field) => [field, of(field).map((column) => column.header)] as const);
  return Object.fromEntries<string | string[]>([
    ...singles,
    ...contacts.filter(([, headers]) => headers.length > 0),
  ]);
}

function notLeadsError(vendor: string): MappingError {
  const message = `This looks like ${vendor.toLowerCase()}, not a list of leads.`;
  return { code: 'not_a_lead_list', message, choices: [] };
}
