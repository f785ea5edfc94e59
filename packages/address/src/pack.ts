/** A parsed address as a short string, for a database: back in its parts without parsing. */
import { stateOfZip } from './data/states.js';
import { numberKey } from './parse/number.js';
import type { AddressKind, NumberForm, ParsedAddress } from './types.js';

const KINDS: readonly AddressKind[] = [
  'street',
  'intersection',
  'poBox',
  'ruralRoute',
  'highwayContract',
  'generalDelivery',
  'military',
  'none',
];
const FORMS: readonly NumberForm[] = ['plain', 'fraction', 'range', 'hyphenated', 'grid'];
/** Neither occurs in a part: the words of an address hold no control characters. */
const BETWEEN_PARTS = '\t';
const BETWEEN_READINGS = '\n';

/** Short, printable but for tabs, and the same for equal addresses. */
export function pack(address: ParsedAddress): string {
  return [address, ...address.otherReadings].map(packReading).join(BETWEEN_READINGS);
}

function packReading(a: ParsedAddress): string {
  const {
    number,
    predirectional,
    street,
    suffix,
    postdirectional,
    unitType,
    unit,
    urbanization,
    city,
    state,
    zip5,
    zip4,
    box,
    route,
  } = a;
  const kept = (key: string, part: string) => (key === part ? '' : key);
  const keys = [kept(a.streetKey, street), kept(a.unitKey, unit), kept(a.cityKey, city)];
  const head = `${KINDS.indexOf(a.kind)}${FORMS.indexOf(a.numberForm)}${Number(a.needsCity)}`;
  return [
    head,
    number,
    predirectional,
    street,
    suffix,
    postdirectional,
    unitType,
    unit,
    urbanization,
    city,
    state,
    zip5,
    zip4,
    box,
    route,
    ...keys,
  ]
    .join(BETWEEN_PARTS)
    .trimEnd();
}

/** The address `pack` made the string from. */
export function unpack(packed: string): ParsedAddress {
  if (!packed.includes(BETWEEN_READINGS)) return unpackReading(packed);
  const [first = '', ...others] = packed.split(BETWEEN_READINGS);
  return { ...unpackReading(first), otherReadings: others.map(unpackReading) };
}

const NO_READINGS: readonly ParsedAddress[] = [];

function unpackReading(packed: string): ParsedAddress {
  const parts = packed.split(BETWEEN_PARTS);
  const part = (i: number) => parts[i] ?? '';
  const head = part(0);
  const numberForm = FORMS[Number(head.charAt(1))] ?? 'plain';
  const number = part(1);
  const street = part(3);
  const unit = part(7);
  const city = part(9);
  const state = part(10);
  const zip5 = part(11);
  return {
    kind: KINDS[Number(head.charAt(0))] ?? 'none',
    number,
    numberForm,
    predirectional: part(2),
    street,
    suffix: part(4),
    postdirectional: part(5),
    unitType: part(6),
    unit,
    urbanization: part(8),
    city,
    state,
    zip5,
    zip4: part(12),
    box: part(13),
    route: part(14),
    numberKey: numberKey(number, numberForm),
    streetKey: part(15) || street,
    unitKey: part(16) || unit,
    cityKey: part(17) || city,
    stateKey: state || stateOfZip(zip5),
    needsCity: head.charAt(2) === '1',
    otherReadings: NO_READINGS,
  };
}
