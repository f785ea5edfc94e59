// The address rules are larger than the page itself, so the page loads this file after its first paint.
import {
  compare,
  parseAddress,
  propertyKey,
  standardize,
  wordsBesides,
  type AddressKind,
  type ParsedAddress,
} from '@skiptrace/address';
import type { Contact } from '@skiptrace/contract';
import { propertyPlace } from './owner-text.js';
import type { SameProperty } from './questions.js';

/** Kinds of addresses that never name a property, such as PO boxes and intersections. */
const NO_PROPERTY = {
  intersection: 'This names two streets that cross, not a house. Add the house number.',
  poBox: 'A PO box is not a property, so it has no owner to find. Enter the address of the property itself.',
  ruralRoute:
    'A rural route says where mail goes, not where a property is. Enter the street address of the property.',
  highwayContract:
    'A highway contract route says where mail goes, not where a property is. Enter the street address of the property.',
  generalDelivery:
    'General delivery is picked up at a post office, so there is no property to look up. Enter a street address.',
  military: 'A military address is not a property, so it has no owner to find. Enter a street address.',
} as const satisfies Partial<Record<AddressKind, string>>;

const isNoProperty = (kind: AddressKind): kind is keyof typeof NO_PROPERTY =>
  Object.hasOwn(NO_PROPERTY, kind);

/** Why a line can't match any owner, and what to add; null if it can. An address that is sure to miss is never sent. */
export function missingParts(line: string): string | null {
  const address = parseAddress(line);
  if ([address, ...address.otherReadings].some((reading) => propertyKey(reading) !== '')) return null;
  if (isNoProperty(address.kind)) return NO_PROPERTY[address.kind];
  if (address.kind === 'none' || (address.numberKey === '' && address.streetKey === '')) {
    return 'Enter a street address with its city and state, or its ZIP code.';
  }
  const missing = [
    ...(address.numberKey === '' ? ['the house number'] : []),
    ...(address.streetKey === '' ? ['the street'] : []),
    ...missingPlace(address),
  ];
  return `Add ${missing.join(' and ')}.`;
}

function missingPlace({ zip5, cityKey, stateKey }: ParsedAddress): string[] {
  if (zip5 !== '' || (cityKey !== '' && stateKey !== '')) return [];
  if (cityKey !== '') return ['the state (or a ZIP code)'];
  if (stateKey !== '') return ['the city (or a ZIP code)'];
  return ['the city and state (or a ZIP code)'];
}

/** A line with another unit, or the first one, of the same building. */
export function withUnit(line: string, unit: string): string {
  const building = standardize({ ...parseAddress(line), unitType: '', unit: '', unread: '', unitKey: '' });
  return [`${building.line} ${unit}`, building.city, `${building.state} ${building.zip}`.trim()]
    .filter((part) => part !== '')
    .join(', ');
}

/** Whether two lines name the same property in different spellings, so that the answer to one is valid for the other. */
export const isSameProperty: SameProperty = (one, other) =>
  one === other || compare(one, other).reason === 'exact';

/** A property spelled differently from what was typed. */
export interface Corrected {
  /** The property's street address. */
  matched: string;
  /** Typed words that aren't in its address. */
  typed: string;
}

/** Differences between a line and the matched property's address; null if the line only omits or abbreviates parts of it. */
export function corrected(line: string, contact: Contact): Corrected | null {
  const place = propertyPlace(contact);
  if (place === null || contact.propertyAddress === null) return null;
  const typed = wordsBesides(line, place).join(' ');
  return typed === '' ? null : { matched: contact.propertyAddress, typed };
}
