import { STREET_PARTS, UNIT_PARTS } from '@skiptrace/csv';
import type { OwnerFile } from './owner-import.js';

const LABELS: Readonly<Record<string, string>> = {
  address: 'Property street',
  unit: 'Property unit',
  city: 'Property city',
  state: 'Property state',
  zip: 'Property ZIP',
  addressFull: 'Property in one line',
  stateZip: 'State and ZIP in one column',
  cityStateZip: 'City, state and ZIP in one column',
  zipPlus4: 'ZIP with its +4',
  plus4: 'The ZIP’s +4',
  parcelId: 'Parcel number',
  numberPrefix: 'Prefix of the house number',
  houseNumber: 'House number',
  numberTo: 'Last house number of a range',
  numberSuffix: 'Letter or fraction of the house number',
  preModifier: 'Word before the street',
  preDirection: 'Direction before the street',
  preType: 'Street type before the name',
  preSeparator: 'Words between type and name',
  streetName: 'Street name',
  streetSuffix: 'Street suffix',
  postDirection: 'Direction after the street',
  postModifier: 'Word after the street',
  building: 'Property building',
  floor: 'Property floor',
  unitType: 'Type of unit',
  fullName: 'Owner’s full name',
  firstName: 'Owner’s first name',
  lastName: 'Owner’s last name',
  ownerId: 'Owner ID',
  owner2FullName: 'Second owner’s full name',
  owner2FirstName: 'Second owner’s first name',
  owner2LastName: 'Second owner’s last name',
  phone: 'Phone',
  phoneType: 'Type of the phone',
  phoneDnc: 'Do Not Call flag of the phone',
  litigator: 'Litigator or scrub: counts as Do Not Call',
  wrongNumber: 'Wrong number: the phone is left out',
  deceased: 'Owner is deceased: not imported',
  owner2Deceased: 'Second owner is deceased',
  email: 'Email',
  contactName: 'Contact of the phones and emails',
  mailing: 'Mailing address',
  mailingAddress: 'Mailing street',
  mailingUnit: 'Mailing unit',
  mailingCity: 'Mailing city',
  mailingState: 'Mailing state',
  mailingZip: 'Mailing ZIP',
  mailingZipPlus4: 'Mailing ZIP’s +4',
  mailingFull: 'Mailing address in one line',
  mailingCityState: 'Mailing city and state in one column',
  mailingCityStateZip: 'Mailing city, state and ZIP in one column',
  careOf: 'Care of',
};

/** Label of a field. */
export const labelOf = (field: string): string => LABELS[field] ?? field;

/** Parts of a street split over several columns. What belongs to the number is added to a whole line, too, as a unit is. */
const STREET_FIELDS = STREET_PARTS.filter((part) => !/^number/.test(part));

const OFFERED = [
  { group: 'Property', fields: ['address', ...UNIT_PARTS, 'city', 'state', 'zip', 'addressFull'] },
  { group: 'Property’s street, split across columns', fields: STREET_PARTS },
  {
    group: 'Owner',
    fields: [
      ...['fullName', 'firstName', 'lastName', 'owner2FullName', 'owner2FirstName', 'owner2LastName'],
      'ownerId',
    ],
  },
  {
    group: 'Phones and emails, several columns each',
    fields: ['phone', 'phoneType', 'phoneDnc', 'litigator', 'wrongNumber', 'email'],
  },
  {
    group: 'Mailing address',
    fields: ['mailingAddress', 'mailingUnit', 'mailingCity', 'mailingState', 'mailingZip', 'mailingFull'],
  },
] as const satisfies readonly { group: string; fields: readonly string[] }[];

/** Fields that may be in several columns. */
const IN_MANY: ReadonlySet<string> = new Set([
  'phone',
  'phoneType',
  'phoneDnc',
  'litigator',
  'wrongNumber',
  'email',
]);
/** Names of the server for columns that it detected together: they are no choices. */
const DETECTED_ONLY: ReadonlySet<string> = new Set(['mailing', 'contactName']);
const ONE_COLUMN: ReadonlySet<string> = new Set(
  OFFERED.flatMap(({ fields }) => [...fields]).filter((field) => !IN_MANY.has(field)),
);

const MENU = OFFERED.map(({ group, fields }) => ({
  group,
  items: fields.map((field) => ({ value: field, label: labelOf(field) })),
}));

/** Choices in the menu of a column: a use that only the server detects is among them while it has it. */
export const menuOf = (use: string | null) =>
  use === null || OFFERED.some(({ fields }) => (fields as readonly string[]).includes(use))
    ? MENU
    : [{ group: 'Detected', items: [{ value: use, label: labelOf(use) }] }, ...MENU];

/** Field → headers. */
export type Mapping = Readonly<Record<string, readonly string[]>>;

/** The columns of a file as they are to be read. */
export interface Columns {
  mapping: Mapping;
  /** Headers of recognized columns that are not to be read. */
  unused: readonly string[];
}

type Found = Pick<OwnerFile, 'suggested' | 'split'>;

/** Columns as detected, with the choices of an earlier attempt. */
export function columnsOf(
  { suggested }: Pick<OwnerFile, 'suggested'>,
  { map = {}, unused = [] }: { map?: Mapping; unused?: readonly string[] },
): Columns {
  const all = Object.entries({ ...suggested, ...map });
  const read = all.map(([field, headers]) => [field, headers.filter((name) => !unused.includes(name))]);
  return { mapping: Object.fromEntries(read) as Mapping, unused };
}

/** Use of each used column, by its header. A street that the server joins is shown by its parts. */
export function usesOf({ mapping }: Columns, { split }: Found): ReadonlyMap<string, string> {
  const uses = new Map<string, string>();
  for (const [field, headers] of Object.entries(isJoined(mapping) ? inParts(mapping, split) : mapping))
    for (const header of headers) if (!uses.has(header)) uses.set(header, field);
  return uses;
}

/**
 * The columns after the menu of one was set: it has one use. Except for phones and emails, a use has one column.
 * @param use null for none
 */
export function withUse(columns: Columns, found: Found, header: string, use: string | null): Columns {
  const kept = columns.unused.filter((name) => name !== header);
  const isPart = (field: string | null | undefined) => STREET_FIELDS.some((part) => part === field);
  const before = usesOf(columns, found).get(header);
  let { mapping } = columns;
  if (isJoined(mapping) && (isPart(before) || isPart(use) || isStreet(use)))
    mapping = inParts(mapping, found.split);
  const next: Record<string, readonly string[]> = {};
  for (const [field, headers] of Object.entries(mapping)) {
    const isReplaced = use === field && !IN_MANY.has(field);
    next[field] = isReplaced || isOtherStreet(field, use) ? [] : headers.filter((name) => name !== header);
  }
  if (use !== null) return { mapping: { ...next, [use]: [...(next[use] ?? []), header] }, unused: kept };
  const isDetected = Object.values(found.suggested).some((headers) => headers.includes(header));
  return { mapping: next, unused: isDetected ? [...kept, header] : kept };
}

const isStreet = (use: string | null): boolean => use === 'address' || use === 'addressFull';

/** Whether a field holds the street in another way than the one just chosen. */
const isOtherStreet = (field: string, use: string | null): boolean =>
  use !== null &&
  field !== use &&
  (isStreet(use)
    ? isStreet(field) || STREET_FIELDS.some((part) => part === field)
    : STREET_FIELDS.some((part) => part === use) && isStreet(field));

/** Whether the server joins the street's columns. */
const isJoined = ({ address = [] }: Mapping): boolean => address.length > 1;

/** The same street as a column for each part. */
const inParts = ({ address = [], ...mapping }: Mapping, split: Found['split']): Mapping => ({
  ...mapping,
  address: address.filter((header) => !Object.values(split).includes(header)),
  ...Object.fromEntries(Object.entries(split).map(([part, header]) => [part, [header]])),
});

/**
 * Choices to send: changed fields plus every single-column field shown, because choosing one column
 * changes how the server reads its neighbors. Empty if nothing changed.
 */
export function choicesOf(suggested: Mapping, chosen: Mapping): Record<string, string[]> {
  const isChanged = ([field, headers]: readonly [string, readonly string[]]): boolean => {
    const before = suggested[field] ?? [];
    return headers.length !== before.length || headers.some((header, at) => header !== before[at]);
  };
  const entries = Object.entries(chosen).filter(([field]) => !DETECTED_ONLY.has(field));
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

/** Whether a split street has no column with house numbers, so that nothing could match. */
export const lacksHouseNumber = ({ mapping }: Columns): boolean =>
  STREET_FIELDS.some((field) => (mapping[field] ?? []).length > 0) &&
  (mapping['houseNumber'] ?? []).length === 0;

/** Asks about a column that may hold a field nothing is read for; null if the file leaves no doubt. */
export function unclearDoubt(
  { unclear }: Pick<OwnerFile, 'unclear'>,
  { mapping }: Columns,
  header: string,
): string | null {
  const fields = Object.entries(unclear).filter(
    ([field, headers]) => headers.includes(header) && (mapping[field] ?? []).length === 0,
  );
  const labels = fields.map(([field]) => labelOf(field));
  return labels.length === 0 ? null : `${labels.join(' or ')}? Not used until you choose it.`;
}
