/** Grades of agreement between two addresses, and their differences. */

export type Grade = 'exact' | 'equivalent' | 'compatible';

/** Reasons why two addresses are not the same property, as clauses for a person, from the least to the most that agrees. */
export const DIFFERENCES = {
  not_an_address: 'the text is not an address',
  not_a_property: 'boxes, routes, general delivery, military mail and intersections are never a property',
  no_number: 'it has no house number',
  no_house: 'its number stands for a missing one, or for a whole block',
  no_street: 'it has no street',
  no_place: 'it has no ZIP, and no city with its state, to compare',
  state: 'the states differ',
  number: 'the numbers differ',
  zip: 'the ZIPs differ',
  city: 'the cities differ, and one side has no ZIP',
  street: 'no record with this number, in this ZIP or city, is on this street',
  urbanization: 'the urbanizations differ',
  suffix: 'the street suffixes differ',
  directional: 'the directions differ',
  city_unconfirmed: 'the line does not say where its street ends, and the city on record does not settle it',
  unit: 'the units differ',
  unit_missing: 'one side has a unit and the other has none',
} as const;

export type Difference = keyof typeof DIFFERENCES;

export interface Agreement {
  /** 3 exact, 2 equivalent, 1 compatible, 0 different. */
  readonly rank: 0 | 1 | 2 | 3;
  readonly grade: Grade | undefined;
  readonly difference: Difference | undefined;
  /** The tolerated difference may mean another street or city; the streets on file decide (evidence.ts). */
  readonly doubtful: boolean;
}

const agrees = (rank: 1 | 2 | 3, grade: Grade, doubtful: boolean): Agreement => ({
  rank,
  grade,
  difference: undefined,
  doubtful,
});

export const EXACT = agrees(3, 'exact', false);
export const EQUIVALENT = agrees(2, 'equivalent', false);
/** A direction before the name on one side and behind it on the other, or `BROADWAY` and `BROAD WAY`. */
export const MOVED = agrees(2, 'equivalent', true);
/** A range and one end of it, or a unit without its point: the streets on file cannot decide these. */
export const COMPATIBLE = agrees(1, 'compatible', false);
/** A part of the street is missing, or a letter is wrong. */
export const DOUBTFUL = agrees(1, 'compatible', true);

const ORDER = Object.keys(DIFFERENCES);

export function different(difference: Difference): Agreement {
  return { rank: 0, grade: undefined, difference, doubtful: false };
}

/** The higher grade, or the difference that leaves more in common. */
export function better(a: Agreement, b: Agreement): Agreement {
  if (a.rank !== b.rank) return a.rank > b.rank ? a : b;
  if (a.difference === undefined || b.difference === undefined) return a;
  return ORDER.indexOf(a.difference) >= ORDER.indexOf(b.difference) ? a : b;
}

/** The difference that leaves less in common, so that the order of the two does not matter. */
export function earlier(a: Difference | undefined, b: Difference | undefined): Difference {
  if (a === undefined || b === undefined) return a ?? b ?? 'not_an_address';
  return ORDER.indexOf(a) <= ORDER.indexOf(b) ? a : b;
}

/** The lower of two grades; doubtful if one of them is. */
export function combine(a: Agreement, b: Agreement): Agreement {
  // Fast path: nearly always one of them is exact.
  if (b === EXACT) return a;
  if (a === EXACT) return b;
  const [lower, higher] = a.rank <= b.rank ? [a, b] : [b, a];
  if (lower.rank === 0 || lower.doubtful || !higher.doubtful) return lower;
  return lower.rank === 2 ? MOVED : DOUBTFUL;
}
