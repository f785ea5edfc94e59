/**
 * From text to parts. The steps, in order: cut into words, take country, ZIP and state off the end, units and
 * urbanisation off the front, the number, then find where the street ends (at a unit, a comma, a note, a box or the
 * city), read the street, put the rest to use. Every step works on the same words by index and is linear.
 */
import { ANY_STATE } from '../data/states.js';
import { NO_FACTS } from '../lexicon.js';
import { type Words, at, cutWords } from '../words.js';
import type { AddressInput, AddressKind, ParsedAddress } from '../types.js';
import { NO_UNITS, endOfStreet, readRest, unitsInNotes } from './body.js';
import { numberBehindBuilding, takeFront } from './front.js';
import { cutCoordinates } from './grid.js';
import { type MailForm, intersection, isMilitaryPlace, mailFormAt, mailInside } from './mail.js';
import { numberKey, stripZeros, takeNumber } from './number.js';
import {
  type City,
  NO_CITY,
  NO_ZIP,
  type Place,
  type Zip,
  ZIP_INSIDE,
  cityKey,
  cityOf,
  isSentinel,
  placeOf,
  readCity,
  readState,
  readZip,
} from './place.js';
import { splitStreetFromCity } from './split.js';
import { readStreet } from './street.js';
import { type Tail, takeTail } from './tail.js';
import { type UnitPart, cleanId, unitKey, unitText } from './unit.js';

/** Reads a one-line address, or a street line with the fields given beside it. Never throws; linear in its length. */
export function parseAddress(input: string | AddressInput): ParsedAddress {
  const fields = typeof input === 'string' ? onlyLine(input) : fieldsOf(input);
  const state = readState(fields.state);
  const zip = readZip(fields.zip, state);
  const given = placeOf(readCity(fields.city, state), state, zip);

  const line = cutWords(fields.address);
  if (line === undefined || isSentinel(line.words)) return noStreet({ kind: 'none' }, given);
  const words = cutCoordinates(line.words);
  const tail = takeTail(words, given);
  const place = tail.found ? withTail(given, tail, fields.zip) : given;
  const alone = fields.city === '' && fields.state === '' && fields.zip === '';
  const street = upTo(words, tail.from);
  const onlyZip =
    zip === NO_ZIP && fields.zip !== '' && !tail.found ? zipAlone(fields, street, line.notes) : NO_ZIP;
  const where = onlyZip === NO_ZIP ? place : placeOf(NO_CITY, '', onlyZip);
  return readLine(street, line.notes, where, tail.found, alone);
}

/**
 * The ZIP of `2139` where it is all that says where the address lies: it lost its zero. Beside anything else that names a
 * place, even one that nobody knows, it may as well have lost its last digit.
 */
function zipAlone(fields: Fields, street: Words, notes: readonly string[]): Zip {
  const zip = readZip(fields.zip, ANY_STATE);
  if (zip === NO_ZIP || !isNothing(fields.city) || !isNothing(fields.state)) return NO_ZIP;
  const line = readLine(street, notes, NO_PLACE, false, true);
  return [line, ...line.otherReadings].every(({ city }) => city === '') ? zip : NO_ZIP;
}

const NO_PLACE = placeOf(NO_CITY, '', NO_ZIP);

function isNothing(field: string): boolean {
  const words = field === '' ? [] : cutWords(field)?.words;
  return words !== undefined && isSentinel(words);
}

/** The fields of an address as text. */
type Fields = Readonly<Record<keyof AddressInput, string>>;

function onlyLine(address: string): Fields {
  return { address, city: '', state: '', zip: '' };
}

function fieldsOf(input: AddressInput): Fields {
  const address = fieldText(input.address);
  const city = fieldText(input.city);
  const state = fieldText(input.state);
  const zip = fieldText(input.zip);
  if (zip === '' && (city !== '' || state !== '')) {
    // Fields that hold more than their own, `Lebanon, IN 46052` as the city, are read as the rest of the line.
    const place = city + ', ' + state;
    if (ZIP_INSIDE.test(place)) return onlyLine(address + ', ' + place);
  }
  return { address, city, state, zip };
}

function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** What the fields leave open the end of the line says; a state there may give the ZIP field its zero back. */
function withTail(given: Place, tail: Tail, zipField: string): Place {
  const state = given.state || tail.state;
  const lineZip = tail.zip === NO_ZIP ? readZip(zipField, state) : tail.zip;
  return placeOf(given.city, state, given.zip === NO_ZIP ? lineZip : given.zip);
}

function upTo(words: Words, end: number): Words {
  return end === words.length ? words : words.slice(0, end);
}

/** What stands where in a line that has a street; open is only where the street ends and a city begins. */
interface Line {
  readonly words: Words;
  readonly place: Place;
  /** The line named its own state or ZIP. */
  readonly hasTail: boolean;
  /** No field beside the line was given. */
  readonly alone: boolean;
  readonly number: HouseNumber | undefined;
  /** Where the number was looked for: it is read again when the city becomes known. */
  readonly numberAt: number;
  /** First word of the street. */
  readonly from: number;
  /** First word behind the street, and behind a city that follows it without a comma. */
  readonly end: number;
  readonly units: readonly UnitPart[];
  readonly urbanization: string;
}

type HouseNumber = NonNullable<ReturnType<typeof takeNumber>>;

/** `hasTail`: the line named its state or ZIP. `alone`: no field beside the line was given. */
function readLine(
  words: Words,
  notes: readonly string[],
  place: Place,
  hasTail: boolean,
  alone: boolean,
): ParsedAddress {
  const front = takeFront(words, place);
  const mail = mailFormAt(words, front.next);
  if (mail !== undefined) return mailAddress(mail, words, place);

  const { number, numberAt } = findNumber(words, front.next, place);
  if (number === undefined) {
    const other = mailInside(words, front.next) ?? intersection(words, front.next);
    if (other !== undefined) return mailAddress(other, words, place);
  }
  // Units stand before a number; a line without one begins with its street.
  const from = number?.next ?? (isZero(words, front.next) ? front.next + 1 : 0);
  const behind = mailBehindNumber(words, from, place);
  if (behind !== undefined) return mailAddress(behind, words, place);
  if (at(words, from).is.opensSentinel && isSentinel(words.slice(from)))
    return noStreet({ kind: 'none' }, place);

  const wantsCity = place.city === NO_CITY;
  const end = endOfStreet(words, from, wantsCity && hasTail, place.stateKey);
  const rest = readRest(words, end, wantsCity && (hasTail || alone));
  const line: Line = {
    words,
    place,
    hasTail,
    alone,
    number,
    numberAt,
    from,
    end,
    units: joined(joined(from === 0 ? NO_UNITS : front.units, rest.units), unitsInNotes(notes)),
    urbanization: front.urbanization || rest.urbanization,
  };
  if (!wantsCity) return besideGivenCity(line);
  if (rest.cityFrom < words.length) return beforeCity(line, rest.cityFrom);
  return splitFromCity(line);
}

function findNumber(words: Words, from: number, place: Place) {
  const first = takeNumber(words, from, place);
  if (first !== undefined) return { number: first, numberAt: from };
  const numberAt = numberBehindBuilding(words, from, place) ?? from;
  return { number: takeNumber(words, numberAt, place), numberAt };
}

/** `0` or `000`, which is no number. */
function isZero(words: Words, index: number): boolean {
  const { number, text } = at(words, index);
  return number && stripZeros(text) === '';
}

/** `12 PO BOX 5`, or a route that is all there is behind the number. In Texas `12 RR 3` is a ranch road. */
function mailBehindNumber(words: Words, from: number, place: Place): MailForm | undefined {
  const mail = mailFormAt(words, from);
  if (mail === undefined || mail.box !== '') return mail;
  return mail.next === words.length && place.state !== 'TX' ? mail : undefined;
}

/** The city was given in a field: the street goes to its end, but for the city's name where the line repeats it. */
function besideGivenCity(line: Line): ParsedAddress {
  const { city } = line.place;
  return readUpTo(line, beforeRepeatedCity(line, city.key, line.hasTail), city);
}

/** Something, a comma or a unit, says that a city begins at `cityFrom`. */
function beforeCity(line: Line, cityFrom: number): ParsedAddress {
  const { words, place, end } = line;
  const city = cityOf(words, cityFrom, words.length, place.state);
  const to = beforeRepeatedCity(line, city.key, false);
  // `1 FIRST ST, E SAN JOSE` is East San Jose, or First St E in San Jose if a city confirms it.
  const isOpen =
    cityFrom === end &&
    at(words, end).is.direction !== '' &&
    words.length - end > 1 &&
    at(words, end - 1).is.strong;
  if (!isOpen) return readUpTo(line, to, city);
  const withoutDirection = cityOf(words, end + 1, words.length, place.state);
  return readUpTo(line, to, city, true, [readUpTo(line, end + 1, withoutDirection, true)]);
}

/** Nothing stands between street and city: `430 WEBSTER ST PALO ALTO`. */
function splitFromCity(line: Line): ParsedAddress {
  const { words, place, hasTail, from, end } = line;
  const { ends, ended } = splitStreetFromCity(words.slice(from, end), place.stateKey);
  // Without ZIP or state in the line only a suffix tells that a city follows.
  if (!hasTail && (!ended || line.number === undefined)) return readUpTo(line, end, NO_CITY);
  const [likeliest = end - from, ...others] = ends;
  const cityFollows = likeliest < end - from;
  // Beside a state or ZIP of its own the line may also be the street alone.
  const mayBeStreetAlone = cityFollows && !hasTail && !line.alone;
  const needsCity = mayBeStreetAlone || (cityFollows && (!ended || others.length > 0));
  const split = (length: number, otherReadings = NO_READINGS) =>
    readUpTo(line, from + length, cityOf(words, from + length, end, place.state), needsCity, otherReadings);
  if (mayBeStreetAlone) return readUpTo(line, end, NO_CITY, false, [split(likeliest)]);
  return split(likeliest, others.length === 0 ? NO_READINGS : others.map((other) => split(other)));
}

/** The address whose street goes up to the word `to`. */
function readUpTo(
  { words, place, number, numberAt, from, units, urbanization }: Line,
  to: number,
  city: City,
  needsCity = false,
  otherReadings = NO_READINGS,
): ParsedAddress {
  const street = readStreet(words.slice(from, to), place.stateKey);
  const all = street.bareUnit === '' ? units : [{ type: '', id: cleanId(street.bareUnit) }, ...units];
  if (city === place.city) return address(number, street, all, urbanization, place, needsCity, otherReadings);
  const there = { ...place, city };
  // What the hyphen of a number means may hang on the city.
  const numberThere = number && takeNumber(words, numberAt, there);
  return address(numberThere, street, all, urbanization, there, needsCity, otherReadings);
}

/** Either list when the other is empty, as it mostly is. */
function joined(a: readonly UnitPart[], b: readonly UnitPart[]): readonly UnitPart[] {
  return a.length === 0 ? b : b.length === 0 ? a : [...a, ...b];
}

const NO_READINGS: readonly ParsedAddress[] = [];

/** `K` and `KK`, names of county roads and avenues. */
const ROAD_LETTERS = /^([A-Z])\1?$/;

/** Where the street ends, at `end` or before: in `105 CEDAR ST STONEFORT` beside the city Stonefort the repetition goes. */
function beforeRepeatedCity({ words, place, from, end }: Line, key: string, hasTail: boolean): number {
  for (let to = end - 1; to > from && to >= end - 4; to--) {
    const { text, is: facts } = at(words, to);
    if ((facts === NO_FACTS && text.charCodeAt(0) !== key.charCodeAt(0)) || cityKey(words, to, end) !== key)
      continue;
    const { is, digit, text: lastName } = at(words, to - 1);
    const isOver =
      digit || (to - 1 > from && (is.suffix !== '' || is.direction !== '' || ROAD_LETTERS.test(lastName)));
    return isOver || hasTail ? to : end;
  }
  if (!hasTail) return end;
  const { ends, ended } = splitStreetFromCity(words.slice(from, end), place.stateKey);
  return ended && ends.length === 1 ? from + (ends[0] ?? 0) : end;
}

function mailAddress(mail: MailForm, words: Words, place: Place): ParsedAddress {
  let from = mail.next;
  for (let i = mail.next; i < words.length; i++) if (at(words, i).before === ',') from = i;
  return noStreet(
    mail,
    place.city === NO_CITY ? { ...place, city: cityOf(words, from, words.length, place.state) } : place,
  );
}

function address(
  number: HouseNumber | undefined,
  street: ReturnType<typeof readStreet>,
  units: readonly UnitPart[],
  urbanization: string,
  { city, state, stateKey, zip }: Place,
  needsCity: boolean,
  otherReadings: readonly ParsedAddress[],
): ParsedAddress {
  const unit = unitText(units);
  return {
    kind: isMilitaryPlace(city.key, state) ? 'military' : 'street',
    number: number?.text ?? '',
    numberForm: number?.form ?? 'plain',
    predirectional: street.predirectional,
    street: street.name,
    suffix: street.suffix,
    postdirectional: street.postdirectional,
    unitType: unit.type,
    unit: unit.id,
    urbanization,
    city: city.name,
    state,
    zip5: zip.zip5,
    zip4: zip.zip4,
    box: '',
    route: '',
    numberKey: number === undefined ? '' : numberKey(number.text, number.form),
    streetKey: street.key,
    unitKey: unitKey(units),
    cityKey: city.key,
    stateKey,
    needsCity,
    otherReadings,
  };
}

const NO_STREET = { predirectional: '', name: '', suffix: '', postdirectional: '', key: '', bareUnit: '' };

function noStreet(
  { kind, box = '', route = '' }: { kind: AddressKind; box?: string; route?: string },
  place: Place,
): ParsedAddress {
  return {
    ...address(undefined, NO_STREET, [], '', place, false, NO_READINGS),
    kind,
    box,
    route,
  };
}
