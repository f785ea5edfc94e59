// Builds a ParsedAddress from the parts that were read.
import type { AddressKind, ParsedAddress } from '../types.js';
import { type Words, at } from '../words.js';
import { type MailForm, isMilitaryPlace } from './mail.js';
import { numberKey, type HouseNumber } from './number.js';
import { NO_CITY, type Place, cityOf } from './place.js';
import { unreadKey, unreadText } from './rest.js';
import type { readStreet } from './street.js';
import { type UnitPart, unitKey, unitText } from './unit.js';

export const NO_READINGS: readonly ParsedAddress[] = [];

/** Questions that a line leaves open. */
export interface Doubts {
  readonly needsCity: boolean;
  readonly needsZip: boolean;
  readonly otherReadings: readonly ParsedAddress[];
  readonly unread: readonly Words[];
  readonly lineCity: string;
}

export const NO_DOUBTS: Doubts = {
  needsCity: false,
  needsZip: false,
  otherReadings: NO_READINGS,
  unread: [],
  lineCity: '',
};

export function address(
  number: HouseNumber | undefined,
  street: ReturnType<typeof readStreet>,
  units: readonly UnitPart[],
  urbanization: string,
  { city, state, stateKey, zip }: Place,
  { needsCity, needsZip, otherReadings, unread, lineCity }: Doubts,
): ParsedAddress {
  const unit = unitText(units);
  const key = unitKey(units);
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
    unread: unread.length === 0 ? '' : unreadText(unread),
    urbanization,
    city: city.name,
    state,
    zip5: zip.zip5,
    zip4: zip.zip4,
    box: '',
    route: '',
    numberKey: number === undefined ? '' : numberKey(number.text, number.form),
    streetKey: street.key,
    unitKey: unread.length === 0 ? key : joined(key, unreadKey(unread)),
    cityKey: city.key,
    lineCity,
    stateKey,
    needsCity,
    needsZip,
    otherReadings,
  };
}

function joined(unit: string, unread: string): string {
  return unit === '' || unread === '' ? unit + unread : unit + '/' + unread;
}

const NO_STREET = { predirectional: '', name: '', suffix: '', postdirectional: '', key: '', bareUnit: '' };

export function noStreet(
  { kind, box = '', route = '' }: { kind: AddressKind; box?: string; route?: string },
  place: Place,
): ParsedAddress {
  return {
    ...address(undefined, NO_STREET, [], '', place, NO_DOUBTS),
    kind,
    box,
    route,
  };
}

/** An address of a box or a route; the city begins after the last comma. */
export function mailAddress(mail: MailForm, words: Words, place: Place): ParsedAddress {
  let from = mail.next;
  for (let i = mail.next; i < words.length; i++) if (at(words, i).before === ',') from = i;
  return noStreet(
    mail,
    place.city === NO_CITY ? { ...place, city: cityOf(words, from, words.length, place.state) } : place,
  );
}
