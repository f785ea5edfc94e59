import path from 'node:path';
import { safeCell, stateCode, writtenCell } from '@skiptrace/csv';
import { leadZip } from '../../leads/lead-zip.js';
import type { Context } from '../../context.js';
import { readEnriched } from '../../enriched/read.js';
import { renderJson } from '../../json.js';
import { type Layout, layouts, type Lead, type LeadWidths } from '../../layouts/index.js';
import { LAYOUT_NAMES } from '../../layouts/names.js';
import { openSource, type Source } from '../../leads/source.js';
import { plural } from '../../money/cents.js';
import { publish } from '../../results/publish.js';
import { openTarget } from '../../results/target.js';
import type { CommandInput } from '../input.js';
import { MAPPED_FIELDS, readMap, readState } from '../upload/options.js';

/** Records are joined to writes of about this many characters. */
const CHUNK = 256 * 1024;

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, host } = context;
  const layout = layouts[LAYOUT_NAMES.find((name) => name === input.text('layout')) ?? 'phones'];
  const dropDnc = (input.text('dnc') ?? (layout.tellsDnc ? 'keep' : 'drop')) === 'drop';
  const wanted = {
    overrides: readMap(input.list('map'), MAPPED_FIELDS),
    state: readState(input.text('state')),
  };
  const shown = input.argument(0);
  const source = await openSource(shown, context);
  const target = await openTarget(
    {
      output: input.text('output'),
      force: input.flag('force'),
      cwd: host.cwd,
      ...(shown !== '-' && { input: source.original }),
    },
    exportName(shown === '-' ? 'stdin.csv' : source.original, layout.name),
  );

  const tally = { leads: 0, records: 0, droppedNumbers: 0 };
  const leads = () => leadsOf(source, wanted, dropDnc);
  const widths = await widthsOf(leads(), tally);
  await publish(target, written(layout, leads(), widths, tally), context);

  const dropped =
    tally.droppedNumbers === 0
      ? ''
      : `; ${plural(tally.droppedNumbers, 'number')} on a Do Not Call registry left out`;
  console.note(`${plural(tally.leads, 'lead')}, ${plural(tally.records, 'record')}${dropped}.`);
  if (target.kind === 'stdout') return;
  const result = { layout: layout.name, ...tally, output: target.path };
  await console.data(context.json ? renderJson(result, context.json) : `${target.path}\n`);
}

/** `leads.enriched.csv` → `leads.phones.csv` */
function exportName(file: string, layout: string): string {
  const { dir, name } = path.parse(file);
  return path.join(dir, `${name.replace(/\.enriched$/i, '')}.${layout}.csv`);
}

interface CountedLead extends Lead {
  readonly dropped: number;
}

async function* leadsOf(
  source: Source,
  { overrides, state }: { overrides: ReturnType<typeof readMap>; state: string | undefined },
  dropDnc: boolean,
): AsyncGenerator<CountedLead> {
  const wanted = { overrides, ...(state !== undefined && { state }) };
  for await (const { property, owner } of readEnriched(source, wanted)) {
    if (owner === null) continue;
    const phones = dropDnc ? owner.phones.filter(({ dnc }) => !dnc) : owner.phones;
    yield {
      property: {
        ...property,
        state: stateCode(property.state) ?? property.state,
        zip: leadZip(property).zip,
      },
      owner: { ...owner, phones },
      dropped: owner.phones.length - phones.length,
    };
  }
}

async function widthsOf(
  leads: AsyncIterable<CountedLead>,
  tally: { leads: number; droppedNumbers: number },
): Promise<LeadWidths> {
  const widths = { phones: 0, mobiles: 0, landlines: 0, emails: 0 };
  for await (const { owner, dropped } of leads) {
    tally.leads++;
    tally.droppedNumbers += dropped;
    const mobiles = owner.phones.filter(({ type }) => type === 'mobile').length;
    widths.phones = Math.max(widths.phones, owner.phones.length);
    widths.mobiles = Math.max(widths.mobiles, mobiles);
    widths.landlines = Math.max(widths.landlines, owner.phones.length - mobiles);
    widths.emails = Math.max(widths.emails, owner.emails.length);
  }
  return widths;
}

async function* written(
  layout: Layout,
  leads: AsyncIterable<Lead>,
  widths: LeadWidths,
  tally: { records: number },
): AsyncGenerator<string> {
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => writtenCell(safeCell(cell), ',')).join(',')}\r\n`;
  let text = line(layout.header(widths));
  for await (const lead of leads) {
    for (const record of layout.records(lead, widths)) {
      tally.records++;
      text += line(record);
    }
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  yield text;
}
