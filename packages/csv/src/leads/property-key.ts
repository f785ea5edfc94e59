import { decide, isInitial, parseAddress, type ParsedAddress } from '@skiptrace/address';
import type { SplitAddress } from '../values/one-line.js';
import { addressKey } from './address-key.js';
import { leadZip } from './lead-zip.js';

/** Reason why an address can never match in any directory. */
export type NoMatchReason =
  'blank address' | 'PO box' | 'intersection' | 'mail route' | 'no house number' | 'no address' | 'no place';

/** A lead as the service reads it. */
export function parseLead(lead: SplitAddress): ParsedAddress {
  const { zip, reported } = leadZip(lead);
  return parseAddress({ ...lead, zip: reported ? lead.zip : zip });
}

/** Reason why a lead can never match; undefined if the directory decides. */
export function whyNoMatch(lead: SplitAddress, parsed = parseLead(lead)): NoMatchReason | undefined {
  if (lead.address.trim() === '') return 'blank address';
  const outcome = decide(parsed, []);
  if (outcome.matched || outcome.reason === 'no_candidates') return undefined;
  if (outcome.reason === 'not_a_property') {
    if (parsed.kind === 'poBox') return 'PO box';
    return parsed.kind === 'intersection' ? 'intersection' : 'mail route';
  }
  if (outcome.reason === 'no_number') return 'no house number';
  return outcome.reason === 'no_place' ? 'no place' : 'no address';
}

/**
 * Key that is equal for leads the matcher cannot distinguish: every part it compares is equal, in every
 * reading, so both match the same owner or none. All other leads have different keys: a wrong merge would
 * give a row another property's owner. Leads that can never match are compared by their letters.
 */
export function propertyKeyOf(lead: SplitAddress, parsed = parseLead(lead)): string {
  if (whyNoMatch(lead, parsed) !== undefined) return `text\n${addressKey(lead)}`;
  return ['property', ...[parsed, ...parsed.otherReadings].map(readingKey)].join('\n');
}

function readingKey(a: ParsedAddress): string {
  return [
    a.kind,
    a.numberForm,
    a.number,
    a.numberKey,
    a.predirectional,
    a.street,
    a.streetKey,
    a.suffix,
    a.postdirectional,
    a.unitKey,
    isInitial(a) ? 'short' : '',
    a.lineCity,
    a.urbanization,
    a.cityKey,
    a.stateKey,
    a.zip5,
    a.needsCity ? 'city' : '',
  ].join('|');
}
