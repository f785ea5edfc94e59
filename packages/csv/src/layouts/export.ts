import { csvLine, safeCell } from '../enriched/cells.js';
import type { EnrichedPhone } from '../enriched/added-columns.js';
import { type EnrichedOptions, type EnrichedRow, ownersOnce, readEnriched } from '../leads/enriched-rows.js';
import { leadZip } from '../leads/property-key.js';
import type { ByteSource } from '../byte-source.js';
import { stateCode } from '../values/state-zip.js';
import { isWholeName, type Layout, type Lead, type LeadWidths } from './layouts.js';

export { type Layout, LAYOUT_NAMES, type LayoutName, layouts } from './layouts.js';

interface LayoutOptions {
  readonly layout: Layout;
  /** Leave out numbers on a Do Not Call registry. Default: true for layouts without a column that marks them. */
  readonly dropDnc?: boolean;
  /**
   * Keep numbers with an unchecked Do Not Call status even if `dropDnc` drops the listed ones. Rows of a result file do not
   * distinguish the two.
   */
  readonly includeUnchecked?: boolean;
}

export type ExportOptions = EnrichedOptions & LayoutOptions;

export interface ExportTally {
  /** Owners of properties. Rows that repeat a property's owner count once, and are written once. */
  leads: number;
  records: number;
  /** Numbers on a Do Not Call registry, or not checked, that were left out. */
  droppedNumbers: number;
  /** Owners with an unsplit name. It goes into the last name: a company's name cannot be split. */
  wholeNames: number;
  /** Leads that had numbers, all of which were dropped. */
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
  { layout, dropDnc, ...wanted }: ExportOptions,
): Promise<Export> {
  return exportRows(() => readEnriched(enriched, wanted), {
    layout,
    ...(dropDnc !== undefined && { dropDnc }),
  });
}

/** Same, for rows from another reader. `rows` is called twice: widths first. */
export async function exportRows(
  rows: () => AsyncIterable<EnrichedRow>,
  { layout, dropDnc = !layout.tellsDnc, includeUnchecked = false }: LayoutOptions,
): Promise<Export> {
  const isKept = ({ dnc, dncChecked }: EnrichedPhone) =>
    !dropDnc || !dnc || (includeUnchecked && dncChecked === false);
  const tally = { leads: 0, records: 0, droppedNumbers: 0, wholeNames: 0, strippedLeads: 0 };
  const widths = await widthsOf(leadsOf(rows(), isKept), tally);
  return { tally, csv: written(layout, leadsOf(rows(), isKept), widths, tally) };
}

interface CountedLead extends Lead {
  readonly dropped: number;
}

async function* leadsOf(
  rows: AsyncIterable<EnrichedRow>,
  isKept: (phone: EnrichedPhone) => boolean,
): AsyncGenerator<CountedLead> {
  for await (const { property, owner } of ownersOnce(rows)) {
    const phones = owner.phones.filter(isKept);
    yield {
      property: {
        // Invisible extra spaces keep another program from recognizing the property.
        address: tidy(property.address),
        city: tidy(property.city),
        state: stateCode(property.state) ?? property.state,
        zip: leadZip(property).zip,
      },
      owner: { ...owner, phones },
      dropped: owner.phones.length - phones.length,
    };
  }
}

const tidy = (cell: string): string => cell.trim().replace(/\s+/g, ' ');

async function widthsOf(leads: AsyncIterable<CountedLead>, tally: ExportTally): Promise<LeadWidths> {
  const widths = { phones: 0, mobiles: 0, landlines: 0, emails: 0 };
  for await (const { owner, dropped } of leads) {
    tally.leads++;
    tally.droppedNumbers += dropped;
    if (dropped > 0 && owner.phones.length === 0) tally.strippedLeads++;
    if (isWholeName(owner)) tally.wholeNames++;
    const mobiles = owner.phones.filter(({ type }) => type === 'mobile').length;
    widths.phones = Math.max(widths.phones, owner.phones.length);
    widths.mobiles = Math.max(widths.mobiles, mobiles);
    widths.landlines = Math.max(widths.landlines, owner.phones.length - mobiles);
    widths.emails = Math.max(widths.emails, owner.emails.length);
  }
  return widths;
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
    for (const record of layout.records(lead, widths)) {
      tally.records++;
      text += line(record);
    }
    if (text.length < CHUNK) continue;
    yield UTF_8.encode(text);
    text = '';
  }
  yield UTF_8.encode(text);
}
