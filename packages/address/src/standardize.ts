/** The address as USPS Publication 28 writes it. */
import { unitDesignators } from './data/units.js';
import type { ParsedAddress } from './types.js';

export interface StandardAddress {
  /** Delivery line: `12 N OAK ST APT 4B`, `PO BOX 9`; empty when there is no address. */
  readonly line: string;
  readonly city: string;
  readonly state: string;
  /** `46052`, `46052-1234` or empty. */
  readonly zip: string;
  /** All of it in one line: `12 N OAK ST APT 4B, LEBANON IN 46052`. */
  readonly text: string;
}

/** The address as it was read, formatted once: for showing it. `standardize` also reads its own line again. */
export function standardForm(a: ParsedAddress): StandardAddress {
  const line = deliveryLine(a);
  const zip = a.zip4 === '' ? a.zip5 : a.zip5 + '-' + a.zip4;
  const place = words([a.city, a.state, zip]);
  return {
    line,
    city: a.city,
    state: a.state,
    zip,
    text: line === '' || place === '' ? line + place : line + ', ' + place,
  };
}

function deliveryLine(a: ParsedAddress): string {
  const box = prefixed('BOX ', a.box);
  switch (a.kind) {
    case 'none':
      return '';
    case 'poBox':
      return words(['PO BOX', a.box]);
    case 'ruralRoute':
      return words(['RR', a.route, box]);
    case 'highwayContract':
      return words(['HC', a.route, box]);
    case 'generalDelivery':
      return 'GENERAL DELIVERY';
    case 'intersection':
      return a.route;
    case 'military':
      if (a.number === '') return words([a.route, box]);
      break;
    case 'street':
  }
  return words([
    prefixed('URB ', a.urbanization),
    a.number,
    a.predirectional,
    a.street,
    a.suffix,
    a.postdirectional,
    unitOf(a),
    a.unread && '(' + a.unread + ')',
  ]);
}

function prefixed(prefix: string, part: string): string {
  return part && prefix + part;
}

export function unitOf({ unitType, unit, suffix }: ParsedAddress): string {
  if (unit === '') return '';
  const text = unitType !== '' ? unitType + ' ' + unit : unit;
  const [first = ''] = text.split(' ');
  if (first === '#' || first === 'BOX') return text;
  const designator = unitDesignators.get(first);
  // `20 BROADWAY FRONT` would be a street.
  return designator === undefined || (suffix === '' && !designator.plain) ? '# ' + text : text;
}

function words(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
