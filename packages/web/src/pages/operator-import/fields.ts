/** A field of an owner that a column can be chosen for, in words. */
export interface Field {
  name: string;
  label: string;
  about?: string;
  /** Several columns may hold it, and those that the server recognized are read in any case. */
  isMany?: boolean;
}

export const MAIN_FIELDS: readonly Field[] = [
  { name: 'address', label: 'Property street', about: 'House number and street' },
  { name: 'city', label: 'Property city' },
  { name: 'state', label: 'Property state' },
  { name: 'zip', label: 'Property ZIP' },
  { name: 'fullName', label: "Owner's full name" },
  { name: 'firstName', label: "Owner's first name" },
  { name: 'lastName', label: "Owner's last name" },
  { name: 'phone', label: 'Phones', isMany: true },
  { name: 'email', label: 'Emails', isMany: true },
];

export const OTHER_FIELDS: readonly Field[] = [
  { name: 'addressFull', label: 'Property in one line', about: 'Street, city, state and ZIP in one column' },
  { name: 'unit', label: 'Property unit' },
  { name: 'ownerId', label: 'Owner ID', about: 'Rows with the same ID are one owner' },
  { name: 'owner2FullName', label: "Second owner's full name" },
  { name: 'owner2FirstName', label: "Second owner's first name" },
  { name: 'owner2LastName', label: "Second owner's last name" },
  { name: 'mailingAddress', label: 'Mailing street' },
  { name: 'mailingCity', label: 'Mailing city' },
  { name: 'mailingState', label: 'Mailing state' },
  { name: 'mailingZip', label: 'Mailing ZIP' },
  { name: 'mailingFull', label: 'Mailing address in one line' },
];

/** Fields that the server finds by itself; the page shows them but has no drop-down for them. */
const FURTHER_LABELS = {
  stateZip: 'State and ZIP in one column',
  cityStateZip: 'City, state and ZIP in one column',
  houseNumber: 'House number',
  preDirection: 'Direction before the street',
  streetName: 'Street name',
  streetSuffix: 'Street suffix',
  postDirection: 'Direction after the street',
  zipPlus4: 'ZIP with its +4',
  plus4: "The ZIP's +4",
  careOf: 'Care of',
  mailingUnit: 'Mailing unit',
  mailingZipPlus4: "Mailing ZIP's +4",
  mailingCityState: 'Mailing city and state in one column',
  mailingCityStateZip: 'Mailing city, state and ZIP in one column',
  parcelId: 'Parcel number',
  phoneType: 'Types of the phones',
  phoneDnc: 'Do Not Call flags of the phones',
} as const;

const LABELS: ReadonlyMap<string, string> = new Map([
  ...[...MAIN_FIELDS, ...OTHER_FIELDS].map(({ name, label }) => [name, label] as const),
  ...Object.entries(FURTHER_LABELS),
]);

/** What a field is called on the page. */
export const labelOf = (field: string): string => LABELS.get(field) ?? field;

/** `address = Street: The header says so.` with the field's label; null for what goes without saying. */
export function reasonOnPage(line: string): string | null {
  const [, field = '', rest = ''] = /^(\w+)(\W.*)$/.exec(line) ?? [];
  if (rest === '') return line;
  return rest.endsWith(': A known name for this field.') ? null : `${labelOf(field)}${rest}`;
}

/** Field → headers. */
export type Mapping = Readonly<Record<string, readonly string[]>>;

/** What differs from the suggestion: the server keeps its own reading of the rest. */
export function changesTo(suggested: Mapping, chosen: Mapping): Record<string, string[]> {
  const changed: Record<string, string[]> = {};
  for (const [field, headers] of Object.entries(chosen)) {
    const before = suggested[field] ?? [];
    if (headers.length !== before.length || headers.some((header, at) => header !== before[at]))
      changed[field] = [...headers];
  }
  return changed;
}
