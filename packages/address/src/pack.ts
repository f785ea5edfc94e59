/** A parsed address as a short string for a database, and back into its parts without parsing. */
import { stateOfZip } from './data/states.js';
import { numberKey } from './parse/number.js';
import { NO_READINGS } from './parse/result.js';
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
const FORMS: readonly NumberForm[] = ['plain', 'fraction', 'range', 'hyphenated', 'grid', 'none'];
/** Separators that occur in no part: the words of an address hold no control characters. */
const BETWEEN_PARTS = '\t';
const TAB = 9;
const BETWEEN_READINGS = '\n';

/** Short, printable but for tabs, and the same for equal addresses. */
export function pack(address: ParsedAddress): string {
  let packed = packReading(address);
  for (const reading of address.otherReadings) packed += BETWEEN_READINGS + packReading(reading);
  return packed;
}

function packReading(a: ParsedAddress): string {
  return [
    '' + KINDS.indexOf(a.kind) + FORMS.indexOf(a.numberForm) + (Number(a.needsCity) + Number(a.needsZip)),
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
    unlike(a.streetKey, a.street),
    unlike(a.unitKey, a.unit),
    unlike(a.cityKey, a.city),
    a.unread,
    a.lineCity,
  ]
    .join(BETWEEN_PARTS)
    .trimEnd();
}

function unlike(key: string, part: string): string {
  return key === part ? '' : key;
}

/** The last address that was unpacked, and its string up to the unit and from the unit on. */
let last = { before: '', after: '', address: undefined as ParsedAddress | undefined };

/**
 * The address that `pack` made the string from. The addresses of a large building differ in the unit alone: then all other parts are
 * taken over from the one before.
 */
export function unpack(packed: string): ParsedAddress {
  const { before, after, address } = last;
  if (address === undefined || !packed.startsWith(before) || !packed.endsWith(after))
    return unpackAnew(packed);
  const unit = packed.slice(before.length, packed.length - after.length);
  const end = packed.length < before.length + after.length ? -1 : unit.indexOf(BETWEEN_PARTS);
  if (end < 0 || end !== unit.lastIndexOf(BETWEEN_PARTS)) return unpackAnew(packed);
  const id = unit.slice(end + 1);
  return { ...address, unitType: unit.slice(0, end), unit: id, unitKey: id };
}

function unpackAnew(packed: string): ParsedAddress {
  const address = unpackAll(packed);
  // With a key of its own, the unit stands twice. Without a place, parts may be missing at the end.
  const isAlone = address.unitKey === address.unit && address.otherReadings.length === 0;
  if (isAlone && address.city + address.state + address.zip5 !== '') {
    let from = 0;
    for (let part = 0; part < UNIT_PART; part++) from = packed.indexOf(BETWEEN_PARTS, from) + 1;
    const to = from + address.unitType.length + BETWEEN_PARTS.length + address.unit.length;
    last = { before: packed.slice(0, from), after: packed.slice(to), address };
  }
  return address;
}

/** Parts of a packed address before the type of its unit. */
const UNIT_PART = 6;

function unpackAll(packed: string): ParsedAddress {
  const end = packed.indexOf(BETWEEN_READINGS);
  if (end < 0) return unpackReading(packed, NO_READINGS);
  const others = packed.slice(end + 1).split(BETWEEN_READINGS);
  return unpackReading(
    packed.slice(0, end),
    others.map((other) => unpackReading(other, NO_READINGS)),
  );
}

/** Cuts the parts out in one pass, because every candidate of a lookup comes through here. */
function unpackReading(packed: string, otherReadings: readonly ParsedAddress[]): ParsedAddress {
  let next = 0;
  const part = () => {
    const from = next;
    let to = from;
    while (to < packed.length && packed.charCodeAt(to) !== TAB) to++;
    next = to + 1;
    return packed.slice(from, to);
  };
  const head = part();
  const numberForm = FORMS[digitAt(head, 1)] ?? 'plain';
  const number = part();
  const predirectional = part();
  const street = part();
  const suffix = part();
  const postdirectional = part();
  const unitType = part();
  const unit = part();
  const urbanization = part();
  const city = part();
  const state = part();
  const zip5 = part();
  const zip4 = part();
  const box = part();
  const route = part();
  const streetKey = part() || street;
  const unitKey = part() || unit;
  const cityKey = part() || city;
  return {
    kind: KINDS[digitAt(head, 0)] ?? 'none',
    number,
    numberForm,
    predirectional,
    street,
    suffix,
    postdirectional,
    unitType,
    unit,
    unread: part(),
    urbanization,
    city,
    state,
    zip5,
    zip4,
    box,
    route,
    numberKey: numberKey(number, numberForm),
    streetKey,
    unitKey,
    cityKey,
    lineCity: part(),
    stateKey: state || stateOfZip(zip5),
    needsCity: digitAt(head, 2) > 0,
    needsZip: digitAt(head, 2) > 1,
    otherReadings,
  };
}

function digitAt(text: string, i: number): number {
  return text.charCodeAt(i) - 48;
}
