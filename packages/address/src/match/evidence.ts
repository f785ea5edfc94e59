/**
 * Decides doubtful matches by the streets on file. `12 OAK ST` may be `12 N OAK ST` without its direction,
 * and `PATERSON AVE` may be `PATTERSON AVE` with a typing error, but not where the directory has an `OAK ST`
 * or a `PATERSON AVE` with other numbers. Two names of the city in one ZIP are two towns where both have records there.
 */
import { directionWords, directionals, suffixes } from '../data/street-words.js';
import { BARE } from '../parse/roads.js';
import type { ParsedAddress } from '../types.js';
import { readingAgreement, readingsOf, whyNoProperty } from './agreement.js';
import { haveSameDirections, isCitySlip, type Street, streetAgreement } from './street.js';
import { townDistance, townOf } from './towns.js';

/** An entry that a directory keeps of an address: its street, in each place the address lies in, or its city. */
export interface StreetEntry {
  /** Place and name: `19901|OAK`, `DE DOVER|OAK`; of a city the ZIP alone: `19901|`. */
  readonly key: string;
  /** The street with its directions and suffix, or the key of the city. */
  readonly street: string;
}

/** Streets on file by the keys that were asked for; a missing key has no streets. */
export type StreetsOnFile = ReadonlyMap<string, readonly string[]>;

/** A street or city on file that contradicts a doubtful match. */
export interface Rival {
  readonly reason: 'another_street' | 'several_streets' | 'another_city';
  /** `N OAK ST`, or the city. */
  readonly name: string;
  /** ZIP, or state and city. */
  readonly place: string;
}

/** Entries of an address, without repeats. Empty if the address is not a property or its place is unknown. */
export function streetEntries(address: ParsedAddress): readonly StreetEntry[] {
  const entries: StreetEntry[] = [];
  const note = (key: string, street: string) => {
    if (!entries.some((known) => known.key === key && known.street === street)) entries.push({ key, street });
  };
  for (const reading of readingsOf(address)) {
    if (whyNoProperty(reading) !== undefined) continue;
    const street = streetText(reading);
    for (const place of placesOf(reading)) note(streetKey(place, reading.streetKey), street);
    const { zip5, cityKey, needsCity } = reading;
    if (zip5 !== '' && cityKey !== '' && !needsCity) note(streetKey(zip5, ''), cityKey);
  }
  return entries;
}

/**
 * Keys of the streets that decide whether the differences between lead and `record` are tolerated. Empty if
 * there is no doubt.
 */
export function streetQuestions(lead: ParsedAddress, record: ParsedAddress): readonly string[] {
  const keys = new Set<string>();
  for (const [a, b] of doubtfulReadings(lead, record)) {
    const isSlip = isSlipOf(a, b);
    const names = namesOf(a, b, isSlip);
    for (const place of rivalPlaces(a, b, isSlip)) for (const name of names) keys.add(streetKey(place, name));
  }
  return [...keys];
}

/** The street or city on file that contradicts the match, if there is one. `streets` answers `streetQuestions`. */
export function rivalOf(
  lead: ParsedAddress,
  record: ParsedAddress,
  streets: StreetsOnFile,
): Rival | undefined {
  for (const [a, b] of doubtfulReadings(lead, record)) {
    const rival = rivalStreet(a, b, streets);
    if (rival !== undefined) return rival;
  }
  return undefined;
}

/** The readings in which the two agree best; empty if one of them leaves no doubt. */
function doubtfulReadings(
  lead: ParsedAddress,
  record: ParsedAddress,
): readonly (readonly [ParsedAddress, ParsedAddress])[] {
  if (lead.otherReadings.length === 0 && record.otherReadings.length === 0)
    return readingAgreement(lead, record).doubtful ? [[lead, record]] : [];
  const agreeing = readingsOf(lead).flatMap((a) =>
    readingsOf(record).map((b) => ({ pair: [a, b] as const, ...readingAgreement(a, b) })),
  );
  const rank = Math.max(...agreeing.map((one) => one.rank));
  const best = agreeing.filter((one) => one.rank === rank);
  return rank === 0 || best.some(({ doubtful }) => !doubtful) ? [] : best.map(({ pair }) => pair);
}

/**
 * Keys to ask for before a match in a town of another name: the cities on file in the common ZIP, and the streets in other readings of the
 * line (`12 BAY ST S, BOSTON` and `12 BAY ST, SOUTH BOSTON`). Empty if both sides name the same city and neither has another reading, or if
 * the record names no city.
 */
export function townQuestions(lead: ParsedAddress, record: ParsedAddress): readonly string[] {
  const { zip5 } = lead;
  if (zip5 === '' || zip5 !== record.zip5 || record.cityKey === '') return NO_KEYS;
  // Fast path: most leads name the city as the record does.
  if (lead.cityKey === record.cityKey && isPlain(lead) && isPlain(record)) return NO_KEYS;
  const readings = [...otherTowns(lead, record), ...otherTowns(record, lead)];
  const streets = readings.flatMap(({ street }) => street ?? []);
  return lead.cityKey === record.cityKey && readings.length === 0
    ? NO_KEYS
    : [streetKey(zip5, ''), ...streets.map((street) => streetKey(zip5, street.streetKey))];
}

const NO_KEYS: readonly string[] = [];

function isPlain({ otherReadings, needsZip, lineCity, cityKey }: ParsedAddress): boolean {
  return otherReadings.length === 0 && !needsZip && (lineCity === '' || lineCity === cityKey);
}

/** A town on file that the lead may mean instead of the one of the `record`. `streets` answers `townQuestions`. */
export function rivalTown(
  lead: ParsedAddress,
  record: ParsedAddress,
  streets: StreetsOnFile,
): Rival | undefined {
  const [question] = townQuestions(lead, record);
  const own = new Set(readingsOf(record).map(({ cityKey }) => cityKey));
  const others = question === undefined ? [] : (streets.get(question) ?? []).filter((key) => !own.has(key));
  if (others.length === 0) return undefined;
  const rival = { reason: 'another_city', place: lead.zip5 } as const;
  const towns = others.map((key) => townOf(key));
  const owns = [...own].map((key) => townOf(key));
  for (const { key, name } of townsOf(lead)) {
    if (own.has(key)) continue;
    const town = townOf(key, name);
    const nearest = Math.min(...owns.map((one) => townDistance(town, one, true)));
    // In doubt between two, the lead means neither.
    if (towns.some((one) => townDistance(town, one) <= Math.min(nearest, Number.MAX_VALUE)))
      return { ...rival, name: name || key };
  }
  for (const { key, street } of [...otherTowns(lead, record), ...otherTowns(record, lead)]) {
    const isOnFile = others.some((other) => key === other || isCitySlip(key, other));
    const known = street === undefined ? [] : (streets.get(streetKey(lead.zip5, street.streetKey)) ?? []);
    if (isOnFile && (street === undefined || known.some((text) => isSame(streetOf(text), street))))
      return { ...rival, name: key };
  }
  return undefined;
}

/** The towns that an address names for certain, from its field and from its line. */
function townsOf(address: ParsedAddress): readonly { readonly key: string; readonly name: string }[] {
  return readingsOf(address).flatMap(({ city, cityKey, lineCity, needsCity }) => [
    ...(cityKey === '' || needsCity ? [] : [{ key: cityKey, name: city }]),
    ...(lineCity === '' || lineCity === cityKey ? [] : [{ key: lineCity, name: '' }]),
  ]);
}

/**
 * Towns in which `address` may lie if its line is divided in another way than `other` confirms: `BAY ST SOUTH BOSTON`. A shorter town
 * leaves more to its `street`, which then has to be on file.
 */
function otherTowns(
  address: ParsedAddress,
  other: ParsedAddress,
): readonly { readonly key: string; readonly street?: ParsedAddress }[] {
  const own = new Set(readingsOf(other).map(({ cityKey }) => cityKey));
  const readings = readingsOf(address).filter((reading) => whyNoProperty(reading) === undefined);
  const confirmed = readings.filter(({ cityKey }) => own.has(cityKey)).map(({ cityKey }) => cityKey.length);
  if (confirmed.length === 0) return [];
  return readings.flatMap((reading) => {
    const { cityKey, needsCity, needsZip, postdirectional } = reading;
    const directed = needsZip && postdirectional !== '' ? wordOf(postdirectional) + cityKey : '';
    return [
      ...(!needsCity || cityKey === '' || own.has(cityKey)
        ? []
        : [cityKey.length > Math.min(...confirmed) ? { key: cityKey } : { key: cityKey, street: reading }]),
      ...(directed === '' || own.has(directed) ? [] : [{ key: directed }]),
    ];
  });
}

/** The record's street must be the only one on file that the lead can mean. */
function rivalStreet(lead: ParsedAddress, record: ParsedAddress, streets: StreetsOnFile): Rival | undefined {
  const isSlip = isSlipOf(lead, record);
  const names = namesOf(lead, record, isSlip);
  const recordText = streetText(record);
  for (const place of rivalPlaces(lead, record, isSlip)) {
    // In another ZIP of the city, only a street that is the same in every part counts.
    const isNear = !areBothInZip(lead, record) || place === lead.zip5;
    for (const name of names) {
      for (const text of streets.get(streetKey(place, name)) ?? []) {
        // Fast path: most names belong to one street only.
        if (text === recordText) continue;
        const street = streetOf(text);
        if (isSame(street, record)) continue;
        const rival = { name: nameOf(street), place };
        // The name as the lead spells it is on file, so it is not a typing error.
        if (isSlip && isNear && street.streetKey === lead.streetKey)
          return { reason: 'another_street', ...rival };
        if (isSame(street, lead) && !isGeneric(lead, record)) return { reason: 'another_street', ...rival };
        if (isNear && !isSlip && !isSame(street, lead) && mayMean(lead, record, street))
          return { reason: 'several_streets', ...rival };
      }
    }
  }
  return undefined;
}

/** True if the name itself differs by one letter. */
function isSlipOf(lead: ParsedAddress, record: ParsedAddress): boolean {
  return streetAgreement(lead, record, false).rank === 0;
}

/** Places where a rival counts. Other ZIPs of the city don't if only a suffix is missing, which is common. */
function rivalPlaces(lead: ParsedAddress, record: ParsedAddress, isSlip: boolean): readonly string[] {
  const isOnlySuffixMissing = !isSlip && haveSameDirections(lead, record);
  return isOnlySuffixMissing && areBothInZip(lead, record) ? [lead.zip5] : placesOf(lead);
}

function areBothInZip(a: ParsedAddress, b: ParsedAddress): boolean {
  return a.zip5 !== '' && b.zip5 !== '';
}

/** True if the lead may as well be short for another street on file. */
function mayMean(lead: Street, record: Street, street: Street): boolean {
  if (isShortFor(lead, record)) return isShortFor(lead, street);
  // `5 FIR ST` on record may be `5 S FIR ST`, but just as well `5 N FIR ST`, which is on file.
  if (isShortFor(record, lead)) return isShortFor(lead, street) || isShortFor(record, street);
  return streetAgreement(lead, street, false).rank > 0;
}

function isSame(a: Street, b: Street): boolean {
  const { rank, doubtful } = streetAgreement(a, b, false);
  return rank > 0 && !doubtful;
}

/** True if `b` has every part that `a` has. */
function isShortFor(a: Street, b: Street): boolean {
  if (a.suffix !== '' && b.suffix === '') return false;
  return directionsOf(a) <= directionsOf(b) && streetAgreement(a, b, false).rank > 0;
}

function directionsOf({ predirectional, postdirectional }: Street): number {
  return Number(predirectional !== '') + Number(postdirectional !== '');
}

/** True for a bare `HIGHWAY 9`, which is not the name of a road of its own. */
function isGeneric(a: Street, b: Street): boolean {
  return a.streetKey !== b.streetKey && (a.streetKey.startsWith(BARE) || b.streetKey.startsWith(BARE));
}

/** Names under which rivals may be on file. */
function namesOf(lead: ParsedAddress, record: ParsedAddress, isSlip: boolean): readonly string[] {
  const names = new Set([lead.streetKey]);
  const bare = [lead, record].find(({ streetKey }) => streetKey.startsWith(BARE));
  if (bare === undefined) {
    // A record's street that differs by a letter may be another street: then its spellings are not names of the lead's.
    if (!isSlip) addSpellings(names, record);
    if (isSlip || lead.streetKey !== record.streetKey) addWords(names, lead.streetKey);
    addEnds(names, lead);
  } else {
    const number = bare.streetKey.slice(BARE.length);
    names.add('US ' + number).add('SR ' + number);
  }
  return [...names];
}

/**
 * Adds the names under which the same street may be on file if its end or its direction was read differently:
 * `LAKE SHORE`, `S LAKE`.
 */
function addSpellings(names: Set<string>, street: Street): void {
  addWords(names, street.streetKey);
  addEnds(names, street);
}

/** Adds the name without a word that may have been a suffix or a direction. */
function addWords(names: Set<string>, key: string): void {
  names.add(key);
  const end = endOf(key);
  if (end > 0) names.add(key.slice(0, end));
  const direction = directionals.get(key);
  if (direction !== undefined) names.add(direction).add(wordOf(direction));
  const word = DIRECTED.exec(key)?.[0] ?? key;
  if (word.length < key.length) names.add(key.slice(word.length));
}

/** Adds the name with its suffix or its direction as part of it. */
function addEnds(names: Set<string>, { predirectional, streetKey: key, suffix }: Street): void {
  const ending = suffixes.get(suffix);
  if (ending?.strong === false) names.add(key + ending.name);
  if (ending !== undefined && directionals.has(key)) names.add(ending.name);
  if (predirectional === '') return;
  names.add(wordOf(predirectional) + key);
  if (suffixes.has(key)) names.add(predirectional).add(wordOf(predirectional));
}

/** Index of a suffix that was written onto the name, `LAKESHORE`, `ASHWAY`; -1 if there is no suffix. */
function endOf(key: string): number {
  for (const name of ends.get(key.slice(-SHORTEST_END)) ?? NO_ENDS)
    if (name.length < key.length && key.endsWith(name)) return key.length - name.length;
  return -1;
}

const NO_ENDS: readonly string[] = [];
const SHORTEST_END = 3;
/** Suffix names by their last letters, longest first. */
const ends = new Map<string, string[]>();
for (const name of [...new Set([...suffixes.values()].map(({ name }) => name))].sort(
  (a, b) => b.length - a.length,
)) {
  const last = name.slice(-SHORTEST_END);
  ends.set(last, [...(ends.get(last) ?? []), name]);
}

const DIRECTED = /^(?:(?:NORTH|SOUTH)(?:EAST|WEST)?|EAST|WEST)/;

function wordOf(direction: string): string {
  return directionWords.get(direction) ?? direction;
}

/** The ZIP and the city, as far as they are known. */
function placesOf(reading: ParsedAddress): readonly string[] {
  const { zip5 } = reading;
  const city = cityOf(reading);
  return zip5 === '' ? (city === '' ? [] : [city]) : city === '' ? [zip5] : [zip5, city];
}

function cityOf({ stateKey, cityKey }: ParsedAddress): string {
  return stateKey === '' || cityKey === '' ? '' : stateKey + ' ' + cityKey;
}

function streetKey(place: string, name: string): string {
  return place + '|' + name;
}

function streetText({ predirectional, street, suffix, postdirectional, streetKey: key }: Street): string {
  return `${predirectional}|${street}|${suffix}|${postdirectional}|${key === street ? '' : key}`;
}

function streetOf(text: string): Street {
  const [predirectional = '', street = '', suffix = '', postdirectional = '', key = ''] = text.split('|');
  return { predirectional, street, suffix, postdirectional, streetKey: key || street };
}

function nameOf({ predirectional, street, suffix, postdirectional }: Street): string {
  return [predirectional, street, suffix, postdirectional].filter((part) => part !== '').join(' ');
}
