import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { unusedColumns, cleanZip, columnName, csvLine, stateCode, uniqueNames } from '@skiptrace/csv';
import { type Doubt, type Leads, leadZip } from '@skiptrace/csv/leads';
import { parse } from 'csv-parse';
import { plural, count } from '../amounts.js';
import type { Context } from '../context.js';
import type { CommandInput } from '../input.js';
import { print } from '../json.js';
import {
  inspectLeads,
  readSample,
  settleApart,
  type Prepared,
  prepareLeads,
  type PrepareOptions,
  renamed,
  UnclearMapping,
} from '../leads/inspect.js';
import {
  repeatedLine,
  boundLine,
  describeLeads,
  leadCounts,
  type Line,
  sizeWarning,
  warningsOf,
} from '../leads/show.js';
import { openSource, type Source } from '../leads/source.js';
import { publish, type Target } from '../results.js';
import { withLook, createPaint, plainLines } from '../terminal/text.js';
import { typedHere } from '../terminal/typed-here.js';
import { openOutput, readListOptions } from './read-options.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const options = readListOptions(input);
  const repairs: Repairs = new Map();
  const opened = await openSource(input.argument(0), context, options.sheet);
  const prepared = await prepareLeads(opened, options, context);
  if (prepared.source.addedRows === 1) repairs.set('headers added', 1);
  const fix = input.flag('fix');
  const { source, leads } = await inspected(prepared, options, fix ? repairs : undefined, context);
  const lines = reportLines(source, leads, context);
  if (fix) await fixAndSay(source, leads, lines, repairs, input, context);
  else if (context.json) await print(context, facts(source, leads));
  else {
    const paint = createPaint(context.terminal.outputColor);
    await context.console.painted(
      lines.map(({ text, look }) => `${withLook(plainLines(text), look, paint)}\n`).join(''),
    );
  }
  // The report is printed first. This command pays nothing, so it never asks whether the rows are one property.
  await settleApart(source, leads, options.sameProperty, context, false);
}

function reportLines(source: Source, leads: Leads, { console, terminal, host }: Context): Line[] {
  const line = (text: string): Line => ({ text, look: {} });
  return [
    ...describeLeads(source, leads, terminal.outputColumns, console.isVerbose),
    ...[...warningsOf(leads), ...tooLarge(source)].map((warning) => line(`warning: ${warning}`)),
    ...present(repeatedLine(leads.repeated, 'row')).map(line),
    { text: boundLine(leads, leads.repeated > 0), look: { style: 'bold' } },
    line(typedHere('Your account may have another price: "skiptrace balance" shows it.', host.program)),
  ];
}

const tooLarge = (source: Source): string[] => present(sizeWarning(source));

const present = (text: string | undefined): string[] => (text === undefined ? [] : [text]);

async function fixAndSay(
  source: Source,
  leads: Leads,
  lines: readonly Line[],
  repairs: Repairs,
  input: CommandInput,
  context: Context,
): Promise<void> {
  for (const { text, look } of lines) context.console.note(text, look);
  const target = await fixTarget(input, source, context);
  // With -o the file is written even if nothing needed repair, because a script may read it next.
  const isNeeded = input.text('output') !== undefined || !(await isWhole(source, leads));
  if (isNeeded) await publish(target, repaired(source, leads, repairs), context);
  const output = isNeeded && target.kind === 'file' ? target.path : null;
  sayFixed(isNeeded, leads, repairs, context);
  if (target.kind === 'stdout' || (output === null && !context.json)) return;
  const fixed = { output, repairs: isNeeded ? Object.fromEntries(repairs) : {} };
  await print(context, facts(source, leads, fixed), `${output}\n`);
}

interface Fixed {
  /** Output file; null for standard output, and if there was nothing to write. */
  readonly output: string | null;
  readonly repairs: Readonly<Record<string, number>>;
}

function fixTarget(input: CommandInput, source: Source, context: Context): Promise<Target> {
  const { dir, name } = path.parse(source.isPiped ? 'stdin.csv' : source.original);
  return openOutput(input, context, path.join(dir, `${name}.fixed.csv`), source);
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
    const sample = await readSample(source, options.delimiter);
    if (!sample) throw error;
    const copy = await renamed(source, sample, differentNames(sample.header.names, repairs), context);
    return { source: copy, leads: await inspect(copy) };
  }
}

function sayFixed(isWritten: boolean, leads: Leads, repairs: Repairs, { console }: Context): void {
  const doubted = leads.doubts
    .filter(({ what }) => !REPAIRED.has(what))
    .reduce((sum, { count }) => sum + count, 0);
  // An empty row has a blank address.
  const rows = doubted - Math.min(doubted, repairs.get('empty rows removed') ?? 0);
  if (rows > 0)
    console.note(
      `Not repaired: ${plural(rows, 'row')} of the warnings above: fix ${rows === 1 ? 'it' : 'them'} by hand.`,
    );
  if (!isWritten) return console.note('Nothing to repair, so no copy was written.');
  const said = [...repairs].map(([what, times]) => repairText(what, times)).join(', ');
  console.note(said === '' ? 'Nothing needed repair.' : `Repaired: ${said}.`);
}

/** Doubts that the copy settles; the others are about what a row says, to be fixed by hand. */
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

function facts(source: Source, leads: Leads, fixed?: Fixed) {
  const { dialect, mapping, doubts } = leads;
  return {
    file: source.shown,
    ...leadCounts(leads, leads.repeated > 0),
    encoding: dialect.encoding,
    delimiter: dialect.delimiter,
    fields: mapping.fields,
    unusedColumns: unusedColumns(leads.header.names, mapping),
    warnings: [
      ...mapping.warnings.map(({ code, message }) => ({ code, message })),
      ...tooLarge(source).map((message) => ({ code: 'large_file', message })),
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

type RepairKind =
  | 'ZIPs cleaned'
  | 'state names made codes'
  | 'rows filled up'
  | 'headers added'
  | 'headers made unique'
  | 'columns named'
  | 'empty rows removed';

function repairText(what: RepairKind, times: number): string {
  const one = what.replace(/s(?= )/, '').replace('made codes', 'made a code');
  return `${count(times)} ${times === 1 ? one : what}`;
}

/** Number of repairs of each kind; filled while the copy is written. */
type Repairs = Map<RepairKind, number>;

const CHUNK = 256 * 1024;

/**
 * A repaired lead file: UTF-8, commas, every row as wide as the header, ZIPs and states as the service
 * requires them. Its original bytes no longer matter, so csv-parse reads it rather than our own reader.
 */
async function* repaired(source: Source, leads: Leads, repairs: Repairs): AsyncGenerator<string> {
  const { dialect, header, maxCells } = leads;
  const names = repairedHeader(header.names, maxCells, repairs);
  const mend = cellMender(leads, repairs);
  const note = (what: RepairKind, by = 1) => void repairs.set(what, (repairs.get(what) ?? 0) + by);
  const line = (cells: readonly string[]) => csvLine(cells, dialect.lineEnd);

  const records = parse({
    delimiter: dialect.delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Skips the header, and a `sep=X` line before it.
    from: dialect.sepLine ? 3 : 2,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  // An error while reading ends the parser, and with it the loop below.
  pipeline(Readable.from(decoded(source.path, dialect.encoding)), records, () => undefined);
  let text = line(names);
  for await (const record of records as AsyncIterable<string[]>) {
    if (record.every((cell) => cell.trim() === '')) {
      note('empty rows removed');
      continue;
    }
    if (record.length < header.names.length) note('rows filled up');
    const cells = names.map((_, at) => record[at] ?? '');
    mend(cells);
    text += line(cells);
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  yield text;
}

async function* decoded(file: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(file)) yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}

/** Makes equal names unique; columns without a name stay unnamed. */
function differentNames(names: readonly string[], repairs: Repairs): string[] {
  const unique = uniqueNames(names);
  const doubled = unique.filter((name, at) => name !== names[at]).length;
  if (doubled > 0) repairs.set('headers made unique', doubled);
  return unique;
}

/** The header with a unique name for every column; cells without a header get `Extra 1` … */
function repairedHeader(names: readonly string[], maxCells: number, repairs: Repairs): string[] {
  const named = differentNames(names, repairs).map((name, at) => (name === '' ? columnName(at) : name));
  const extra = Array.from({ length: maxCells - names.length }, (_, at) => `Extra ${at + 1}`);
  const unnamed = names.filter((name) => name === '').length + extra.length;
  if (unnamed > 0) repairs.set('columns named', unnamed);
  // A name that we gave may be another column's own.
  return uniqueNames([...named, ...extra]);
}

/** Repairs the ZIP and state cells of a row in place. */
function cellMender(
  { header: { names }, mapping: { mapping, also }, property }: Leads,
  repairs: Repairs,
): (cells: string[]) => void {
  const at = (name: string | undefined) => (name === undefined ? -1 : names.indexOf(name));
  const places = property.headers.map(at);
  const propertyZip = (cells: readonly string[]) =>
    leadZip(property.read(places.map((from) => cells[from] ?? '')));
  const mailingZip = (_: readonly string[], zip: string, state: string) => cleanZip(zip, state);
  const pairs = [
    [at(mapping.zip), at(mapping.state), propertyZip],
    [at(also.mailingZip), at(also.mailingState), mailingZip],
  ] as const;
  const replace = (cells: string[], place: number, value: string, what: RepairKind) => {
    if (cells[place] === value) return;
    cells[place] = value;
    repairs.set(what, (repairs.get(what) ?? 0) + 1);
  };
  return (cells) => {
    for (const [zipAt, stateAt, cleaned] of pairs) {
      const state = cells[stateAt] ?? '';
      const code = stateCode(state);
      if (code !== null) replace(cells, stateAt, code, 'state names made codes');
      const zip = cells[zipAt];
      if (zip === undefined || zip === '') continue;
      const clean = cleaned(cells, zip, state);
      if (!clean.reported) replace(cells, zipAt, clean.zip, 'ZIPs cleaned');
    }
  };
}
