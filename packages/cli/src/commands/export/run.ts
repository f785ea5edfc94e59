import path from 'node:path';
import { exportEnriched, LAYOUT_NAMES, layouts } from '@skiptrace/csv/layouts';
import type { Context } from '../../context.js';
import { readingEnriched } from '../../enriched/failures.js';
import { renderJson } from '../../json.js';
import { bytesOf, openSource } from '../../leads/source.js';
import { plural } from '../../money/cents.js';
import { publish } from '../../results/publish.js';
import { openTarget } from '../../results/target.js';
import type { CommandInput } from '../input.js';
import { MAPPED_FIELDS, readMap, readState } from '../upload/options.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, host } = context;
  const layout = layouts[LAYOUT_NAMES.find((name) => name === input.text('layout')) ?? 'phones'];
  const dnc = input.text('dnc');
  const state = readState(input.text('state'));
  const wanted = {
    layout,
    overrides: readMap(input.list('map'), MAPPED_FIELDS),
    ...(dnc !== undefined && { dropDnc: dnc === 'drop' }),
    ...(state !== undefined && { state }),
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

  const tally = await readingEnriched(source, async () => {
    const exported = await exportEnriched(bytesOf(source), wanted);
    await publish(target, exported.csv, context);
    return exported.tally;
  });

  const dropped =
    tally.droppedNumbers === 0
      ? ''
      : `; ${plural(tally.droppedNumbers, 'number')} on a Do Not Call registry left out`;
  console.note(`${plural(tally.leads, 'lead')}, ${plural(tally.records, 'record')}${dropped}.`);
  if (target.kind === 'stdout') return;
  const { leads, records, droppedNumbers } = tally;
  const result = { layout: layout.name, leads, records, droppedNumbers, output: target.path };
  await console.data(context.json ? renderJson(result, context.json) : `${target.path}\n`);
}

/** `leads.enriched.csv` → `leads.phones.csv` */
function exportName(file: string, layout: string): string {
  const { dir, name } = path.parse(file);
  return path.join(dir, `${name.replace(/\.enriched$/i, '')}.${layout}.csv`);
}
