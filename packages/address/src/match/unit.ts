/** How far two units agree, and how the other units of a building decide a doubt. */
import { suffixes } from '../data/street-words.js';
import { unitDesignators } from '../data/units.js';
import type { ParsedAddress } from '../types.js';
import { type Agreement, COMPATIBLE, different } from './grades.js';

/** Agreement of two addresses that differ only in their units; `agreed` is the agreement of all other parts. */
export function otherUnit(a: ParsedAddress, b: ParsedAddress, agreed: Agreement): Agreement {
  const [x, y] = [a.unitKey, b.unitKey];
  if (x === '' || y === '') return different('unit_missing');
  // Fast path: units that end differently never agree below, and most units of a building do.
  if (x.charCodeAt(x.length - 1) !== y.charCodeAt(y.length - 1)) return different('unit');
  const [left, right] = [withoutKinds(x), withoutKinds(y)];
  if (left === right) return COMPATIBLE;
  // A missing point is the only doubt that is tolerated.
  if (agreed.rank === 3 && (isWithoutPoint(left, right) || isWithoutPoint(right, left))) return COMPATIBLE;
  return different('unit');
}

const KIND = /(^|\/)[A-Z]+:/g;

function withoutKinds(unitKey: string): string {
  return unitKey.includes(':') ? unitKey.replace(KIND, '$1') : unitKey;
}

/** `BLDG 1403` may be `BLDG 14.03`, but `APT 50` is not `APT 5.0`, which a spreadsheet made of `APT 5`, and `12` is not `1.2`. */
function isWithoutPoint(unit: string, pointed: string): boolean {
  return (
    unit.length < pointed.length &&
    !unit.includes('.') &&
    pointed.replaceAll('.', '') === unit &&
    POINT_WITHIN.test(pointed) &&
    !ONLY_ZEROS_BEHIND.test(pointed)
  );
}

/** A point within four digits or more. */
const POINT_WITHIN = /(?=[\d.]{5})\d{1,20}\.\d/;
const ONLY_ZEROS_BEHIND = /\.0+(?!\d)/;

/** `22 RUDSBORO RD 34` is `22 RUDSBORO RD, #34`, and `20 ELM RD B` is `20 ELM RD, B`. */
export function hasBareUnit(a: ParsedAddress, b: ParsedAddress): boolean {
  if (b.unitKey === '' || a.unitKey !== '' || a.suffix !== '') return false;
  const unit = withoutKinds(b.unitKey);
  if (!a.street.endsWith(' ' + unit)) return false;
  const suffix = b.suffix === '' ? '' : (suffixes.get(b.suffix)?.name ?? '');
  return (
    a.streetKey === b.streetKey + suffix + unit &&
    a.predirectional === b.predirectional &&
    a.postdirectional === b.postdirectional
  );
}

/**
 * Whether the units on file at the address show that the lead means another unit than the record: `APT 2` is
 * not `LOT 2` where there is an `APT 1`, and `UNIT 52.13` is not `UNIT 5213` beside `UNIT 52.14`.
 *
 * @param others addresses that agree with the lead in everything but their unit
 */
export function isElsewhere(
  lead: ParsedAddress,
  record: ParsedAddress,
  others: readonly ParsedAddress[],
): boolean {
  if (lead.unitKey === record.unitKey || record.unitKey === '') return false;
  const kind = kindOf(lead.unitKey);
  const isOtherKind = kindOf(record.unitKey) !== kind;
  const isPointed = lead.unitKey.includes('.');
  const isOtherStyle = isPointed !== record.unitKey.includes('.');
  const isOfStyle = ({ unitKey }: ParsedAddress) =>
    isPointed ? unitKey.includes('.') : ONLY_DIGITS.test(unitKey) && unitKey.length === lead.unitKey.length;
  return others.some(
    (other) => (isOtherKind && kindOf(other.unitKey) === kind) || (isOtherStyle && isOfStyle(other)),
  );
}

const ONLY_DIGITS = /^(?:[A-Z]+:)?\d+$/;
const KINDS = /[A-Z]{1,20}(?=:)/g;
/** `4`, `4B`, `B-4`, `B`, but not a word such as `REAR`. */
const APARTMENT = /(?:^|\/)(?:\d\S{0,20}|[A-Z](?:-?\d\S{0,20})?)$/;

/** Kinds of the unit's levels: `LOT`; `APT` also for `# 4` and a bare `4`. Empty for a word. */
function kindOf(unitKey: string): string {
  if (unitKey.includes(':')) return unitKey.match(KINDS)?.join() ?? '';
  return APARTMENT.test(unitKey) ? 'APT' : '';
}

/** True for a letter without designator, which may be apartment `R` or short for `REAR`. */
export function isInitial({ unitType, unitKey }: ParsedAddress): boolean {
  return unitKey.length === 1 && unitType === '' && INITIALS.has(unitKey);
}

/** Whether `R` may stand for the unit of `other`, `REAR`. */
export function mayBeShortFor({ unitKey }: ParsedAddress, other: ParsedAddress): boolean {
  return other.unitKey.startsWith(unitKey) && unitDesignators.get(other.unitKey)?.range === false;
}

const INITIALS = new Set(
  [...unitDesignators].flatMap(([word, { range, local }]) => (range || local ? [] : [word.charAt(0)])),
);
