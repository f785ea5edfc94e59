import type { TableField } from '../generated/synonyms.js';

/** Fields of a job's column mapping (openapi.yaml, columnMapping). */
export const JOB_FIELDS = ['address', 'city', 'state', 'zip', 'firstName', 'lastName'] as const;
export type JobField = (typeof JOB_FIELDS)[number];

export const REQUIRED_FIELDS = ['address', 'city', 'state', 'zip'] as const;
export type RequiredField = (typeof REQUIRED_FIELDS)[number];

/** Fields of a lead that are chosen, and shown with a reason. */
export const CHOSEN_FIELDS = [...JOB_FIELDS, 'unit'] as const;
export type ChosenField = (typeof CHOSEN_FIELDS)[number];

/** Parts of a street line, in the order in which they are joined. */
export const STREET_PARTS = [
  'houseNumber',
  'preDirection',
  'streetName',
  'streetSuffix',
  'postDirection',
] as const;

/** Numbered fields, of which a file may have many. */
export const CONTACT_FIELDS = ['phone', 'phoneType', 'phoneDnc', 'email'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** All other recognized meanings of a header, one column each. */
export const SINGLE_FIELDS = [
  'unit',
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
export type HeaderField = TableField;

/** Fields that locate the property: their names may be bare, and mailing columns must never fill them. */
const PROPERTY_FIELDS: ReadonlySet<HeaderField> = new Set<HeaderField>([
  ...REQUIRED_FIELDS,
  ...STREET_PARTS,
  'unit',
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
