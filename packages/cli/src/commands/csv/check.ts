import path from 'node:path';
import type { Context } from '../../context.js';
import { renderJson } from '../../json.js';
import { inspectLeads, type Leads } from '../../leads/inspect.js';
import { repaired, type Repairs } from '../../leads/repair.js';
import { boundLine, boundOf, describeLeads, sizeWarning, warningsOf } from '../../leads/show.js';
import { openSource, type Source } from '../../leads/source.js';
import { count } from '../../money/cents.js';
import { publish } from '../../results/publish.js';
import { openTarget, type Target } from '../../results/target.js';
import type { CommandInput } from '../command.js';
import { MAPPED_FIELDS, readDelimiter, readMap, readState } from '../upload/options.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, json } = context;
  const options = {
    overrides: readMap(input.list('map'), MAPPED_FIELDS),
    state: readState(input.text('state')),
    delimiter: readDelimiter(input.text('delimiter')),
  };
  const source = await openSource(input.argument(0), context);
  const leads = await inspectLeads(source, options, context.signal);
  const tooLarge = [sizeWarning(source) ?? []].flat();
  const report = [
    ...describeLeads(source, leads, context.terminal.outputColumns),
    ...[...warningsOf(leads), ...tooLarge].map((warning) => `warning: ${warning}`),
    boundLine(leads, false),
  ];
  const fix = input.flag('fix');
  if (!fix && !json) return console.data(report.map((line) => `${line}\n`).join(''));

  let fixed: Fixed | undefined;
  if (fix) {
    for (const line of report) console.note(line);
    fixed = await writeFixed(source, leads, await fixTarget(input, source, context), context);
    if (fixed.output === null) return;
  }
  if (json) return console.data(renderJson(facts(source, leads, fixed), json));
  await console.data(`${fixed?.output ?? ''}\n`);
}

interface Fixed {
  /** Null for standard output. */
  readonly output: string | null;
  readonly repairs: Readonly<Record<string, number>>;
}

function fixTarget(input: CommandInput, source: Source, { host }: Context): Promise<Target> {
  const { dir, name } = path.parse(input.argument(0) === '-' ? 'stdin.csv' : source.original);
  return openTarget(
    { output: input.text('output'), force: input.flag('force'), cwd: host.cwd, input: source.original },
    path.join(dir, `${name}.fixed.csv`),
  );
}

async function writeFixed(source: Source, leads: Leads, target: Target, context: Context): Promise<Fixed> {
  const repairs: Repairs = new Map();
  await publish(target, repaired(source, leads, repairs), context);
  const said = [...repairs].map(([what, times]) => `${count(times)} ${what}`).join(', ');
  context.console.note(said === '' ? 'There was nothing to repair but the form.' : `Repaired: ${said}.`);
  return { output: target.kind === 'file' ? target.path : null, repairs: Object.fromEntries(repairs) };
}

function facts(source: Source, leads: Leads, fixed: Fixed | undefined) {
  const { rows, blankAddresses, uniqueAddresses, dialect, columnMapping, mapping, doubts } = leads;
  return {
    file: source.name,
    rows,
    blankAddresses,
    uniqueAddresses,
    maxCents: boundOf(leads, false).cents,
    encoding: dialect.encoding,
    delimiter: dialect.delimiter,
    columnMapping,
    warnings: [
      ...mapping.warnings.map(({ code, message }) => ({ code, message })),
      ...[sizeWarning(source) ?? []].flat().map((message) => ({ code: 'large_file', message })),
    ],
    doubts: doubts.map(({ what, count, places }) => ({ what, count, rows: places.map(({ row }) => row) })),
    fixed: fixed ?? null,
  };
}
