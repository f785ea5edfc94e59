import type { TableField } from '../generated/synonyms.js';
import { STREET_PARTS, UNIT_PARTS, type StreetPart, type UnitPart } from '../values/address-lines.js';

export { STREET_PARTS, UNIT_PARTS };

/** Fields of a job's column mapping (openapi.yaml, columnMapping). */
export const JOB_FIELDS = ['address', 'city', 'state', 'zip', 'firstName', 'lastName'] as const;

export type JobField = (typeof JOB_FIELDS)[number];

export const REQUIRED_FIELDS = ['address', 'city', 'state', 'zip'] as const;

export type RequiredField = (typeof REQUIRED_FIELDS)[number];

/** Parts that are added to an address even if it is whole: without one of them it would be a neighbor's. */
export const ADDED_PARTS = [
  'numberPrefix',
  'numberTo',
  'numberSuffix',
  'preDirection',
  'postDirection',
  ...UNIT_PARTS,
] as const;

export type AddedPart = (typeof ADDED_PARTS)[number];

export const isAddedPart = (field: string): field is AddedPart => ADDED_PARTS.some((part) => part === field);

/** Fields of a lead that are chosen, and shown with a reason. */
export const CHOSEN_FIELDS = [...JOB_FIELDS, ...ADDED_PARTS] as const;

export type ChosenField = (typeof CHOSEN_FIELDS)[number];

/** Numbered fields, of which a file may have many. */
export const CONTACT_FIELDS = [
  'phone',
  'phoneType',
  'phoneDnc',
  'litigator',
  'wrongNumber',
  'email',
] as const;

export type ContactField = (typeof CONTACT_FIELDS)[number];

/** All other recognized meanings of a header, one column each. */
export const SINGLE_FIELDS = [
  ...UNIT_PARTS,
  'addressFull',
  'stateZip',
  'cityStateZip',
  ...STREET_PARTS,
  'zipPlus4',
  'plus4',
  'ownerId',
  'fullName',
  'owner2FirstName',
  'owner2LastName',
  'owner2FullName',
  'deceased',
  'owner2Deceased',
  'careOf',
  'mailingAddress',
  'mailingUnit',
  'mailingCity',
  'mailingState',
  'mailingZip',
  'mailingZipPlus4',
  'mailingFull',
  'mailingCityState',
  'mailingCityStateZip',
  'parcelId',
] as const;

export type SingleField = (typeof SINGLE_FIELDS)[number];

/** Possible meanings of a header. `flag`, `priorResult` and `ambiguous` are recognized and never mapped. */
export type HeaderField = TableField | StreetPart | UnitPart;

/** Fields that locate the property: their names may be bare, and mailing columns must never fill them. */
const PROPERTY_FIELDS: ReadonlySet<HeaderField> = new Set<HeaderField>([
  ...REQUIRED_FIELDS,
  ...STREET_PARTS,
  ...UNIT_PARTS,
  'addressFull',
  'stateZip',
  'cityStateZip',
  'zipPlus4',
  'plus4',
]);

export function isPropertyField(field: HeaderField): boolean {
  return PROPERTY_FIELDS.has(field);
}

export function isMailingField(field: HeaderField): boolean {
  return field.startsWith('mailing');
}

export function isContactField(field: HeaderField): field is ContactField {
  return (CONTACT_FIELDS as readonly HeaderField[]).includes(field);
}

/** Meaning of a file's columns, with reasons. Nothing here throws: problems are in `errors`. */
export interface HeaderMapping {
  /** The vendor of the export, if the header has a known signature. */
  readonly vendor?: string;
  /** The header of every job field that has a column of its own. */
  readonly mapping: Readonly<Partial<Record<JobField, string>>>;
  /** Required fields without a column of their own: a helper column must be made. */
  readonly needs: readonly RequiredField[];
  /**
   * The columns from which a helper column is built, in order; a needed field that is not here stays empty or is `state`.
   */
  readonly build: Readonly<Partial<Record<RequiredField, readonly string[]>>>;
  /**
   * The state of every row, from the user or from the kind of export, or the state of one-line addresses that
   * name none. Otherwise the ZIP decides.
   */
  readonly state?: string;
  /** Other columns that were recognized. */
  readonly also: Readonly<
    Partial<Record<SingleField, string>> & Partial<Record<ContactField, readonly string[]>>
  >;
  /** The phone columns with their types and Do Not Call columns. */
  readonly phones: readonly PhoneColumns[];
  /** Every choice with its reason, to be shown before anything is uploaded. */
  readonly choices: readonly FieldChoice[];
  /** The choices with an example from the file and how certain each is. */
  readonly fields: readonly MappedField[];
  /** Headers without a known meaning. */
  readonly unmapped: readonly string[];
  readonly warnings: readonly MappingWarning[];
  /** The mapping may be used only when this is empty. */
  readonly errors: readonly MappingError[];
}

export interface PhoneColumns {
  readonly number: string;
  readonly type?: string;
  /** Whether the number is on a Do Not Call list. */
  readonly dnc?: string;
  /** Further columns that put the number on it: litigators, scrubs, other lists. */
  readonly flags?: readonly string[];
  /** Columns that put the number on it where they say yes. Their "no" doesn't count, because it may be about another phone. */
  readonly listed?: readonly string[];
  /** Columns that say that the number is wrong. */
  readonly wrong?: readonly string[];
  /** Type given by the header itself: `Mobile-1`. */
  readonly impliedType?: 'mobile' | 'landline';
}

export interface FieldChoice {
  readonly field: ChosenField;
  /** Empty for a helper column that stays empty or comes from elsewhere. */
  readonly headers: readonly string[];
  /** A sentence. */
  readonly reason: string;
}

/** Source of a field, for a table that a person reads. */
export interface MappedField {
  readonly field: ChosenField;
  readonly headers: readonly string[];
  /**
   * `column`: as it is in the file; `joined`: from several columns; `one-line`: cut out of a cell that holds more;
   * `constant`: the same for every row; `zip`: the state of the ZIP; `empty`: nothing; `unclear`: a question.
   */
  readonly from: 'column' | 'joined' | 'one-line' | 'constant' | 'zip' | 'empty' | 'unclear';
  /** The value in the first row that has one; needs `samples`. */
  readonly sample?: string;
  /** `assumed`: only a person knows whether it is right. `no`: nothing can be looked up until it is decided. */
  readonly sure: 'yes' | 'assumed' | 'no';
  /** A sentence. */
  readonly reason: string;
}

export interface MappingWarning {
  readonly code:
    | 'assumed_property'
    | 'traced_before'
    | 'duplicate_header'
    | 'ambiguous'
    | 'one_line_address'
    | 'contradicted'
    | 'no_house_number'
    | 'unused_unit';
  readonly message: string;
  readonly headers: readonly string[];
}

export interface MappingError {
  readonly code:
    | 'not_a_lead_list'
    | 'no_property_address'
    | 'no_location'
    | 'ambiguous'
    | 'duplicate_header'
    | 'unknown_header'
    | 'unknown_field';
  /** The field in question; as the user wrote it for `unknown_field`. */
  readonly field?: string;
  readonly message: string;
  /** Columns to offer for the field. */
  readonly choices: readonly string[];
  /** The field that a header with the name of an unknown field has: `mailingCity` for `mailCity`. */
  readonly meant?: string;
}

export interface MapOptions {
  /** The user's own decisions, which win: field to header (several for contacts), '' for none. */
  readonly overrides?: Readonly<Partial<Record<HeaderField, string | readonly string[]>>>;
  /** The user says that every property is in this state; for files without a state column. */
  readonly state?: string;
  /**
   * Cells of the first rows: they show one-line addresses, and which columns to offer where a header has no known meaning.
   */
  readonly samples?: readonly (readonly string[])[];
  /** Owner data for the server's import always holds contacts; leads with contacts were traced before. */
  readonly purpose?: 'leads' | 'owners';
}

/** The overrides that make the same choice of columns again: the header, or headers, of every field. */
export const chosenHeaders = ({
  mapping,
  also,
}: Pick<HeaderMapping, 'mapping' | 'also'>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries({ ...also, ...mapping }).map(([field, headers]) => [field, [headers].flat()]),
  );
