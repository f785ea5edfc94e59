/**
 * Both ends of a line. Before the number: `APT 4, 20 ELM`, `#42 233 S WACKER`, `URB ALTURAS 5 CALLE 2`, `CITY HALL, 12 OAK ST`. At the
 * end: country, ZIP and state, in any order, with or without commas.
 */
import { stateOfZip, states } from '../data/states.js';
import { countries } from '../lexicon.js';
import { at, isBreak, makeWord, textOf, type Words, type Word } from '../words.js';
import { mailFormAt } from './mail.js';
import { takeNumber } from './number.js';
import { NO_CITY, NO_ZIP, readZip, startOfCounty, type Place, type Zip } from './place.js';
import { gluedUnit, isMark, unitAt, type UnitPart } from './unit.js';

export interface Front {
  readonly units: readonly UnitPart[];
  /** Puerto Rico: `ALTURAS`. */
  readonly urbanization: string;
  /** Index of the word where the number is expected. */
  readonly next: number;
}

const SPANISH_STREETS = /^(?:CALLE|CLLE?|AVE|AVENIDA|AVDA|CARR|CARRETERA|CAMINO|PASEO|VIA|BLVD|PASAJE)$/;
const MAX_URBANIZATION_WORDS = 8;

export function takeFront(words: Words, place: Place): Front {
  const units: UnitPart[] = [];
  let next = 0;
  const { text, digit } = at(words, 0);
  const isMarked = (text === 'NO' || text === '#') && at(words, 1).digit && !at(words, 2).digit;
  if (isMarked) next = 1;
  else if (mailFormAt(words, 0) === undefined) {
    for (let unit = unitBefore(words, next); unit !== undefined; unit = unitBefore(words, next)) {
      units.push(unit.part);
      next = unit.next;
    }
  }
  const named = at(words, next).is.urbanization;
  if (named || (place.state === 'PR' && !digit && takeNumber(words, next, place) === undefined)) {
    const inPuertoRico = { ...place, state: 'PR', stateKey: 'PR' };
    for (let i = next + 1; i < words.length && i - next < MAX_URBANIZATION_WORDS; i++) {
      const number = takeNumber(words, i, inPuertoRico);
      if (number === undefined || !(at(words, i).digit || at(words, i + 1).number)) continue;
      if (!named && !SPANISH_STREETS.test(at(words, number.next).text)) continue;
      // `URB ALTURAS, MUNOZ MARIN 11`: the number stands behind the street.
      const street = at(words, number.next).text === '' ? commaBetween(words, next + 2, i) : i;
      if (street < i) return { units, urbanization: textOf(words, next + 1, street), next: street };
      const to = at(words, i - 1).text === '#' ? i - 1 : i;
      return { units, urbanization: textOf(words, named ? next + 1 : next, to), next: i };
    }
  }
  return { units, urbanization: '', next };
}

/** Index of the first word behind a comma; `to` without one. */
function commaBetween(words: Words, from: number, to: number): number {
  for (let i = from; i < to; i++) if (at(words, i).before === ',') return i;
  return to;
}

/** A unit at `i` with a number or another unit after it. */
function unitBefore(words: Words, i: number) {
  const { text, is } = at(words, i);
  const alone = aloneBefore(words, i);
  if (alone !== undefined) return alone;
  const isDesignated = text === '#' || is.unit !== '' || at(words, i + 1).is.unit !== '';
  const unit = isDesignated ? unitAt(words, i, true) : gluedUnit(words, i, true);
  if (unit === undefined) return undefined;
  const { digit, is: following } = at(words, unit.next);
  return digit || following.unit !== '' ? unit : undefined;
}

/** `REAR 45 POLK ST`, `2ND FL 45 POLK ST`: the number belongs to the house. */
function aloneBefore(words: Words, i: number) {
  const { text, is } = at(words, i);
  const isFloor = at(words, i + 1).is.unit === 'FL';
  const next = isFloor ? i + 2 : i + 1;
  if (!at(words, next).digit || at(words, next + 1).digit || at(words, next + 2).text === '')
    return undefined;
  if (isFloor) {
    const [, floor = ''] = /^(\d+)(?:ST|ND|RD|TH)$/.exec(text) ?? [];
    const id = floor || (is.ordinal > 0 ? String(is.ordinal) : '');
    return id === '' ? undefined : { part: { type: 'FL', id }, next };
  }
  return is.unit !== '' && !is.needsIdentifier && is.unit !== 'PH'
    ? { part: { type: is.unit, id: '' }, next }
    : undefined;
}

/** Index of a number after the name of a building, in a later part of the line, or after `C/O LEE`. */
export function numberAfterBuilding(words: Words, from: number, place: Place): number | undefined {
  for (let i = from; i < words.length; i++) {
    const { digit, is, before } = at(words, i);
    if (
      i > from &&
      (before === ',' || at(words, from).text === 'ATTN') &&
      digit &&
      at(words, i + 1).text !== '' &&
      at(words, i + 1).before !== ','
    ) {
      return takeNumber(words, i, place) === undefined ? undefined : i;
    }
    if (digit || is.strong) return undefined;
  }
  return undefined;
}

/** First words of a line that name no street of Puerto Rico: places, buildings, roads by number. */
const NO_STREETS = new Set(
  (
    'ALT ALTURAS APARTADO BARRIO BO BRISAS BUZON BZN CALLEJON CIUDAD COLINAS COM COMUNIDAD COND CONDOMINIO EDIF ' +
    'EDIFICIO EST ESTANCIAS EXT EXTENSION HACIENDA HACIENDAS JARD JARDINES JDNS KM LOMAS LOTE MANS MANSIONES MONTE ' +
    'PARC PARCELA PARCELAS PARK PARQUE PORTALES PRADERA PRADERAS QTAS QUINTAS RAMAL REPARTO REPTO RES RESIDENCIAL ' +
    'SECT SECTOR SOLAR TERR TERRAZA TERRAZAS TORRE VALLE VILLA VILLAS VISTA VISTAS'
  ).split(' '),
);

/** Puerto Rico: `AVE PONCE DE LEON 435`, `CALLE LUNA # 12 APT 3`, `MUNOZ MARIN 11`, with the number moved to the front. */
export function numberAfterStreet(words: Words, from: number, { stateKey }: Place): Words | undefined {
  const { text, is } = at(words, from);
  if (
    stateKey !== 'PR' ||
    NO_STREETS.has(text) ||
    text.startsWith('CARR') ||
    is.unit !== '' ||
    is.mail ||
    is.road
  )
    return undefined;
  for (let i = from + 2; i < words.length; i++) {
    const word = at(words, i);
    const next = at(words, i + 1);
    const isLast =
      next.text === '' || isBreak(next) || next.text === '#' || next.is.unit !== '' || next.is.urbanization;
    if (word.number && isLast) {
      const nameTo = isMark(words, i - 1) ? i - 1 : i;
      if (nameTo < from + 2) return undefined;
      const number = makeWord(word.text, '', true, true);
      return [number, ...words.slice(from, nameTo), ...words.slice(i + 1), ...words.slice(0, from)];
    }
    if ((isBreak(next) && !next.number) || word.is.unit !== '') return undefined;
  }
  return undefined;
}

export interface Tail {
  /** Index of the first word that belongs to the tail. */
  readonly from: number;
  readonly state: string;
  readonly zip: Zip;
  /** True if the line itself has a state or ZIP. */
  readonly found: boolean;
}

/** Number of words that the street keeps at least: a number and a name. */
const STREET_WORDS = 2;
/** Number of parts: country, ZIP and state. */
const PARTS = 3;

/**
 * Takes the tail off. `given` comes from the fields beside the line. If the city has a field, a ZIP or state
 * is taken off the line only where it repeats the field, or where the line plainly ends with both.
 */
export function takeTail(words: Words, given: Place): Tail {
  let to = words.length;
  let state = '';
  let zip = NO_ZIP;
  let country = false;
  for (let part = 0; part < PARTS; part++) {
    const countryFrom = country ? to : startOfCountry(words, to);
    if (countryFrom < to) {
      country = true;
      to = countryFrom;
      continue;
    }
    const found = zip.zip5 === '' ? zipBefore(words, to, given) : undefined;
    if (found !== undefined) {
      zip = found.zip;
      to = found.from;
      continue;
    }
    const stateFrom = state === '' ? startOfState(words, to, zip, given, country) : to;
    if (stateFrom === to) break;
    state = states.get(textOf(words, stateFrom, to)) ?? '';
    to = stateFrom;
  }
  const found = state !== '' || zip.zip5 !== '';
  to = startOfRepeated(words, to, state || given.state, zip.zip5 || given.zip.zip5);
  // `RALEIGH, WAKE COUNTY, NC 27601`; `12 COUNTY LINE RD, WAKE COUNTY, NC` names no city.
  const county = found || given.state !== '' ? startOfCounty(words, to, state || given.state) : to;
  return { from: county > STREET_WORDS ? county : to, state, zip, found };
}

/** Words of a city that is written twice. */
const MAX_CITY = 3;

/** Index of the first state in `ERIE, PA 16501, ERIE`, where a line has its place twice; else `to`. */
function startOfRepeated(words: Words, to: number, state: string, zip5: string): number {
  for (let length = 1; length <= MAX_CITY; length++) {
    const before = to - length - 1;
    const first = zip5 !== '' && at(words, before).text === zip5 ? before - 1 : before;
    const { is, text } = at(words, first);
    if (first - length < STREET_WORDS || is.endsState === 0 || states.get(text) !== state) continue;
    if (textOf(words, first - length, first) === textOf(words, to - length, to)) return first;
  }
  return to;
}

/** Index of the country name that ends at `to`; `to` if there is no country. */
function startOfCountry(words: Words, to: number): number {
  const longest = at(words, to - 1).is.endsCountry;
  for (let from = to - 1; from >= Math.max(STREET_WORDS, to - longest); from--)
    if (countries.has(textOf(words, from, to))) return from;
  return to;
}

const ZIP = /^\d{5}(?:\.0+|-\d{0,4}|\d{4})?$/;
const SHORT_ZIP = /^\d{3,4}(?:\.0+|-\d{4})?$/;
const ZIP_OF_ZEROS = /^0{5}(?:-0{4})?$/;
const PLUS_4 = /^\d{4}$/;

function zipBefore(words: Words, to: number, given: Place): { zip: Zip; from: number } | undefined {
  const last = at(words, to - 1);
  const previous = at(words, to - 2);
  if (to <= STREET_WORDS || !last.digit) return undefined;
  if (ZIP_OF_ZEROS.test(last.text)) return { zip: NO_ZIP, from: to - 1 };
  if (previous.is.mark || previous.is.plain) return undefined;
  let from = to - 1;
  let { text } = last;
  let { state } = given;
  if (PLUS_4.test(text) && previous.number && previous.text.length === 5) {
    from--;
    text = previous.text + '-' + text;
  } else if (!ZIP.test(text)) {
    // A ZIP that lost its leading zero can only stand after the name of its state.
    const before = states.get(previous.text);
    if (before === undefined || !SHORT_ZIP.test(text)) return undefined;
    state = before;
  }
  const zip = readZip(text, state);
  // If the ZIP has a field, a number at the end may belong to a road or a unit: `HIGHWAY 12345`.
  const other = given.zip.zip5 !== '' && given.zip.zip5 !== zip.zip5;
  const doubtful = previous.is.road || previous.is.suffix !== '' || previous.is.unit !== '';
  return zip === NO_ZIP || from < STREET_WORDS || (other && doubtful) ? undefined : { zip, from };
}

/** Index of the state name that ends at `to`; `to` if there is no state or if the words must be part of the street. */
function startOfState(words: Words, to: number, { zip5 }: Zip, given: Place, country: boolean): number {
  const longest = at(words, to - 1).is.endsState;
  for (let from = Math.max(STREET_WORDS, to - longest); from < to; from++) {
    const text = textOf(words, from, to);
    const code = states.get(text);
    if (code === undefined || words.slice(from + 1, to).some(({ before }) => before === ',')) continue;
    if (given.state !== '' && code !== given.state && zip5 === '') continue;
    const first = at(words, from);
    const comma = first.before === ',';
    const ended = streetEndsBefore(words, from);
    const shown = zip5 !== '' || country;
    // `17 Rose Ct 19901`: the ZIP shows that `CT` is not the state.
    const known = zip5 || given.zip.zip5;
    const contradicts = known !== '' && stateOfZip(known) !== code && !comma;
    if (contradicts && (isOrdinary(first) ? !ended : ROAD.test(at(words, from - 1).is.suffix))) continue;
    if (text.length === 2 && !isOrdinary(first)) {
      if (given.city === NO_CITY || comma || shown || from > STREET_WORDS) return from;
      continue;
    }
    // If the state has a field, `NEW YORK` is the city.
    if (given.state !== '' && given.city === NO_CITY && zip5 === '' && CITY_AND_STATE.test(text)) continue;
    // A word that may also be a suffix, a direction or a name needs something before it that ends the street.
    if (comma) return from;
    if (given.city !== NO_CITY && !shown) continue;
    if (ended || (from > STREET_WORDS && (text.length === 2 ? zip5 !== '' && text !== 'NE' : shown)))
      return from;
  }
  return to;
}

/** After these words two letters belong to the road: `COUNTY ROAD KS`. */
const ROAD = /^(?:RD|HWY|RTE)$/;
const CITY_AND_STATE = /^(?:NEW YORK|WASHINGTON)$/;

function isOrdinary({ is }: Word): boolean {
  return is.suffix !== '' || is.direction !== '' || is.unit !== '';
}

/**
 * True if a suffix, a unit or a comma comes before, and then a word for the city; `COUNTY ROAD 43` does not
 * end at its `ROAD`.
 */
function streetEndsBefore(words: Words, to: number): boolean {
  for (let i = STREET_WORDS; i < to - 1; i++) {
    const { is, text } = at(words, i);
    const next = at(words, i + 1);
    if ((is.strong && !next.number) || is.plain || text === '#' || next.before === ',') return true;
  }
  return false;
}
