import { decide, isInitial, parseAddress, type ParsedAddress } from '@skiptrace/address';
import type { AddressColumns } from '../headers/address-columns.js';
import type { HeaderMapping } from '../headers/mapping.js';
import type { SplitAddress } from '../values/address-lines.js';
import { type CleanZip, cleanZip } from '../values/state-zip.js';

/** A lead, and how the service reads it. */
interface ReadLead {
  readonly lead: SplitAddress;
  readonly parsed: ParsedAddress;
}

/** Key that is equal for rows that ask for the same owner. */
export interface LeadKey {
  readonly headers: readonly string[];
  /** The key of a row, from the cells of `headers`. `property`: the key of its property, if the caller has it already. */
  of(cells: readonly string[], property?: string): string;
}

/** The property, and the name where it is sent: names choose among several owners. */
export function leadKey({
  property,
  mapping,
}: {
  property: AddressColumns;
  mapping: HeaderMapping;
}): LeadKey {
  const { firstName, lastName } = mapping.mapping;
  const names = [firstName, lastName].filter((name) => name !== undefined);
  const width = property.headers.length;
  return {
    headers: [...property.headers, ...names],
    of(cells, key = propertyKeyOf(property.read(cells.slice(0, width)))) {
      return [key, ...cells.slice(width).map(foldKey)].join('\n');
    },
  };
}

export const readLead = (lead: SplitAddress): ReadLead => ({ lead, parsed: parseLead(lead) });

interface Address {
  readonly address: string;
  readonly city?: string;
  readonly state?: string;
  readonly zip?: string;
}

/** Key that is equal for addresses that differ only in case and spacing. */
function addressKey({ address, city, state, zip }: Address): string {
  return [address, city, state, zip].map((part) => foldKey(part ?? '')).join('\n');
}

const foldKey = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Reason why an address can never match in any directory. */
export type NoMatchReason =
  | 'blank address'
  | 'PO box'
  | 'intersection'
  | 'mail route'
  | 'no house number'
  | 'no address'
  | 'no place';

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
  if (outcome.reason === 'no_number' || outcome.reason === 'no_house') return 'no house number';
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
    a.needsZip ? 'zip' : '',
  ].join('|');
}

/**
 * The ZIP of a lead, with the zeros that a spreadsheet dropped: where the state shows it, and where the
 * address names no place but this ZIP, as the service reads it.
 */
export function leadZip({ address, city, state, zip }: SplitAddress): CleanZip {
  const clean = cleanZip(zip, state);
  if (!clean.reported) return clean;
  const { zip5, zip4 } = parseAddress({ address, city, state, zip: clean.zip });
  const digits = clean.zip.replace(/\D/g, '');
  const isRead = digits !== '' && [zip5, zip5 + zip4].some((read) => read.endsWith(digits));
  return isRead ? { zip: zip5, reported: false } : clean;
}
