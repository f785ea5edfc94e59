import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { unusedColumns } from '@skiptrace/csv';
import { plural } from '../../amounts.js';
import type { Context } from '../../context.js';
import { renderJson } from '../../json.js';
import type { Doubt, Leads } from '@skiptrace/csv/leads';
import { inspectLeads, readSample } from '../../leads/inspect.js';
import { type Prepared, prepareLeads, type PrepareOptions, renamedHeader } from '../../leads/prepare.js';
import { differentNames, repaired, repairText, type Repairs } from '../../leads/repair.js';
import {
  repeatedLine,
  boundCents,
  boundLine,
  describeLeads,
  sizeWarning,
  warningsOf,
} from '../../leads/show.js';
import { openSource, type Source } from '../../leads/source.js';
import { UnclearMapping } from '../../leads/unclear.js';
import { publish } from '../../results/publish.js';
import { openTarget, type Target } from '../../results/target.js';
import { withLook, createPaint } from '../../terminal/paint.js';
import { plainLines } from '../../terminal/text.js';
import type { CommandInput } from '../../input.js';
import { MAPPED_FIELDS, readDelimiter, readHeaderRow, readMap, readState } from '../upload/options.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, json } = context;
  const options = {
    overrides: readMap(input.list('map'), MAPPED_FIELDS),
    state: readState(input.text('state')),
    delimiter: readDelimiter(input.text('delimiter')),
    ...readHeaderRow(input),
  };
  const fix = input.flag('fix');
  const repairs: Repairs = new Map();
  const opened = await openSource(input.argument(0), context, input.text('sheet'));
  const prepared = await prepareLeads(opened, options, context);
  if (prepared.source.addedRows === 1) repairs.set('headers added', 1);
  const { source, leads } = await inspected(prepared, options, fix ? repairs : undefined, context);
  const tooLarge = [sizeWarning(source) ?? []].flat();
  const report = [
    ...describeLeads(source, leads, context.terminal.outputColumns, console.isVerbose),
    ...[...warningsOf(leads), ...tooLarge].map((warning) => ({ text: `warning: ${warning}`, look: {} })),
    ...[repeatedLine(leads.repeated, 'row') ?? []].flat().map((text) => ({ text, look: {} })),
    { text: boundLine(leads, leads.repeated > 0), look: { style: 'bold' as const } },
  ];
  if (!fix && !json) {
    const paint = createPaint(context.terminal.outputColor);
    return console.painted(
      report.map(({ text, look }) => `${withLook(plainLines(text), look, paint)}\n`).join(''),
    );
  }

  let fixed: Fixed | undefined;
  if (fix) {
    for (const { text, look } of report) console.note(text, look);
    const target = await fixTarget(input, source, context);
    // A file that was named is written in any case: a script may wait for it.
    const isNamed = input.text('output') !== undefined;
    fixed =
      !isNamed && (await isWhole(source, leads))
        ? { output: null, repairs: {} }
        : await writeFixed(source, leads, target, repairs, context);
    sayFixed(target.kind === 'stdout' || fixed.output !== null, leads, repairs, context);
    if (target.kind === 'stdout' || (fixed.output === null && !json)) return;
  }
  if (json) return console.data(renderJson(facts(source, leads, fixed), json));
  await console.data(`${fixed?.output ?? ''}\n`);
}

interface Fixed {
  /** Output file; null for standard output, and if there was nothing to write. */
  readonly output: string | null;
  readonly repairs: Readonly<Record<string, number>>;
}

function fixTarget(input: CommandInput, source: Source, { host }: Context): Promise<Target> {
  const { dir, name } = path.parse(source.isPiped ? 'stdin.csv' : source.original);
  return openTarget(
    { output: input.text('output'), force: input.flag('force'), cwd: host.cwd, input: source.original },
    path.join(dir, `${name}.fixed.csv`),
  );
}

/** With `repairs`, headers that appear twice are made unique first, so that there is a mapping. */
async function inspected(
  { source, overrides }: Prepared,
  options: PrepareOptions,
  repairs: Repairs | undefined,
  context: Context,
): Promise<{ source: Source; leads: Leads }> {
  const inspect = (from: Source) => inspectLeads(from, { ...options, overrides }, context.signal);
  try {
    return { source, leads: await inspect(source) };
  } catch (error) {
    if (!repairs || !(error instanceof UnclearMapping) || !error.hasDuplicates) throw error;
    const names = (await readSample(source, options.delimiter))?.header.names ?? [];
    const renamed = await renamedHeader(source, differentNames(names, repairs), options.delimiter, context);
    return { source: renamed, leads: await inspect(renamed) };
  }
}

async function writeFixed(
  source: Source,
  leads: Leads,
  target: Target,
  repairs: Repairs,
  context: Context,
): Promise<Fixed> {
  await publish(target, repaired(source, leads, repairs), context);
  return { output: target.kind === 'file' ? target.path : null, repairs: Object.fromEntries(repairs) };
}

function sayFixed(isWritten: boolean, leads: Leads, repairs: Repairs, { console }: Context): void {
  const rows = leads.doubts
    .filter(({ what }) => !REPAIRED.has(what))
    .reduce((sum, { count }) => sum + count, 0);
  if (rows > 0)
    console.note(`Not repaired: ${plural(rows, 'row')} of the warnings above, which only a person can mend.`);
  if (!isWritten) return console.note('Nothing to repair, so no copy was written.');
  const said = [...repairs].map(([what, times]) => repairText(what, times)).join(', ');
  console.note(said === '' ? 'Nothing needed repair.' : `Repaired: ${said}.`);
}

/** Doubts that the copy settles; the others are about what a row says, which only a person can mend. */
const REPAIRED: ReadonlySet<Doubt['what']> = new Set<Doubt['what']>([
  'ZIP without its zeros',
  'too few cells',
  'too many cells',
]);

/** True if the copy would be the file itself, byte for byte. */
async function isWhole(source: Source, leads: Leads): Promise<boolean> {
  if (source.path !== source.original) return false;
  const [copy, file] = [createHash('sha256'), createHash('sha256')];
  for await (const text of repaired(source, leads, new Map())) copy.update(text);
  for await (const bytes of createReadStream(source.path)) file.update(bytes as Buffer);
  return copy.digest('hex') === file.digest('hex');
}

function facts(source: Source, leads: Leads, fixed: Fixed | undefined) {
  const {
    rows,
    blankAddresses,
    uniqueAddresses,
    unmatchable,
    repeated,
    dialect,
    columnMapping,
    mapping,
    doubts,
  } = leads;
  return {
    file: source.shown,
    rows,
    blankAddresses,
    uniqueAddresses,
    unmatchableRows: unmatchable,
    repeatedRows: repeated,
    maxCents: boundCents(leads, leads.repeated > 0),
    encoding: dialect.encoding,
    delimiter: dialect.delimiter,
    columnMapping,
    fields: mapping.fields,
    unusedColumns: unusedColumns(leads.header.names, mapping),
    warnings: [
      ...mapping.warnings.map(({ code, message }) => ({ code, message })),
      ...[sizeWarning(source) ?? []].flat().map((message) => ({ code: 'large_file', message })),
    ],
    doubts: doubts.map(({ what, kind, count, places }) => ({
      what,
      kind,
      count,
      rows: places.map(({ row }) => row),
    })),
    fixed: fixed ?? null,
  };
}
