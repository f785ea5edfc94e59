/** How far two addresses agree, and what they differ in. */

export type Grade = 'exact' | 'equivalent' | 'compatible';

/** Why two addresses are not the same property, from the least to the most that agrees. */
export type Difference =
  | 'not_an_address'
  | 'not_a_property'
  | 'no_number'
  | 'no_street'
  | 'no_place'
  | 'state'
  | 'number'
  | 'zip'
  | 'city'
  | 'street'
  | 'urbanization'
  | 'suffix'
  | 'directional'
  | 'city_unconfirmed'
  | 'unit'
  | 'unit_missing';

export interface Agreement {
  /** 3 exact, 2 equivalent, 1 compatible, 0 different. */
  readonly rank: 0 | 1 | 2 | 3;
  readonly grade: Grade | undefined;
  readonly difference: Difference | undefined;
}

export const EXACT: Agreement = { rank: 3, grade: 'exact', difference: undefined };
export const EQUIVALENT: Agreement = { rank: 2, grade: 'equivalent', difference: undefined };
export const COMPATIBLE: Agreement = { rank: 1, grade: 'compatible', difference: undefined };

const ORDER: readonly Difference[] = [
  'not_an_address',
  'not_a_property',
  'no_number',
  'no_street',
  'no_place',
  'state',
  'number',
  'zip',
  'city',
  'street',
  'urbanization',
  'suffix',
  'directional',
  'city_unconfirmed',
  'unit',
  'unit_missing',
];
const DIFFERENT = new Map(
  ORDER.map((difference): [Difference, Agreement] => [difference, { rank: 0, grade: undefined, difference }]),
);

export function different(difference: Difference): Agreement {
  return DIFFERENT.get(difference) ?? { rank: 0, grade: undefined, difference };
}

/** The higher grade, or the difference that leaves more in common. */
export function better(a: Agreement, b: Agreement): Agreement {
  if (a.rank !== b.rank) return a.rank > b.rank ? a : b;
  if (a.difference === undefined || b.difference === undefined) return a;
  return ORDER.indexOf(a.difference) >= ORDER.indexOf(b.difference) ? a : b;
}

/** The one that leaves less in common, so that the order of the two does not matter. */
export function earlier(a: Difference | undefined, b: Difference | undefined): Difference {
  if (a === undefined || b === undefined) return a ?? b ?? 'not_an_address';
  return ORDER.indexOf(a) <= ORDER.indexOf(b) ? a : b;
}

/** The lower of two grades. */
export function combine(a: Agreement, b: Agreement): Agreement {
  return a.rank <= b.rank ? a : b;
}
