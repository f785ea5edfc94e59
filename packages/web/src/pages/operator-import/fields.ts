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
  mailing: 'Mailing address',
  contactName: 'Contact of the phones and emails',
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

/** Field → headers. */
export type Mapping = Readonly<Record<string, readonly string[]>>;

/**
 * The choices that are sent: those that differ from the suggestion, and with them every other field that the page shows one column
 * for, because the server reads the columns beside a chosen one in another way. Where nothing was changed, nothing is sent: the
 * server's own reading is what the page shows. A column that several fields are cut from, and columns that one is joined from, are
 * the server's to read.
 */
export function choicesOf(suggested: Mapping, chosen: Mapping): Record<string, string[]> {
  const isChanged = ([field, headers]: readonly [string, readonly string[]]): boolean => {
    const before = suggested[field] ?? [];
    return headers.length !== before.length || headers.some((header, at) => header !== before[at]);
  };
  const entries = Object.entries(chosen);
  if (!entries.some(isChanged)) return {};
  const shown = Object.values(chosen).flat();
  const isOneColumn = ([field, [header, another]]: readonly [string, readonly string[]]): boolean =>
    ONE_COLUMN.has(field) && another === undefined && shown.filter((one) => one === header).length === 1;
  return Object.fromEntries(
    entries
      .filter((entry) => isChanged(entry) || isOneColumn(entry))
      .map(([field, headers]) => [field, [...headers]]),
  );
}

const ONE_COLUMN: ReadonlySet<string> = new Set(
  [...MAIN_FIELDS, ...OTHER_FIELDS].filter(({ isMany }) => isMany !== true).map(({ name }) => name),
);
