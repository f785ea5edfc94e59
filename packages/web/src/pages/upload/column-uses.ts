import type { MappedField } from '@skiptrace/csv';
import type { ChoosableField, Decisions, Look } from '../../lead-file/report.js';
import { addressKindOf, fieldsOf, kindWith, PARTS, partsOf, withAddressKind } from './address-kind.js';

export const LABELS: Record<ChoosableField, string> = {
  address: 'Street address',
  addressFull: 'Whole address',
  houseNumber: 'House number',
  preDirection: 'Direction before the street',
  streetName: 'Street name',
  streetSuffix: 'Street suffix',
  postDirection: 'Direction after the street',
  unit: 'Unit',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  firstName: 'Owner’s first name',
  lastName: 'Owner’s last name',
};

/** Choices in the menu of each column. */
export const OFFERED = [
  { group: 'Address', fields: ['address', 'unit', 'city', 'state', 'zip', 'addressFull'] },
  { group: 'Street split across columns', fields: PARTS },
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
  if (isPart(field)) return isChosenInParts ? undefined : partsOf(look)[field as keyof Look['split']];
  const found = findingOf(look, field);
  return found?.from === 'column' || field === 'addressFull' ? found?.headers[0] : undefined;
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
