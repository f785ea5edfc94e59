/** An owner field with a column to choose. */
export interface Field {
  name: string;
  label: string;
  about?: string;
  /** May come from several columns; the ones that the server recognized are always read. */
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

/** Parts of a street split over several columns, in the order of an address line. */
export const STREET_FIELDS: readonly Field[] = [
  { name: 'houseNumber', label: 'House number' },
  { name: 'preDirection', label: 'Direction before the street' },
  { name: 'streetName', label: 'Street name' },
  { name: 'streetSuffix', label: 'Street suffix' },
  { name: 'postDirection', label: 'Direction after the street' },
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

/** Fields that the server detects; the page shows them without a drop-down. */
const FURTHER_LABELS = {
  mailing: 'Mailing address',
  contactName: 'Contact of the phones and emails',
  stateZip: 'State and ZIP in one column',
  cityStateZip: 'City, state and ZIP in one column',
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
  ...[...MAIN_FIELDS, ...STREET_FIELDS, ...OTHER_FIELDS].map(({ name, label }) => [name, label] as const),
  ...Object.entries(FURTHER_LABELS),
]);

/** Label of a field. */
export const labelOf = (field: string): string => LABELS.get(field) ?? field;

/** Field → headers. */
export type Mapping = Readonly<Record<string, readonly string[]>>;

/**
 * Choices to send: changed fields plus every single-column field shown, because choosing one column
 * changes how the server reads its neighbors. Empty if nothing changed.
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
  [...MAIN_FIELDS, ...STREET_FIELDS, ...OTHER_FIELDS]
    .filter(({ isMany }) => isMany !== true)
    .map(({ name }) => name),
);

/** Whether the street is read from several columns, chosen by the operator or detected by the server. */
export const isSplitStreet = ({ address = [], ...chosen }: Mapping): boolean =>
  address.length > 1 || STREET_FIELDS.some(({ name }) => (chosen[name] ?? []).length > 0);

/** Whether a split street has no column with house numbers, so that nothing could match. */
export const lacksHouseNumber = (mapping: Mapping): boolean =>
  STREET_FIELDS.some(({ name }) => (mapping[name] ?? []).length > 0) &&
  (mapping['houseNumber'] ?? []).length === 0;

/** Switches the mapping to a split street, with the most likely columns. */
export const withSplitStreet = (
  { address: _, addressFull: __, ...mapping }: Mapping,
  split: Readonly<Record<string, string>>,
): Mapping => ({
  ...mapping,
  address: [],
  addressFull: [],
  ...Object.fromEntries(Object.entries(split).map(([part, header]) => [part, [header]])),
});

/** Switches the mapping back to a street in one column. */
export const withWholeStreet = (mapping: Mapping, suggested: Mapping): Mapping => {
  const parts = STREET_FIELDS.map(({ name }) => [name, []] as const);
  const address = suggested['address'] ?? [];
  return { ...mapping, ...Object.fromEntries(parts), address: address.length > 1 ? [] : address };
};
