import type { EnrichedOwner, EnrichedPhone } from '../enriched/owner.js';
import type { PropertyAddress } from '../leads/enriched-rows.js';

/** Names and descriptions of the layouts, for the help pages: their code is loaded by `export` only. */
export const LAYOUT_NAMES = ['phones', 'split', 'reisift', 'hubspot', 'ghl', 'long'] as const;

export type LayoutName = (typeof LAYOUT_NAMES)[number];

/** A matched row, as every layout sees it. */
export interface Lead {
  readonly property: PropertyAddress;
  readonly owner: EnrichedOwner;
}

/** Largest number of each kind that one lead has: decides how many numbered columns a layout needs. */
export interface LeadWidths {
  readonly phones: number;
  readonly mobiles: number;
  readonly landlines: number;
  readonly emails: number;
}

/** Import format of another program. */
export interface Layout {
  readonly name: string;
  /** True if it has a column that marks numbers on a Do Not Call registry. */
  readonly tellsDnc: boolean;
  header(widths: LeadWidths): string[];
  /** The records of one lead: none, one or many. */
  records(lead: Lead, widths: LeadWidths): string[][];
}

export const NAME = ['First Name', 'Last Name'];
export const PROPERTY = ['Property Address', 'Property City', 'Property State', 'Property Zip'];
export const MAILING = ['Mailing Address', 'Mailing City', 'Mailing State', 'Mailing Zip'];

/** True for an owner with only a full name: a company, or an owner from a list that does not split names. */
export const isWholeName = ({ firstName, lastName, fullName }: EnrichedOwner): boolean =>
  firstName === null && lastName === null && fullName !== null;

/** Cells of the name. Importers require a last name, and "Smith Gina" and "Gina Smith Trust" cannot be distinguished. */
export function nameCells(owner: EnrichedOwner): string[] {
  return isWholeName(owner) ? ['', owner.fullName ?? ''] : [owner.firstName ?? '', owner.lastName ?? ''];
}

export const propertyCells = ({ address, city, state, zip }: PropertyAddress) => [address, city, state, zip];

export const mailingCells = (owner: EnrichedOwner): string[] => [
  owner.mailingAddress ?? '',
  owner.mailingCity ?? '',
  owner.mailingState ?? '',
  owner.mailingZip ?? '',
];

export const typeText = ({ type }: EnrichedPhone) => (type === 'mobile' ? 'Mobile' : 'Landline');
export const dncText = ({ dnc, dncChecked }: EnrichedPhone) =>
  !dnc ? 'No' : dncChecked === false ? 'Not checked' : 'Yes';

export const ofType = ({ phones }: EnrichedOwner, type: EnrichedPhone['type']) =>
  phones.filter((phone) => phone.type === type);

/** Names of numbered columns: `Phone 1`, `Phone 1 Type`, `Phone 2` … */
export function numbered(count: number, names: (n: number) => string[]): string[] {
  return Array.from({ length: count }, (_, at) => names(at + 1)).flat();
}

/** Cells of numbered columns, with empty ones after the last. */
export function numberedCells<T>(
  items: readonly T[],
  count: number,
  cells: (item: T) => string[],
  width: number,
): string[] {
  return Array.from({ length: count }, (_, at) => {
    const item = items[at];
    return item === undefined ? new Array<string>(width).fill('') : cells(item);
  }).flat();
}
