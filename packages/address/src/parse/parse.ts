/**
 * From text to parts. The steps, in order: cut into words, take country, ZIP and state off the end, units and urbanization
 * off the front, the number, then find the end of the street (at a unit, a comma, a note, a box or the city), read the
 * street, and read the remaining words. Every step works on the same words by index and is linear.
 */
import { ANY_STATE, states } from '../data/states.js';
import { suffixes } from '../data/street-words.js';
import { countries, lexicon, NO_FACTS } from '../lexicon.js';
import type { AddressInput, ParsedAddress } from '../types.js';
import { at, cutWords, isBreak, makeWord, textOf, type Words, type Word } from '../words.js';
import { beforeCity, besideGivenCity, splitFromCity, type Line } from './city-in-line.js';
import { numberAfterBuilding, numberAfterStreet, takeFront, takeTail, type Tail } from './ends.js';
import { intersection, mailFormAt, mailInside, type MailForm } from './mail.js';
import { stripZeros, takeNumber } from './number.js';
import {
  NO_CITY,
  NO_ZIP,
  isSentinel,
  placeOf,
  readCity,
  readState,
  readZip,
  ZIP_INSIDE,
  cityKey,
  type Place,
  type Zip,
} from './place.js';
import { endOfStreet, isLoneDirection, NO_REST, readNotes, readRest } from './rest.js';
import { NO_READINGS, mailAddress, noStreet } from './result.js';
import type { UnitPart } from './unit.js';

/** Grid coordinates written in one word: `48S 400E` is `48 S 400 E`. */
const COORDINATE = /^(\d{1,5})([NSEW])$/;

/** The same words, with coordinates cut in two where a pair of them, or a direction before one, shows the grid. */
function cutCoordinates(words: Words): Words {
  for (let i = 1; i < 3; i++) {
    if (!isCoordinate(at(words, i))) continue;
    const paired = i === 1 && isCoordinate(at(words, 0));
    const directed = i === 2 && at(words, 1).is.direction.length === 1;
    if (paired || directed)
      return words.flatMap((word, j) => (j === i || (paired && j === 0) ? cut(word) : [word]));
  }
  return words;
}

function isCoordinate({ digit, number, text }: Word): boolean {
  return digit && !number && COORDINATE.test(text);
}

function cut(word: Word): readonly Word[] {
  const [, digits = '', direction = ''] = COORDINATE.exec(word.text) ?? [];
  return [makeWord(digits, word.before, true, true), makeWord(direction)];
}

/** An address in any form the functions of this package take. */
export type Address = string | AddressInput | ParsedAddress;

export function parsed(address: Address): ParsedAddress {
  return typeof address === 'object' && 'otherReadings' in address ? address : parseAddress(address);
}

/**
 * Reads a one-line address, or a street line with the fields given beside it. Never throws; takes time linear in its length.
 */
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
  const street = joinEnd(tail.from === words.length ? words : words.slice(0, tail.from));
  const onlyZip =
    zip === NO_ZIP && fields.zip !== '' && !tail.found ? zipAlone(fields, street, line.notes) : NO_ZIP;
  const where = onlyZip === NO_ZIP ? place : placeOf(NO_CITY, '', onlyZip);
  return readLine(street, line.notes, where, tail.found, alone);
}

/**
 * The ZIP of `2139` if nothing else says where the address lies: it lost its leading zero. If anything else
 * names a place, even an unknown one, it may just as well have lost its last digit.
 */
function zipAlone(fields: Fields, street: Words, notes: readonly string[]): Zip {
  const zip = readZip(fields.zip, ANY_STATE);
  if (zip === NO_ZIP || !isNothing(fields.city) || !isNothing(fields.state)) return NO_ZIP;
  const line = readLine(street, notes, NO_PLACE, false, true);
  return [line, ...line.otherReadings].every(({ city }) => city === '') ? zip : NO_ZIP;
}

const NO_PLACE = placeOf(NO_CITY, '', NO_ZIP);

/** Fills fields that are missing from the end of the line; a state there may restore the leading zero of the ZIP field. */
function withTail(given: Place, tail: Tail, zipField: string): Place {
  const state = given.state || tail.state;
  const lineZip = tail.zip === NO_ZIP ? readZip(zipField, state) : tail.zip;
  return placeOf(given.city, state, given.zip === NO_ZIP ? lineZip : given.zip);
}

/**
 * Joins the last word to the one before it where a suffix was cut in two, by a scanner or at the end of a
 * field: `5 ELM AV ENUE`.
 */
function joinEnd(words: Words): Words {
  const { text, is, before } = at(words, words.length - 1);
  if (is !== NO_FACTS || before !== '' || words.length < 4 || !brokenEnds.has(text)) return words;
  const first = at(words, words.length - 2);
  const joined = makeWord(first.text + text, first.before);
  return joined.is.strong && joined.is.suffixName === joined.text ? [...words.slice(0, -2), joined] : words;
}

/** Two letters or more that end a suffix and are nothing else. */
const brokenEnds = new Set(
  [...suffixes.values()]
    .flatMap(({ name, strong }) => (strong ? [...name].map((_, i) => name.slice(i + 1)) : []))
    .filter((end) => end.length > 1 && !lexicon.has(end)),
);

/** `hasTail`: the line names its state or ZIP. `alone`: the line was given without other fields. */
function readLine(
  words: Words,
  notes: readonly string[],
  place: Place,
  hasTail: boolean,
  alone: boolean,
): ParsedAddress {
  const front = takeFront(words, place);
  const mail = mailFormAt(words, front.next);
  if (mail !== undefined) {
    const street = isStreetBehindBox(words, mail, place) ? words.slice(mail.next) : undefined;
    return street === undefined
      ? mailAddress(mail, words, place)
      : readLine(street, notes, place, hasTail, alone);
  }

  const { number, numberAt } = findNumber(words, front.next, place);
  if (number === undefined) {
    const behind = numberAfterStreet(words, front.next, place);
    if (behind !== undefined) return readLine(behind, notes, place, hasTail, alone);
    const other = mailInside(words, front.next) ?? intersection(words, front.next);
    if (other !== undefined) return mailAddress(other, words, place);
  }
  // Units stand before a number; a line without one begins with its street.
  const start = number?.next ?? (isZero(words, front.next) ? front.next + 1 : 0);
  // `45 REAR POLK ST`
  const isRear = number !== undefined && at(words, start).text === 'REAR' && !isEnd(at(words, start + 1));
  const from = isRear ? start + 1 : start;
  const behind = mailBehindNumber(words, from, place);
  if (behind !== undefined) return mailAddress(behind, words, place);
  if (at(words, from).is.opensSentinel && isSentinel(words.slice(from)))
    return noStreet({ kind: 'none' }, place);

  const wantsCity = place.city === NO_CITY;
  const end = endOfStreet(words, from, wantsCity && hasTail, place.stateKey);
  const follows = hasTail || (wantsCity && alone) ? 'yes' : wantsCity ? 'afterComma' : 'no';
  const rest = readRest(words, end, follows);
  const beside = readNotes(notes);
  // `CITY HALL, 12 OAK ST`: two buildings may share a number.
  const building = numberAt > front.next ? readRest(words.slice(front.next, numberAt), 0, 'no') : NO_REST;
  const line: Line = {
    words,
    place,
    hasTail,
    alone,
    number,
    numberAt,
    from,
    end,
    units: joined(
      joined(from === 0 ? NO_UNITS : joined(front.units, building.units), isRear ? REAR : NO_UNITS),
      joined(rest.units, beside.units),
    ),
    urbanization: front.urbanization || rest.urbanization,
    unread: joined(joined(building.unread, rest.unread), beside.unread),
    cityFrom: rest.cityFrom,
  };
  const read = !wantsCity
    ? besideGivenCity(line)
    : rest.cityFrom < words.length
      ? beforeCity(line)
      : splitFromCity(line);
  if (end === words.length || !isLoneDirection(words, from, end)) return read;
  return withReadings(read, readLine(withoutBreak(words, end), notes, place, hasTail, alone));
}

const NO_UNITS: readonly UnitPart[] = [];
const REAR: readonly UnitPart[] = [{ type: 'REAR', id: '' }];

/** True if no name of a street begins with the word. */
function isEnd(word: Word): boolean {
  return word.text === '' || isBreak(word) || word.is.suffix !== '';
}

/** Takes the comma before a direction away: the direction belongs to the street. */
function withoutBreak(words: Words, at: number): Words {
  return words.map((word, i) => (i === at ? { ...word, before: '' as const } : word));
}

function withReadings(read: ParsedAddress, other: ParsedAddress): ParsedAddress {
  const others = [{ ...other, otherReadings: NO_READINGS }, ...other.otherReadings];
  return { ...read, otherReadings: [...read.otherReadings, ...others] };
}

/** True for a name at `from` with the city in a field or behind a comma: `2200 DOVER` in Dover is no street. */
function isNameBeforeCity(words: Words, from: number, { city }: Place): boolean {
  if (from >= words.length || isBreak(at(words, from))) return false;
  const parted = words.findIndex((word, i) => i > from && isBreak(word));
  return city === NO_CITY
    ? parted > 0
    : cityKey(words, from, parted < 0 ? words.length : parted) !== city.key;
}

/** True for a number and a street after a box, behind a comma or with a suffix: `PO BOX 277, 2200 H`, `PO BOX 277 2200 H ST`. */
function isStreetBehindBox(words: Words, { kind, box, next }: MailForm, place: Place): boolean {
  const number = kind === 'poBox' && box !== '' ? takeNumber(words, next, place) : undefined;
  if (number === undefined) return false;
  if (at(words, next).before === ',' && isNameBeforeCity(words, number.next, place)) return true;
  for (let i = number.next + 1; i < words.length && !isBreak(at(words, i)); i++)
    if (at(words, i).is.strong) return true;
  return false;
}

function findNumber(words: Words, from: number, place: Place) {
  const first = takeNumber(words, from, place);
  if (first !== undefined) return { number: first, numberAt: from };
  const numberAt = numberAfterBuilding(words, from, place) ?? from;
  return { number: takeNumber(words, numberAt, place), numberAt };
}

/** True for `0` or `000`, which is not a house number. */
function isZero(words: Words, index: number): boolean {
  const { number, text } = at(words, index);
  return number && stripZeros(text) === '';
}

/** `12 PO BOX 5`, or a number with only a route after it. In Texas `12 RR 3` is a ranch road. */
function mailBehindNumber(words: Words, from: number, place: Place): MailForm | undefined {
  const mail = mailFormAt(words, from);
  if (mail === undefined || mail.box !== '') return mail;
  return mail.next === words.length && place.state !== 'TX' ? mail : undefined;
}

/** One list if the other is empty, as mostly; else a new list. */
function joined<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  return a.length === 0 ? b : b.length === 0 ? a : [...a, ...b];
}

/** The fields of the input, each as text; empty where it was not given. */
type Fields = Readonly<Record<keyof AddressInput, string>>;

/** Fields of a whole address in one line. */
function onlyLine(address: string): Fields {
  return { address, city: '', state: '', zip: '' };
}

/** Programs without types also pass null, or fields of another type: those are empty. */
function fieldsOf(input: AddressInput | null | undefined): Fields {
  const address = fieldText(input?.address);
  const city = fieldText(input?.city);
  const state = fieldText(input?.state);
  const zip = fieldText(input?.zip);
  if (zip === '' && (city !== '' || state !== '')) {
    // Fields that hold more than their own value, such as the city `Lebanon, IN 46052`, are read as the rest of the line.
    const place = city + ', ' + state;
    if (ZIP_INSIDE.test(place)) return onlyLine(address + ', ' + place);
  }
  if (state === '' && namesState(city)) return { ...onlyLine(address + ', ' + city), zip };
  return { address, city, state, zip };
}

/** True for a city field with a state behind the city: `Erie, PA`, `Erie PA`, `Erie, Pennsylvania, USA`. */
function namesState(city: string): boolean {
  const words = city === '' ? [] : (cutWords(city)?.words ?? []);
  const to = countries.has(at(words, words.length - 1).text) ? words.length - 1 : words.length;
  for (let from = 1; from < to; from++) {
    const { before, text } = at(words, from);
    if ((before === ',' || text.length === 2) && states.has(textOf(words, from, to))) return true;
  }
  return false;
}

function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** True if the field is empty or has a placeholder such as `N/A`. */
function isNothing(field: string): boolean {
  const words = field === '' ? [] : cutWords(field)?.words;
  return words !== undefined && isSentinel(words);
}
