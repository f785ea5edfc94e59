import type { ByteSource } from '../byte-source.js';
import {
  dncStatus,
  type DncStatus,
  type EnrichedOwner,
  type EnrichedPhone,
} from '../enriched/added-columns.js';
import { csvLine, safeCell } from '../enriched/cells.js';
import { type EnrichedOptions, type EnrichedRow, ownersOnce, readEnriched } from '../leads/enriched-rows.js';
import { leadZip } from '../leads/property-key.js';
import { isAbsentee } from '../values/absentee.js';
import { stateCode } from '../values/state-zip.js';
import { isWholeName, type DncChoice, type Layout, type Lead, type LeadWidths } from './layouts.js';

export {
  DNC_CHOICES,
  type DncChoice,
  type Layout,
  LAYOUT_NAMES,
  type LayoutName,
  layouts,
} from './layouts.js';

/** Choices that leave rows or numbers out of an export. The command line and the web app offer the same choices. */
export const ONLY_CHOICES = ['callable', 'mobile', 'absentee', 'first-phone'] as const;

export type OnlyChoice = (typeof ONLY_CHOICES)[number];

export interface ExportChoice {
  /** Default: the layout's own. */
  readonly dnc?: DncChoice | undefined;
  /**
   * `callable`: like `dnc: 'only-not-listed'`. `mobile`: no landlines. `absentee`: only leads with mail that goes elsewhere than to
   * the property. `first-phone`: the first remaining number of each owner.
   */
  readonly only?: readonly OnlyChoice[];
}

interface LayoutOptions extends ExportChoice {
  readonly layout: Layout;
}

export type ExportOptions = EnrichedOptions & LayoutOptions;

export interface ExportTally {
  /** Properties with owners. Rows that repeat a property's owner count once, and are written once. */
  leads: number;
  records: number;
  /** Numbers that were written. */
  phones: number;
  /** Numbers left out by their Do Not Call status. */
  droppedNumbers: number;
  /** Count of `droppedNumbers` with the status `not checked`; all others are listed. */
  uncheckedNumbers: number;
  /** Owners with an unsplit name. It goes into the last name: a company's name cannot be split. */
  wholeNames: number;
  /** Leads that had numbers, before any was left out. */
  leadsWithPhones: number;
  /** Leads that had numbers, all of which were left out by their Do Not Call status. */
  strippedLeads: number;
}

interface Export {
  readonly tally: ExportTally;
  readonly csv: AsyncIterable<Uint8Array>;
}

/** Characters collected before a piece is yielded: a piece for each record would make large files slow. */
const CHUNK = 256 * 1024;

/**
 * Turns an enriched file into the CSV that another program imports: UTF-8, commas, CRLF. The counts in
 * `tally` are complete when all of `csv` was read.
 * @throws CsvInputError, NotEnriched, UnclearColumns before the first piece
 */
export function exportEnriched(
  enriched: ByteSource,
  { layout, dnc, only = [], ...wanted }: ExportOptions,
): Promise<Export> {
  return exportRows(() => readEnriched(enriched, wanted), { layout, dnc, only });
}

/** Same, for rows from another reader. `rows` is called three times: listed numbers, widths, records. */
export async function exportRows(
  rows: () => AsyncIterable<EnrichedRow>,
  { layout, dnc, only = [] }: LayoutOptions,
): Promise<Export> {
  const choice = { dnc: only.includes('callable') ? 'only-not-listed' : (dnc ?? layout.dnc), only };
  const tally: ExportTally = {
    ...{ leads: 0, records: 0, phones: 0, droppedNumbers: 0, uncheckedNumbers: 0, wholeNames: 0 },
    leadsWithPhones: 0,
    strippedLeads: 0,
  };
  const listed = await listedNumbers(rows());
  const widths = await widthsOf(leadsOf(rows(), listed, choice), layout, tally);
  return { tally, csv: written(layout, leadsOf(rows(), listed, choice), widths, tally) };
}

/** Numbers that are listed for any owner of the file: who has a number doesn't change whether it may be called. */
export async function listedNumbers(rows: AsyncIterable<EnrichedRow>): Promise<ReadonlySet<string>> {
  const listed = new Set<string>();
  for await (const { owner } of rows)
    for (const { phones } of owner === null ? [] : ownersOf(owner))
      for (const phone of phones) if (dncStatus(phone) === 'listed') listed.add(phone.number);
  return listed;
}

interface CountedLead extends Lead {
  /** Numbers left out by their Do Not Call status. */
  readonly dropped: readonly EnrichedPhone[];
}

const KEPT: Readonly<Record<DncChoice, readonly DncStatus[]>> = {
  keep: ['listed', 'not listed', 'not checked'],
  'drop-listed': ['not listed', 'not checked'],
  'only-not-listed': ['not listed'],
};

async function* leadsOf(
  rows: AsyncIterable<EnrichedRow>,
  listed: ReadonlySet<string>,
  { dnc, only }: { readonly dnc: DncChoice; readonly only: readonly OnlyChoice[] },
): AsyncGenerator<CountedLead> {
  const marked = (phone: EnrichedPhone): EnrichedPhone =>
    listed.has(phone.number) ? { ...phone, dnc: true, dncChecked: true } : phone;
  for await (const { property, owner: read } of ownersOnce(rows)) {
    const [one = read, ...others] = ownersOf(read).map((owner) => ({
      ...owner,
      phones: owner.phones.map(marked),
    }));
    const found: EnrichedOwner = { ...one, coOwners: others };
    const places = { propertyAddress: tidy(property.address), propertyZip: property.zip.trim() || null };
    if (only.includes('absentee') && !isAbsentee({ ...found, ...places })) continue;
    const dropped: EnrichedPhone[] = [];
    const all = [found, ...(found.coOwners ?? [])].flatMap(({ phones }) => phones);
    // A number that was not checked for one owner of the property is not called for another.
    const mayStay = ({ number }: EnrichedPhone) =>
      all.every((phone) => phone.number !== number || KEPT[dnc].includes(dncStatus(phone)));
    const kept = (owner: EnrichedOwner): EnrichedOwner => {
      const phones = owner.phones.filter((phone) => {
        if (only.includes('mobile') && phone.type !== 'mobile') return false;
        const isKept = mayStay(phone);
        if (!isKept) dropped.push(phone);
        return isKept;
      });
      return { ...owner, phones: only.includes('first-phone') ? phones.slice(0, 1) : phones };
    };
    const { coOwners = [], ...first } = found;
    const owner = { ...kept(first), coOwners: coOwners.map(kept) };
    yield {
      property: {
        // Invisible extra spaces keep another program from recognizing the property.
        address: tidy(property.address),
        city: tidy(property.city),
        state: stateCode(property.state) ?? property.state,
        zip: leadZip(property).zip,
      },
      owner,
      dropped,
    };
  }
}

const tidy = (cell: string): string => cell.trim().replace(/\s+/g, ' ');

async function widthsOf(
  leads: AsyncIterable<CountedLead>,
  layout: Layout,
  tally: ExportTally,
): Promise<LeadWidths> {
  let widths = NO_LEADS;
  for await (const { owner, dropped } of leads) {
    const owners = ownersOf(owner);
    tally.leads++;
    tally.droppedNumbers += dropped.length;
    tally.uncheckedNumbers += dropped.filter((phone) => dncStatus(phone) === 'not checked').length;
    if (dropped.length > 0 || owners.some(({ phones }) => phones.length > 0)) tally.leadsWithPhones++;
    if (dropped.length > 0 && owners.every(({ phones }) => phones.length === 0)) tally.strippedLeads++;
    tally.wholeNames += owners.filter(isWholeName).length;
    tally.phones += owners.reduce((sum, { phones }) => sum + phones.length, 0);
    widths = widenLeads(widths, layout.isByOwner ? { ...owner, coOwners: [] } : owner);
  }
  return widths;
}

export const NO_LEADS: LeadWidths = { phones: 0, mobiles: 0, landlines: 0, emails: 0, coOwners: [] };

/** Widens the widths by one more lead. Start with NO_LEADS. */
export function widenLeads(widths: LeadWidths, { phones, emails, coOwners = [] }: EnrichedOwner): LeadWidths {
  const mobiles = phones.filter(({ type }) => type === 'mobile').length;
  const count = Math.max(widths.coOwners.length, coOwners.length);
  return {
    phones: Math.max(widths.phones, phones.length),
    mobiles: Math.max(widths.mobiles, mobiles),
    landlines: Math.max(widths.landlines, phones.length - mobiles),
    emails: Math.max(widths.emails, emails.length),
    coOwners: Array.from({ length: count }, (_, at) => {
      const [known = NO_LEADS, coOwner] = [widths.coOwners[at], coOwners[at]];
      return coOwner === undefined ? known : widenLeads(known, coOwner);
    }),
  };
}

const ownersOf = ({ coOwners = [], ...owner }: EnrichedOwner): EnrichedOwner[] => [owner, ...coOwners];

/** A lead for each owner. A number or an email that several of them share stays with the first, so that it is not called twice. */
function* byOwner({ property, owner }: Lead): Generator<Lead> {
  const seen = new Set<string>();
  const isNew = (contact: string) => !seen.has(contact) && seen.add(contact);
  for (const one of ownersOf(owner)) {
    const phones = one.phones.filter(({ number }) => isNew(number));
    yield {
      property,
      owner: { ...one, phones, emails: one.emails.filter((email) => isNew(email.toLowerCase())) },
    };
  }
}

const UTF_8 = new TextEncoder();

async function* written(
  layout: Layout,
  leads: AsyncIterable<Lead>,
  widths: LeadWidths,
  tally: ExportTally,
): AsyncGenerator<Uint8Array> {
  const line = (cells: readonly string[]) => csvLine(cells.map(safeCell));
  let text = line(layout.header(widths));
  for await (const lead of leads) {
    for (const one of layout.isByOwner ? byOwner(lead) : [lead])
      for (const record of layout.records(one, widths)) {
        tally.records++;
        text += line(record);
      }
    if (text.length < CHUNK) continue;
    yield UTF_8.encode(text);
    text = '';
  }
  yield UTF_8.encode(text);
}
