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

/** The parts of a street that is split over several columns, in the order of the line. */
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

/** Fields that the server finds by itself; the page shows them but has no drop-down for them. */
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

/** What a field is called on the page. */
export const labelOf = (field: string): string => LABELS.get(field) ?? field;

/** Field → headers. */
export type Mapping = Readonly<Record<string, readonly string[]>>;

/**
 * The choices to send: changed fields plus every single-column field shown, because choosing one column
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

/** The street is read from its parts: from those that were chosen, or as the server joined them. */
export const isSplitStreet = ({ address = [], ...chosen }: Mapping): boolean =>
  address.length > 1 || STREET_FIELDS.some(({ name }) => (chosen[name] ?? []).length > 0);

/** Without the house numbers nothing of a split street matches. */
export const lacksHouseNumber = (mapping: Mapping): boolean =>
  STREET_FIELDS.some(({ name }) => (mapping[name] ?? []).length > 0) &&
  (mapping['houseNumber'] ?? []).length === 0;

/** The mapping with the street in parts, in the columns that most likely hold them. */
export const withSplitStreet = (
  { address: _, addressFull: __, ...mapping }: Mapping,
  split: Readonly<Record<string, string>>,
): Mapping => ({
  ...mapping,
  address: [],
  addressFull: [],
  ...Object.fromEntries(Object.entries(split).map(([part, header]) => [part, [header]])),
});

/** The mapping with the street in one column again. */
export const withWholeStreet = (mapping: Mapping, suggested: Mapping): Mapping => {
  const parts = STREET_FIELDS.map(({ name }) => [name, []] as const);
  const address = suggested['address'] ?? [];
  return { ...mapping, ...Object.fromEntries(parts), address: address.length > 1 ? [] : address };
};
