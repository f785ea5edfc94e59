import { findColumn } from '../records/dialect.js';
import {
  CONTACT_FIELDS,
  JOB_FIELDS,
  SINGLE_FIELDS,
  isContactField,
  type HeaderField,
  type MapOptions,
  type MappingError,
} from './mapping.js';
import { meaningOf, isSpelledBy, type Vendor } from './synonyms.js';

/** A header with its meaning. */
export interface Column {
  readonly header: string;
  readonly field: HeaderField;
  /** The header names the address it belongs to, by its own words or by the signature of the export. */
  readonly named: boolean;
  readonly bySignature: boolean;
  readonly byUser: boolean;
  readonly weak: boolean;
  /** The meaning comes from the cells, or they have to confirm it. */
  readonly byCells: boolean;
}

export interface RecognizedColumns {
  readonly columns: readonly Column[];
  readonly unmapped: readonly string[];
  readonly errors: readonly MappingError[];
}

const MAPPABLE: ReadonlySet<string> = new Set([...JOB_FIELDS, ...SINGLE_FIELDS, ...CONTACT_FIELDS]);

/** Meaning of every header by the table, after the user's own decisions. */
export function recognizeColumns(
  header: readonly string[],
  vendor: Vendor | undefined,
  overrides: NonNullable<MapOptions['overrides']>,
): RecognizedColumns {
  const chosen = chosenColumns(header, overrides);
  const decided = decidedFields(overrides);
  const taken = new Set(chosen.columns.map((column) => column.header));

  const columns = [...chosen.columns];
  const unmapped: string[] = [];
  for (const name of header) {
    if (taken.has(name)) continue;
    const meaning = meaningOf(name);
    if (meaning === undefined) {
      if (name !== '') unmapped.push(name);
      continue;
    }
    const { field, bare, weak, byCells } = meaning;
    if (decided.has(field) && !isContactField(field)) continue;
    const bySignature = isSpelledBy(vendor, meaning);
    const named = !bare || bySignature;
    columns.push({ header: name, field, named, bySignature, byUser: false, weak, byCells });
  }
  return { columns, unmapped, errors: chosen.errors };
}

/** Fields that are no longer searched for, because the user decided them. */
export function decidedFields(overrides: NonNullable<MapOptions['overrides']>): ReadonlySet<string> {
  const decided = new Set<string>(Object.keys(overrides));
  // When the user names a one-line address or the parts of a street, the file's street column isn't used.
  if (decided.has('addressFull') || decided.has('streetName')) decided.add('address');
  return decided;
}

function chosenColumns(
  header: readonly string[],
  overrides: NonNullable<MapOptions['overrides']>,
): { columns: Column[]; errors: MappingError[] } {
  const columns: Column[] = [];
  const errors: MappingError[] = [];
  for (const [field, wanted] of Object.entries(overrides)) {
    if (!isMappable(field)) {
      const message = `"${field}" isn't a field that a column can be mapped to.`;
      const meant = meaningOf(field)?.field;
      const isKnown = meant !== undefined && isMappable(meant);
      errors.push({
        code: 'unknown_field',
        field,
        message,
        choices: [...MAPPABLE],
        ...(isKnown && { meant }),
      });
      continue;
    }
    for (const name of typeof wanted === 'string' ? [wanted] : wanted) {
      if (name.trim() === '') continue;
      const place = findColumn(header, name);
      if (place === 'missing') {
        const message = `The file has no column "${name}" for ${field}.`;
        errors.push({ code: 'unknown_header', field, message, choices: header });
      } else if (place === 'twice') {
        errors.push(duplicateError(field, name));
      } else {
        const chosen = header[place] ?? name;
        columns.push({
          header: chosen,
          field,
          named: true,
          byUser: true,
          bySignature: false,
          weak: false,
          byCells: false,
        });
      }
    }
  }
  return { columns, errors };
}

function isMappable(field: string): field is HeaderField {
  return MAPPABLE.has(field);
}

export function duplicateError(field: string, header: string): MappingError {
  return {
    code: 'duplicate_header',
    field,
    message: `More than one column is named "${header}", so the ${field} is unclear. Rename one of them.`,
    choices: [header],
  };
}

/** The columns of a field that remain when stronger ones replace weaker ones: one, none, or several of equal strength. */
export function strongest(columns: readonly Column[]): readonly Column[] {
  let left = columns;
  for (const isStrong of [(c: Column) => c.byUser, (c: Column) => c.bySignature, (c: Column) => !c.weak]) {
    const strong = left.filter(isStrong);
    if (strong.length > 0) left = strong;
  }
  return left.filter((column, at) => left.findIndex((other) => other.header === column.header) === at);
}
