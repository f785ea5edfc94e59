/**
 * The keys an address is stored and looked up under.
 *
 * An exact key holds every part, so addresses that share one agree in all of them. The looser ones hold the number and,
 * in turn, the state with the street, the ZIP, the state with the city: whatever the rules allow to be missing,
 * moved or mistyped, one of them still finds it, and `decide` does the rest.
 */
import { rangeEnds } from '../parse/number.js';
import { isRoadKey } from '../parse/roads.js';
import type { ParsedAddress } from '../types.js';
import { readingsOf, whyNoProperty } from './agreement.js';

export interface MatchKey {
  readonly key: string;
  /** Only addresses that agree in every part share it. */
  readonly exact: boolean;
}

/**
 * Keys of every reading, exact ones first, without repeats. Empty if the address is not a property or its place is unknown.
 */
export function keysOf(address: ParsedAddress): readonly MatchKey[] {
  const exact: string[] = [];
  const loose: string[] = [];
  for (let i = -1; i < address.otherReadings.length; i++) {
    const reading = i < 0 ? address : address.otherReadings[i];
    if (reading === undefined || whyNoProperty(reading) !== undefined) continue;
    const key = exactKey(reading);
    if (key === '') continue;
    push(exact, key);
    for (const number of numbersOf(reading)) pushLoose(loose, reading, number);
  }
  return [...exact.map((key) => ({ key, exact: true })), ...loose.map((key) => ({ key, exact: false }))];
}

/** The numbers of a house: both ends of a range, else one. */
export function numbersOf({ number, numberForm, numberKey }: ParsedAddress): readonly string[] {
  return numberForm === 'range' ? rangeEnds(number) : [numberKey];
}

/**
 * Keys of place, number and first letters of the street. A kept and an asked address in which `agreement` finds no difference share one.
 * Where one of the two has no ZIP they are compared in the state, and under a key of its own where that is the kept one: so an address
 * with a ZIP isn't asked about the whole state.
 */
export function nearKeysOf(address: ParsedAddress, isKept: boolean): readonly string[] {
  const keys: string[] = [];
  for (const reading of readingsOf(address)) {
    if (whyNoProperty(reading) !== undefined) continue;
    const { zip5, stateKey, cityKey } = reading;
    const inState = stateKey !== '' && cityKey !== '';
    for (const number of numbersOf(reading))
      for (const letter of firstLetters(reading)) {
        const house = '/' + number + ' ' + letter;
        if (zip5 !== '') push(keys, zip5 + house);
        if (inState && (isKept || zip5 === '')) push(keys, stateKey + house);
        if (inState && isKept === (zip5 === '')) push(keys, 'no ZIP ' + stateKey + house);
      }
  }
  return keys;
}

/** Letters that the street may begin with: a direction may be part of the name. A numbered road may have several classes. */
function firstLetters({ streetKey, predirectional, postdirectional }: ParsedAddress): ReadonlySet<string> {
  const letters = new Set([isRoadKey(streetKey) ? '#' : streetKey.charAt(0)]);
  for (const direction of [predirectional, postdirectional])
    if (direction !== '') letters.add(direction.charAt(0));
  return letters;
}

/** Number, street, unit and ZIP (else city), with the state; empty when the place is unknown. */
export function exactKey(a: ParsedAddress): string {
  const place =
    a.zip5 !== ''
      ? a.zip5 + a.stateKey
      : a.cityKey !== '' && a.stateKey !== ''
        ? a.stateKey + ' ' + a.cityKey
        : '';
  if (place === '') return '';
  let key =
    place +
    '=' +
    a.numberKey +
    '|' +
    a.predirectional +
    '|' +
    a.streetKey +
    '|' +
    a.suffix +
    '|' +
    a.postdirectional;
  if (a.unitKey !== '') key += '#' + a.unitKey;
  if (a.lineCity !== '') key += '~' + a.lineCity;
  if (a.urbanization !== '') key += '@' + a.urbanization.replaceAll(' ', '');
  return key;
}

function pushLoose(keys: string[], a: ParsedAddress, number: string): void {
  if (a.stateKey !== '') push(keys, a.stateKey + '/' + number + ' ' + a.streetKey);
  if (a.zip5 !== '') push(keys, a.zip5 + '/' + number);
  if (a.stateKey !== '' && a.cityKey !== '') push(keys, a.stateKey + ' ' + a.cityKey + '/' + number);
}

function push(keys: string[], key: string): void {
  if (!keys.includes(key)) keys.push(key);
}
