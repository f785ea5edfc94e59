import type { ChoosableField, Decisions, Look } from '../../lead-file/report.js';

/** How a list writes the street address. */
export type AddressKind = 'column' | 'one-line' | 'parts';

export const PARTS = ['houseNumber', 'preDirection', 'streetName', 'streetSuffix', 'postDirection'] as const;
const STREET_FIELDS: Readonly<Record<AddressKind, readonly ChoosableField[]>> = {
  column: ['address'],
  'one-line': ['addressFull'],
  parts: PARTS,
};

/** The kind of address that a field is of; null for a field of every kind. */
export const kindWith = (field: ChoosableField): AddressKind | null =>
  (Object.keys(STREET_FIELDS) as AddressKind[]).find((kind) => STREET_FIELDS[kind].includes(field)) ?? null;

/** Fields with a column to choose, in the order shown. */
export const fieldsOf = (kind: AddressKind): readonly ChoosableField[] => [
  ...STREET_FIELDS[kind],
  'unit',
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
  if (kind === 'parts')
    return { ...others, address: '', houseNumber: '', streetName: before, ...partsOf(look) };
  return { ...others, [field]: before };
}

/** The columns of the street's parts: those that are joined already, or else those that look like it. */
export function partsOf({ fields, split }: Look): Look['split'] {
  const found = fields.find(({ field }) => field === 'address');
  if (found?.from !== 'joined') return split;
  const parts = { ...split };
  const name = found.headers.indexOf(split.streetName ?? '');
  if (name === -1) return split;
  const known = new Set<string>(Object.values(split));
  // They are joined in the order of the line.
  for (const [at, header] of found.headers.entries()) {
    const places = at < name ? PARTS.slice(0, 2) : PARTS.slice(3);
    const free = places.find((part) => parts[part] === undefined);
    if (!known.has(header) && free !== undefined) parts[free] = header;
  }
  return parts;
}

/** True if every column is certain and the person has changed nothing: skip to Review. */
export function isCertain({ shape, errors, warnings, fields }: Look, decisions: Decisions): boolean {
  const hasDoubt = fields.some(({ from, sure }) => from === 'unclear' || sure === 'assumed');
  return (
    shape === 'table' && errors.length === 0 && warnings.length === 0 && !hasDoubt && !hasDecided(decisions)
  );
}

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
