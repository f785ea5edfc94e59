/** Chooses the co-owner that a lead names. */
import { foldText, withoutApostrophes } from '../words.js';

type Id = string | number | null | undefined;

export interface OwnerName {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly fullName?: string | null | undefined;
  /** Place of the owner within one record of the source: 1, 2 … */
  readonly ownerNumber?: number | null | undefined;
  readonly ownerId?: Id;
}

export interface NameHint {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
}

/**
 * The owner with the name that fits the hint best: first and last name, then initial and last name, then the last name alone.
 * Where the names do not decide, the first owner: by owner number, else by the smallest id. Never by position.
 */
export function chooseOwner<T extends OwnerName>(owners: readonly T[], hint?: NameHint): T | undefined {
  if (owners.length < 2) return owners[0];
  const ordered = [...owners].sort(byNumberThenId);
  const [first] = ordered;
  if (hint === undefined) return first;
  const wanted = { first: nameWords(hint.firstName), last: nameWords(hint.lastName) };
  if (wanted.first.length + wanted.last.length === 0) return first;

  let best: T | undefined;
  let bestFit = 0;
  let tied = false;
  for (const owner of ordered) {
    const fit = nameFit(owner, wanted.first, wanted.last);
    if (fit > bestFit) {
      best = owner;
      bestFit = fit;
      tied = false;
    } else if (fit === bestFit && fit > 0) tied = true;
  }
  // Two owners have the same name: the first of them, which is `best`, since the owners are in order.
  return tied && bestFit < LAST_NAME ? first : (best ?? first);
}

const EXACT = 4;
const INITIAL = 3;
const LAST_NAME = 2;
const FIRST_NAME = 1;

/** Names are compared as sets of words: `DOE JANE`, `Jane Doe` and `Doe, Jane Q` differ in order only. */
function nameFit(owner: OwnerName, first: readonly string[], last: readonly string[]): number {
  const own = [...nameWords(owner.firstName), ...nameWords(owner.lastName)];
  const words = new Set(own.length > 0 ? own : nameWords(owner.fullName));
  const has = (wanted: readonly string[]) => wanted.length > 0 && wanted.every((word) => words.has(word));
  const joined = [...words].join('');
  const hasLast =
    has(last) || (last.length > 0 && joined.includes(last.join('')) && last.join('').length > 3);
  const hasFirst = has(first) || (first[0] !== undefined && first[0].length > 1 && words.has(first[0]));
  if (last.length === 0) return hasFirst ? FIRST_NAME : 0;
  if (!hasLast) return 0;
  if (first.length === 0) return LAST_NAME;
  if (hasFirst) return EXACT;
  const initial = first[0]?.charAt(0) ?? '';
  const others = [...words].filter((word) => !last.includes(word));
  const fits = others.some(
    (word) => word.charAt(0) === initial && (word.length === 1 || first[0]?.length === 1),
  );
  return fits ? INITIAL : LAST_NAME;
}

function nameWords(name: string | null | undefined): string[] {
  if (typeof name !== 'string' || name === '') return [];
  return withoutApostrophes(foldText(name.slice(0, 200)))
    .replaceAll('.', '')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '' && !GENERATIONS.has(word));
}

const GENERATIONS = new Set(['JR', 'SR', 'II', 'III', 'IV']);

function byNumberThenId(a: OwnerName, b: OwnerName): number {
  const number = (a.ownerNumber ?? Infinity) - (b.ownerNumber ?? Infinity);
  if (number !== 0 && !Number.isNaN(number)) return number;
  return (
    compareIds(a.ownerId, b.ownerId) ||
    compareIds(a.fullName, b.fullName) ||
    compareIds(a.lastName, b.lastName) ||
    compareIds(a.firstName, b.firstName)
  );
}

const ONLY_DIGITS = /^\d+$/;

function compareIds(a: Id, b: Id): number {
  if (a === b) return 0;
  if (a === undefined || a === null) return 1;
  if (b === undefined || b === null) return -1;
  const [x, y] = [String(a), String(b)];
  // `9` comes before `10`, as a number and as text.
  const isShorter = x.length !== y.length && ONLY_DIGITS.test(x) && ONLY_DIGITS.test(y);
  return isShorter ? x.length - y.length : x < y ? -1 : 1;
}
