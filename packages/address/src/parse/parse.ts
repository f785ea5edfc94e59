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

  const first = takeNumber(words, front.next, place);
  const numberAt =
    first === undefined ? (numberBehindBuilding(words, front.next, place) ?? front.next) : front.next;
  const number = first ?? takeNumber(words, numberAt, place);
  if (number === undefined) {
    const other = mailInside(words, front.next) ?? intersection(words, front.next);
    if (other !== undefined) return mailAddress(other, words, place);
  }
  const isZero = at(words, front.next).number && stripZeros(at(words, front.next).text) === '';
  // Units stand before a number; a line without one begins with its street.
  const from = number?.next ?? (isZero ? front.next + 1 : 0);
  const behind = mailFormAt(words, from);
  if (behind !== undefined && (behind.box !== '' || (behind.next === words.length && place.state !== 'TX')))
    return mailAddress(behind, words, place);
  if (at(words, from).is.opensSentinel && isSentinel(words.slice(from)))
    return noStreet({ kind: 'none' }, place);

  const wantsCity = place.city === NO_CITY;
  const streetState = place.stateKey;
  const end = endOfStreet(words, from, wantsCity && hasTail, streetState);
  const rest = readRest(words, end, wantsCity && (hasTail || alone));
  const units = joined(joined(from === 0 ? NO_UNITS : front.units, rest.units), unitsInNotes(notes));
  const urbanization = front.urbanization || rest.urbanization;

  const read = (
    to: number,
    city: City,
    needsCity = false,
    otherReadings: readonly ParsedAddress[] = NO_READINGS,
  ): ParsedAddress => {
    const street = readStreet(words.slice(from, to), streetState);
    const all = street.bareUnit === '' ? units : [{ type: '', id: cleanId(street.bareUnit) }, ...units];
    if (city === place.city)
      return address(number, street, all, urbanization, place, needsCity, otherReadings);
    const there = { ...place, city };
    // What the hyphen of a number means may hang on the city.
    const here = number && takeNumber(words, numberAt, there);
    return address(here, street, all, urbanization, there, needsCity, otherReadings);
  };

  if (place.city !== NO_CITY)
    return read(beforeRepeatedCity(words, from, end, place.city.key, hasTail, streetState), place.city);
  if (rest.cityFrom < words.length) {
    const city = cityOf(words, rest.cityFrom, words.length, place.state);
    const to = beforeRepeatedCity(words, from, end, city.key, false, streetState);
    // `1 FIRST ST, E SAN JOSE` is East San Jose, or First St E in San Jose if a city confirms it.
    const isOpen =
      rest.cityFrom === end &&
      at(words, end).is.direction !== '' &&
      words.length - end > 1 &&
      at(words, end - 1).is.strong;
    return isOpen
      ? read(to, city, true, [read(end + 1, cityOf(words, end + 1, words.length, place.state), true)])
      : read(to, city);
  }
  const { ends, ended } = wantsCity ? splitStreetFromCity(words.slice(from, end), streetState) : NO_SPLITS;
  // Without ZIP or state in the line only a suffix tells that a city follows: `430 WEBSTER ST PALO ALTO`.
  if (!wantsCity || (!hasTail && (!ended || number === undefined))) return read(end, NO_CITY);
  const [likeliest = end - from, ...others] = ends;
  const needsCity = (!ended || others.length > 0) && likeliest < end - from;
  const open = !hasTail && !alone && likeliest < end - from;
  const split = (to: number, otherReadings = NO_READINGS) =>
    read(from + to, cityOf(words, from + to, end, place.state), needsCity || open, otherReadings);
  // Beside a state or ZIP of its own the line may also be the street alone.
  if (open) return read(end, NO_CITY, false, [split(likeliest)]);
  return split(likeliest, others.length === 0 ? NO_READINGS : others.map((other) => split(other)));
}

/** Either list when the other is empty, as it mostly is. */
function joined(a: readonly UnitPart[], b: readonly UnitPart[]): readonly UnitPart[] {
  return a.length === 0 ? b : b.length === 0 ? a : [...a, ...b];
}

const NO_READINGS: readonly ParsedAddress[] = [];
const NO_SPLITS = { ends: [], ended: false };

/** `K` and `KK`, names of county roads and avenues. */
const ROAD_LETTERS = /^([A-Z])\1?$/;

/** `105 CEDAR ST STONEFORT` beside the city Stonefort: the repetition goes, if a street remains. */
function beforeRepeatedCity(
  words: Words,
  from: number,
  end: number,
  key: string,
  hasTail: boolean,
  state: string,
): number {
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
  const { ends, ended } = splitStreetFromCity(words.slice(from, end), state);
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
  number: ReturnType<typeof takeNumber>,
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
