import { STREET_PARTS, UNIT_PARTS, type MappedField } from '@skiptrace/csv';
import type { UploadRecord } from '../../lead-file/records.js';
import type { ChoosableField, Decisions, Look } from '../../lead-file/report.js';

/** How a list writes the street address. */
type AddressKind = 'column' | 'one-line' | 'parts';

/** The parts of a split street. What belongs to the number is added to a whole line, too, as a unit is. */
const PARTS = STREET_PARTS.filter((part) => !/^number/.test(part));
const STREET_FIELDS: Readonly<Record<AddressKind, readonly ChoosableField[]>> = {
  column: ['address'],
  'one-line': ['addressFull'],
  parts: PARTS,
};

/** The kind of address that a field is of; null for a field of every kind. */
const kindWith = (field: ChoosableField): AddressKind | null =>
  (Object.keys(STREET_FIELDS) as AddressKind[]).find((kind) => STREET_FIELDS[kind].includes(field)) ?? null;

/** Fields with a column to choose, in the order shown. */
const fieldsOf = (kind: AddressKind): readonly ChoosableField[] => [
  ...STREET_FIELDS[kind],
  'numberPrefix',
  'numberTo',
  'numberSuffix',
  ...UNIT_PARTS,
  'city',
  'state',
  'zip',
  'firstName',
  'lastName',
];

/** The person's choices, or else the detected values. */
export function addressKindOf({ fields }: Look, { overrides }: Decisions): AddressKind {
  if (overrides.addressFull !== undefined) return 'one-line';
  if (PARTS.some((part) => overrides[part] !== undefined)) return 'parts';
  if (overrides.address !== undefined) return 'column';
  const from = fields.find(({ field }) => field === 'address')?.from;
  if (from === 'joined') return 'parts';
  return from === 'one-line' ? 'one-line' : 'column';
}

/** Switches the decisions to another kind of address, and discards choices for the other kinds. */
export function withAddressKind(
  kind: AddressKind,
  look: Look,
  overrides: Decisions['overrides'],
): Decisions['overrides'] {
  const { fields, columns } = look;
  const street = new Set<string>(Object.values(STREET_FIELDS).flat());
  const others = Object.fromEntries(Object.entries(overrides).filter(([field]) => !street.has(field)));
  const [field] = STREET_FIELDS[kind];
  const before = fields.find((found) => found.field === 'address')?.headers[0] ?? columns[0]?.name ?? '';
  if (field === undefined) return others;
  // No column holds the whole street line any more; the previous one most likely holds the street's name.
  if (kind === 'parts') return { ...others, address: '', houseNumber: '', streetName: before, ...look.split };
  return { ...others, [field]: before };
}

/** True if every column is certain and the person has changed nothing: skip to Review. */
export function isCertain({ shape, errors, warnings, fields }: Look, decisions: Decisions): boolean {
  const hasDoubt = fields.some(({ from, sure }) => from === 'unclear' || sure === 'assumed');
  return (
    shape === 'table' && errors.length === 0 && warnings.length === 0 && !hasDoubt && !hasDecided(decisions)
  );
}

/**
 * True if the person agreed to these columns with an earlier list, doubts included: skip to Review as well. Not
 * if this list's own cells speak against it.
 */
export const isAgreed = (
  { errors, warnings, fields }: Look,
  { isRemembered, decisions }: UploadRecord,
): boolean =>
  isRemembered === true &&
  decisions.headerRow === null &&
  errors.length === 0 &&
  fields.every(({ from }) => from !== 'unclear') &&
  warnings.every(({ code }) => code !== 'contradicted' && code !== 'unused_unit');

/** Whether the person has decided anything about the columns. */
export const hasDecided = ({ overrides, state, noHeader, headerRow, renameColumns }: Decisions): boolean =>
  Object.keys(overrides).length > 0 ||
  state !== null ||
  noHeader ||
  renameColumns ||
  (headerRow ?? null) !== null;

/** Whether a split street has no column with house numbers, so that nothing would match. */
export function lacksHouseNumber(look: Look, decisions: Decisions): boolean {
  const isJoined = look.fields.some(({ field, from }) => field === 'address' && from === 'joined');
  return addressKindOf(look, decisions) === 'parts' && !isJoined;
}

export const LABELS: Record<ChoosableField, string> = {
  address: 'Street address',
  addressFull: 'Whole address',
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
  building: 'Building',
  floor: 'Floor',
  unitType: 'Type of unit',
  unit: 'Unit',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  firstName: 'Owner’s first name',
  lastName: 'Owner’s last name',
};

/** Choices in the menu of each column. */
export const OFFERED = [
  { group: 'Address', fields: ['address', ...UNIT_PARTS, 'city', 'state', 'zip', 'addressFull'] },
  { group: 'Street split across columns', fields: STREET_PARTS },
  { group: 'Owner (optional, picks the right co-owner)', fields: ['firstName', 'lastName'] },
] as const satisfies readonly { group: string; fields: readonly ChoosableField[] }[];

const isPart = (field: ChoosableField): boolean => (PARTS as readonly string[]).includes(field);

/** Use of each used column, by its name: as the person chose, or else as detected. */
export function usesOf(look: Look, decisions: Decisions): ReadonlyMap<string, ChoosableField> {
  const uses = new Map<string, ChoosableField>();
  for (const field of fieldsOf(addressKindOf(look, decisions))) {
    const header = headerOf(look, decisions, field);
    if (header !== undefined && header !== '' && !uses.has(header)) uses.set(header, field);
  }
  return uses;
}

function headerOf(look: Look, { overrides }: Decisions, field: ChoosableField): string | undefined {
  const chosen = overrides[field];
  if (chosen !== undefined) return chosen;
  const isChosenInParts = PARTS.some((part) => overrides[part] !== undefined);
  if (isPart(field)) return isChosenInParts ? undefined : look.split[field as keyof Look['split']];
  const found = findingOf(look, field);
  if (found === undefined) return look.split[field as keyof Look['split']];
  return found.from === 'column' || field === 'addressFull' ? found.headers[0] : undefined;
}

/** Findings about a field. For the street, they may be of the whole address or of a part of it. */
export function findingOf(look: Look, field: ChoosableField): MappedField | undefined {
  const isStreet = field === 'addressFull' || isPart(field);
  return look.fields.find((found) => found.field === (isStreet ? 'address' : field));
}

/**
 * The choices after the menu of a column was set. A column has one use, and a use one column.
 * @param use null for none
 */
export function withUse(
  look: Look,
  decisions: Decisions,
  header: string,
  use: ChoosableField | null,
): Decisions['overrides'] {
  const before = usesOf(look, decisions).get(header);
  const kind = addressKindOf(look, decisions);
  const wanted = (use === null ? null : kindWith(use)) ?? kind;
  const { overrides } = decisions;
  const changesParts = [use, before].some((field) => field !== null && field !== undefined && isPart(field));
  // A part that is chosen for a detected street stands beside the other parts that were detected.
  const isUndecided = changesParts && !PARTS.some((part) => overrides[part] !== undefined);
  const next = {
    ...(wanted !== kind || (wanted === 'parts' && isUndecided)
      ? withAddressKind(wanted, look, overrides)
      : overrides),
  };
  for (const field of fieldsOf(wanted)) if (next[field] === header || field === before) next[field] = '';
  return use === null ? next : { ...next, [use]: header };
}

/** Where a field's values come from, unless a column and its examples say enough. */
export function reasonOf(found: MappedField | undefined): string | null {
  switch (found?.from) {
    case undefined:
    case 'constant':
      return null;
    case 'column':
      return found.sure === 'assumed' ? found.reason : null;
    case 'zip':
      return 'Not in your file. We’ll get it from the ZIP.';
    case 'empty':
      return 'No column has it. We’ll leave it blank.';
    case 'joined':
    case 'one-line':
    case 'unclear':
      return found.reason;
  }
}
