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
  let packed = packReading(address);
  for (const reading of address.otherReadings) packed += BETWEEN_READINGS + packReading(reading);
  return packed;
}

function packReading(a: ParsedAddress): string {
  return [
    String(KINDS.indexOf(a.kind)) + String(FORMS.indexOf(a.numberForm)) + (a.needsCity ? '1' : '0'),
    a.number,
    a.predirectional,
    a.street,
    a.suffix,
    a.postdirectional,
    a.unitType,
    a.unit,
    a.urbanization,
    a.city,
    a.state,
    a.zip5,
    a.zip4,
    a.box,
    a.route,
    a.streetKey === a.street ? '' : a.streetKey,
    a.unitKey === a.unit ? '' : a.unitKey,
    a.cityKey === a.city ? '' : a.cityKey,
  ]
    .join(BETWEEN_PARTS)
    .trimEnd();
}

/** The address `pack` made the string from. */
export function unpack(packed: string): ParsedAddress {
  if (!packed.includes(BETWEEN_READINGS)) return unpackReading(packed, NO_READINGS);
  const [first = '', ...others] = packed.split(BETWEEN_READINGS);
  return unpackReading(
    first,
    others.map((reading) => unpackReading(reading, NO_READINGS)),
  );
}

const NO_READINGS: readonly ParsedAddress[] = [];

function unpackReading(packed: string, otherReadings: readonly ParsedAddress[]): ParsedAddress {
  const [
    head = '',
    number = '',
    predirectional = '',
    street = '',
    suffix = '',
    postdirectional = '',
    unitType = '',
    unit = '',
    urbanization = '',
    city = '',
    state = '',
    zip5 = '',
    zip4 = '',
    box = '',
    route = '',
    streetKey = '',
    unitKey = '',
    cityKey = '',
  ] = packed.split(BETWEEN_PARTS);
  const numberForm = FORMS[Number(head.charAt(1))] ?? 'plain';
  return {
    kind: KINDS[Number(head.charAt(0))] ?? 'none',
    number,
    numberForm,
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
    numberKey: numberKey(number, numberForm),
    streetKey: streetKey || street,
    unitKey: unitKey || unit,
    cityKey: cityKey || city,
    stateKey: state || stateOfZip(zip5),
    needsCity: head.charAt(2) === '1',
    otherReadings,
  };
}
