/**
 * How far two addresses agree. Every part is compared; one part that differs ends it. Three grades of agreement:
 *
 * - `exact`: every part is the same in another spelling.
 * - `equivalent`: the same street written in another order or with other joints: `12 E OAK ST` and `12 OAK ST E`,
 *   `LAKE SHORE` and `LAKESHORE`.
 * - `compatible`: something is missing on one side or mistyped. Counts only where exactly one property fits, and where no
 *   street on file says that it is another one (evidence.ts).
 */
import { directionals, suffixes } from '../data/street-words.js';
import { unitDesignators } from '../data/units.js';
import { rangeEnds } from '../parse/number.js';
import { BARE, isRoadKey } from '../parse/roads.js';
import type { ParsedAddress } from '../types.js';
import {
  COMPATIBLE,
  DOUBTFUL,
  EQUIVALENT,
  EXACT,
  better,
  combine,
  different,
  earlier,
  type Agreement,
  type Difference,
} from './grades.js';
import { haveSameDirections, streetAgreement } from './street.js';

/** The best agreement any reading of `a` has with any reading of `b`. Symmetric. */
export function agreement(a: ParsedAddress, b: ParsedAddress): Agreement {
  let best = readingAgreement(a, b);
  if (best.rank === 3 || (a.otherReadings.length === 0 && b.otherReadings.length === 0)) return best;
  let missing: Agreement | undefined;
  for (const left of readingsOf(a)) {
    for (const right of readingsOf(b)) {
      const found = readingAgreement(left, right);
      if (found.difference === 'unit_missing') missing = found;
      best = better(best, found);
    }
  }
  // `12 OAK ST, N` may be apartment N, so it is not `12 OAK ST` without its direction.
  return best.doubtful ? (missing ?? best) : best;
}

export function readingsOf(address: ParsedAddress): readonly ParsedAddress[] {
  return [address, ...address.otherReadings];
}

/** The reason why an address cannot be a property at all. */
export function whyNoProperty(a: ParsedAddress): Difference | undefined {
  if (a.kind === 'none') return 'not_an_address';
  if (a.kind !== 'street') return 'not_a_property';
  if (a.numberKey === '') return a.number === '' ? 'no_number' : 'no_house';
  if (a.streetKey === '') return 'no_street';
  return undefined;
}

export function readingAgreement(a: ParsedAddress, b: ParsedAddress): Agreement {
  const missing = whyNoProperty(a);
  const other = whyNoProperty(b);
  if (missing !== undefined || other !== undefined) return different(earlier(missing, other));

  if (a.stateKey !== '' && b.stateKey !== '' && a.stateKey !== b.stateKey) return different('state');
  const number = numberAgreement(a, b);
  if (number.rank === 0) return number;

  const place = placeAgreement(a, b);
  if (place.rank === 0) return place;
  if (a.urbanization !== b.urbanization && fold(a.urbanization) !== fold(b.urbanization))
    return different('urbanization');

  const street = streetAgreement(a, b, number.rank === 3 && place.rank === 3);
  if (a.predirectional + a.postdirectional !== b.predirectional + b.postdirectional) {
    if (a.needsZip || b.needsZip) return different('city_unconfirmed');
    // `31 CEDAR ST, EAST LANSING` is not `31 CEDAR ST E, LANSING`, even in one ZIP.
    if (isDirected(a, b) || isDirected(b, a)) return different('city');
  }
  // The words are the same, but one side takes the last one for a unit.
  if (a.unitKey !== b.unitKey && (hasBareUnit(a, b) || hasBareUnit(b, a)))
    return combine(isRoad(a) || isRoad(b) ? DOUBTFUL : EQUIVALENT, combine(number, place));
  if (a.unitKey !== b.unitKey && (mayHaveUnit(a, b) || mayHaveUnit(b, a)))
    return combine(DOUBTFUL, combine(number, place));
  if (street.rank === 0) return street;
  const agreed = combine(number, combine(place, street));
  return a.unitKey === b.unitKey ? agreed : combine(agreed, otherUnit(a, b, agreed));
}

function fold(text: string): string {
  return text.replaceAll(' ', '');
}

/** A range agrees with its two ends and with itself. */
function numberAgreement(a: ParsedAddress, b: ParsedAddress): Agreement {
  if (a.numberKey === b.numberKey || a.number === b.number) return EXACT;
  if ((a.numberForm === 'range') === (b.numberForm === 'range')) return different('number');
  const [range, other] = a.numberForm === 'range' ? [a.number, b.numberKey] : [b.number, a.numberKey];
  return rangeEnds(range).includes(other) ? COMPATIBLE : different('number');
}

/** ZIPs must agree where both are known; otherwise city and state must. */
function placeAgreement(a: ParsedAddress, b: ParsedAddress): Agreement {
  const needsCity = a.needsCity || b.needsCity;
  const sameCity = a.cityKey !== '' && a.cityKey === b.cityKey;
  if (a.zip5 !== '' && b.zip5 !== '') {
    if (a.zip5 !== b.zip5) return different('zip');
    return needsCity && !sameCity ? different('city_unconfirmed') : lineCityAgreement(a, b);
  }
  if (a.needsZip || b.needsZip) return different('city_unconfirmed');
  if (a.cityKey === '' || b.cityKey === '' || a.stateKey === '' || b.stateKey === '')
    return different('no_place');
  if (sameCity) return lineCityAgreement(a, b);
  if (needsCity) return different('city_unconfirmed');
  return different(isMore(a, b) || isMore(b, a) ? 'unit_missing' : 'city');
}

/**
 * A city that follows the street without a comma may begin with words that were not understood: `LEFT DOVER`
 * is Dover after a unit, and another name for Camden only if nothing better fits.
 */
function lineCityAgreement(a: ParsedAddress, b: ParsedAddress): Agreement {
  if (a.lineCity === b.lineCity) return EXACT;
  const [x, y] = [a.lineCity || a.cityKey, b.lineCity || b.cityKey];
  if (x === y) return EXACT;
  if (a.lineCity !== '' && b.lineCity !== '') return different('city');
  return isMore(a, b) || isMore(b, a) ? different('unit_missing') : COMPATIBLE;
}

/**
 * True if the city of the line `a` has a word before the city of `b`. A direction there is part of the name, unless the line says
 * another city than its own field.
 */
function isMore(a: ParsedAddress, { lineCity, cityKey }: ParsedAddress): boolean {
  const line = a.lineCity;
  const city = lineCity || cityKey;
  if (city === '' || line === city || !line.endsWith(city)) return false;
  return line !== a.cityKey || !directionals.has(line.slice(0, -city.length));
}

/** True if the city of `a` is the city of `b` with a direction before it: `EAST LANSING`. No town is named `SW LEESBURG`. */
function isDirected({ cityKey: a }: ParsedAddress, { cityKey: b }: ParsedAddress): boolean {
  return b !== '' && a.endsWith(b) && directionals.get(a.slice(0, -b.length))?.length === 1;
}

/** Agreement of two addresses that differ only in their units; `agreed` is the agreement of all other parts. */
function otherUnit(a: ParsedAddress, b: ParsedAddress, agreed: Agreement): Agreement {
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

/** A road named by a number or letter: what stands behind it may be its own, `ROUTE 17 M`, `AVENUE K 6`. */
function isRoad({ streetKey }: ParsedAddress): boolean {
  return isRoadKey(streetKey) || LETTERED.test(streetKey);
}

const LETTERED = /^AVENUE[A-Z]$/;

/** `22 RUDSBORO RD 34` is `22 RUDSBORO RD, #34`, and `20 ELM RD B` is `20 ELM RD, B`. */
function hasBareUnit(a: ParsedAddress, b: ParsedAddress): boolean {
  if (b.unitKey === '' || a.unitKey !== '' || a.suffix !== '') return false;
  const unit = withoutKinds(b.unitKey);
  if (!a.street.endsWith(' ' + unit)) return false;
  const suffix = b.suffix === '' ? '' : (suffixes.get(b.suffix)?.name ?? '');
  return a.streetKey === b.streetKey + suffix + unit && haveSameDirections(a, b);
}

/** `PACIFIC COAST HWY 21` may be `PACIFIC COAST HWY, #21`. What follows `OLD HWY` is always the number of the road. */
function mayHaveUnit(a: ParsedAddress, b: ParsedAddress): boolean {
  if (b.suffix !== 'HWY' || a.unitKey !== '' || NOT_A_NAME.test(b.streetKey)) return false;
  return a.streetKey === b.streetKey + BARE + withoutKinds(b.unitKey) && haveSameDirections(a, b);
}

const NOT_A_NAME = /^(?:OLD|NEW|BUSINESS|ALTERNATE|SPUR|SCENIC|STATE|COUNTY)?$/;

/**
 * Whether the units on file at the address show that the lead means another unit than the record: a `LOT 2` is not `BLDG 2` where there
 * is an `APT 1`, so that the building tells its kinds apart, and `UNIT 52.13` is not `UNIT 5213` beside `UNIT 52.14`.
 *
 * @param others addresses that agree with the record in everything but their unit
 */
export function isElsewhere(
  lead: ParsedAddress,
  record: ParsedAddress,
  others: () => readonly ParsedAddress[],
): boolean {
  if (lead.unitKey === record.unitKey || record.unitKey === '') return false;
  const kind = kindOf(record.unitKey);
  // A unit that was read as the end of the street, `20 BIRCH RD 4`, has no designator.
  const isOtherKind = kindOf(lead.unitKey || withoutKinds(record.unitKey)) !== kind;
  const isPointed = lead.unitKey.includes('.');
  const isOtherStyle = isPointed !== record.unitKey.includes('.');
  if (!isOtherKind && !isOtherStyle) return false;
  const isOfStyle = ({ unitKey }: ParsedAddress) =>
    isPointed ? unitKey.includes('.') : ONLY_DIGITS.test(unitKey) && unitKey.length === lead.unitKey.length;
  const isOfAnotherKind = ({ unitKey }: ParsedAddress) => !['', kind].includes(kindOf(unitKey));
  return others().some(
    (other) => (isOtherKind && isOfAnotherKind(other)) || (isOtherStyle && isOfStyle(other)),
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
  return other.unitKey.startsWith(unitKey) && unitDesignators.get(other.unitKey)?.needsIdentifier === false;
}

const INITIALS = new Set(
  [...unitDesignators].flatMap(([word, { needsIdentifier, local }]) =>
    needsIdentifier || local ? [] : [word.charAt(0)],
  ),
);
