import { stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type CsvSample,
  type HeaderMapping,
  mapHeaders,
  type MappingError,
  uniqueNames,
} from '@skiptrace/csv';
import { writeChunks } from '@skiptrace/csv/files';
import {
  apartText,
  HasStateColumn,
  inspectLeads as inspect,
  type InspectOptions as Options,
  type Leads,
  likelyField,
  UnclearColumns,
  readSample as read,
  preparationFor,
  withHeader,
} from '@skiptrace/csv/leads';
import type { Context } from '../context.js';
import { Failure } from '../failures/failure.js';
import { writingIn } from '../failures/system-error.js';
import { temporaryFolder } from '../settings/temporary.js';
import { askYes } from '../terminal/prompt.js';
import { plain, fit, shellWord } from '../terminal/text.js';
import { inputFailure, bytesOf, type Source } from './source.js';

/** Rows the service accepts in one job (specification, Limits 5). */
export const MAX_ROWS = 250_000;

export interface InspectOptions extends Pick<Options, 'overrides' | 'state' | 'delimiter'> {
  /** Default: the number of rows that the service accepts in one job. */
  readonly maxRows?: number;
}

/** Reads the whole file once. Every error names the row. */
export async function inspectLeads(
  source: Source,
  { overrides, state, delimiter, maxRows = MAX_ROWS }: InspectOptions,
  signal: AbortSignal,
): Promise<Leads> {
  try {
    const { addedRows } = source;
    return await inspect(bytesOf(source), { overrides, state, delimiter, maxRows, signal, addedRows });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof UnclearColumns) throw new UnclearMapping(source, error);
    if (error instanceof HasStateColumn) {
      throw new Failure(
        'usage',
        `${source.shown} has a state column, "${plain(error.column)}". Leave out --state ${state}.`,
      );
    }
    throw inputFailure(source, error);
  }
}

/** The first rows of a file; undefined if it is not readable as CSV, which the full read reports. */
export async function readSample(
  source: Source,
  delimiter: string | undefined,
): Promise<CsvSample | undefined> {
  try {
    return await read(bytesOf(source), delimiter === undefined ? {} : { delimiter });
  } catch (error) {
    throw inputFailure(source, error);
  }
}

/** Largest number of columns that are offered for a field, or listed. */
const MAX_CHOICES = 8;
const MAX_LISTED = 20;
const SAMPLE_WIDTH = 40;

/** The header doesn't show which column is which. Carries the options that settle it. */
export class UnclearMapping extends Failure {
  readonly errors: readonly MappingError[];
  /** True if another name for one of two equal headers would settle it. */
  readonly hasDuplicates: boolean;
  /** A cell of a column, in quotes after some spaces; '' if it is empty. */
  readonly sampleOf: (header: string) => string;

  constructor(source: Source, { mapping, header, rows }: Omit<UnclearColumns, keyof Error>) {
    const { errors } = mapping;
    const names = uniqueNames(header);
    const example = (name: string): string => {
      const at = Math.max(names.indexOf(name), header.indexOf(name));
      return plain(rows.map((row) => row[at]?.trim() ?? '').find((cell) => cell !== '') ?? '');
    };
    const shown = (name: string): string => {
      const sample = example(name);
      return sample === '' ? '' : `   "${fit(sample, SAMPLE_WIDTH)}"`;
    };
    const hasChoices = errors.some((error) => choicesOf(error).length > 0);
    const details = errors.flatMap((error) => {
      // Columns of the same name are told apart by their places.
      const isOffered = new Set(error.code === 'duplicate_header' ? error.choices : choicesOf(error));
      const choices = names.filter((_, at) => isOffered.has(header[at] ?? ''));
      const lines = choices.map(
        (name) => [`  --map ${shellWord(`${error.field}=${name}`)}`, shown(name)] as const,
      );
      const width = Math.max(0, ...lines.map(([option]) => option.length));
      return [
        plain(error.message),
        ...(error.code === 'no_property_address' && lines.length > 0 ? [TRACE_ANOTHER] : []),
        ...lines.map(([option, sample]) => (sample === '' ? option : option.padEnd(width) + sample)),
        ...(wantsState(error) ? ['  --state TX   if every row is in one state'] : []),
      ];
    });
    const isDoubled = errors.some(({ code }) => code === 'duplicate_header');
    const listed = hasChoices || isDoubled ? [] : listOf(names, shown);
    super('mapping_unclear', `Couldn't work out the columns in ${source.shown}.`, {
      details: [...details, ...listed],
      hint: hintFor(source, mapping, header, hasChoices),
    });
    this.errors = errors;
    this.sampleOf = shown;
    this.hasDuplicates = isDoubled;
  }
}

/**
 * Asks about rows that would be one property although a column tells them apart. Without a terminal they are refused above a share
 * (`RowsApart`), unless `--same-property` says that it is meant.
 * @throws Failure mapping_unclear
 */
export async function settleApart(
  source: Source,
  { apart }: Pick<Leads, 'apart'>,
  sameProperty: boolean,
  context: Context,
  mayAsk = true,
): Promise<void> {
  if (apart === undefined || sameProperty) return;
  if (mayAsk && context.terminal.canAsk) {
    if (await askYes(context, 'Are these rows the same property, to be paid once?'))
      return context.console.note('As an option: --same-property');
  } else if (!apart.isMuch) return;
  const options = [
    ...(apart.kind === 'part'
      ? [
          [
            `  --map ${shellWord(`${likelyField(apart)}=${apart.header}`)}`,
            'if it is that part of the address',
          ],
        ]
      : []),
    ['  --same-property', 'if these rows are the same property'],
  ];
  const width = Math.max(...options.map(([option = '']) => option.length));
  throw new Failure(
    'mapping_unclear',
    `Rows of ${source.shown} would be taken for one property, and "${plain(apart.header)}" tells them apart.`,
    {
      details: [
        plain(apartText(apart)),
        ...options.map(([option = '', when = '']) => `${option.padEnd(width)}   ${when}`),
      ],
      hint: 'Nothing was sent. "skiptrace help columns" lists the fields of an address.',
    },
  );
}

const TRACE_ANOTHER = 'To trace one of these addresses, add:';

/** Columns that a person can choose from; empty if a choice would not help. */
export function choicesOf({ field, choices, code }: MappingError): readonly string[] {
  return field === undefined || !HAVE_CHOICES.has(code) ? [] : choices.slice(0, MAX_CHOICES);
}

const HAVE_CHOICES: ReadonlySet<MappingError['code']> = new Set([
  'no_property_address',
  'no_location',
  'ambiguous',
]);

const wantsState = ({ code, field }: MappingError): boolean => code === 'no_location' && field === 'state';

function listOf(header: readonly string[], shown: (name: string) => string): string[] {
  const names = header.filter((name) => name !== '');
  const width = Math.min(SAMPLE_WIDTH, Math.max(0, ...names.slice(0, MAX_LISTED).map((name) => name.length)));
  const more = names.length > MAX_LISTED ? [`  and ${names.length - MAX_LISTED} more`] : [];
  const lines = names
    .slice(0, MAX_LISTED)
    .map((name) => `  ${fit(plain(name), SAMPLE_WIDTH).padEnd(width)}${shown(name)}`.trimEnd());
  return ['Columns in the file:', ...lines, ...more];
}

function hintFor(
  source: Source,
  { errors }: HeaderMapping,
  header: readonly string[],
  hasChoices: boolean,
): string | undefined {
  if (errors.some(({ code }) => code === 'duplicate_header')) {
    return `Run the command again with one option for each field, or "skiptrace csv check ${shellWord(plain(source.shown))} --fix" for a copy with a different name for each column.`;
  }
  if (errors.some(({ code }) => code === 'not_a_lead_list'))
    return 'Name the address column with --map if it is one.';
  if (errors.some(({ code }) => code === 'unknown_header' || code === 'unknown_field')) {
    return 'Run the command again with a column from the file.';
  }
  // Judged by the names alone; the cells below may still explain a column.
  const isUnknown = mapHeaders(header).unmapped.length === header.filter((name) => name !== '').length;
  const noHeader =
    isUnknown && source.addedRows === undefined
      ? ' If row 1 is data, add --no-header; if another row is the header, --header-row N.'
      : '';
  if (hasChoices) return `Run the command again with one of these options.${noHeader}`;
  if (errors.some(wantsState)) return `Run the command again with the state.${noHeader}`;
  // No cell looks like a place, so no option can name one.
  if (errors.some(({ code }) => code === 'no_location'))
    return `Add a ZIP column (or city and state) to the file.${source.addedRows === 1 ? ` ${WHOLE_LINES}` : noHeader}`;
  if (source.addedRows === 1)
    return `Run the command again and name the columns: --map 'address=Column 1' and so on. ${WHOLE_LINES}`;
  const [, delimiter] = DIVIDED.exec(header.length === 1 ? (header[0] ?? '') : '') ?? [];
  if (delimiter !== undefined)
    return `Only commas, semicolons, tabs and pipes are detected. If "${delimiter}" divides the columns, add --delimiter ${shellWord(delimiter)}.`;
  return `Run the command again and name a column: --map field=Header. "skiptrace help columns" lists the fields.${noHeader}`;
}

/** Names divided by a character that is not detected: `Address#City#Zip`. */
const DIVIDED = /[\p{L}\d"]\s*([^\p{L}\p{N}\s"'().&/-])\s*["\p{L}].*\1\s*["\p{L}]/u;

const WHOLE_LINES =
  'If it is a plain list, every line must be one whole address, such as 12 Oak St, Dayton, OH 45402.';

/** A file that can be inspected: with a header, and with commas only between cells. */
export interface Prepared {
  readonly source: Source;
  readonly overrides: InspectOptions['overrides'];
}

export interface PrepareOptions extends Pick<InspectOptions, 'overrides' | 'state' | 'delimiter'> {
  /** True if the user said that row 1 is data, not a header. */
  readonly noHeader: boolean;
  /** Header row chosen by the user, counted as a spreadsheet does. */
  readonly headerRow: number | undefined;
}

/**
 * Gives a file without a header the one that the service needs, and turns the lines of a plain list into cells. Both happen
 * in a temporary copy: below the added header every row keeps its bytes, also in the result.
 */
export async function prepareLeads(
  source: Source,
  { overrides, state, delimiter, noHeader, headerRow }: PrepareOptions,
  context: Context,
): Promise<Prepared> {
  const sample = await readSample(source, delimiter);
  const preparation = sample && preparing(source, sample, { overrides, state, noHeader, headerRow });
  if (!preparation) return { source: await withPlaces(source, sample, overrides, context), overrides };
  const { shape, names, addedRows } = preparation;
  const made = await inCopy(source, context, preparation.read(bytesOf(source)));
  const shown = plain(source.shown);
  context.console.note(
    {
      'no-header': `${shown} has no header row. Its columns: ${names.join(', ')}.`,
      'below-title': titleNote(shown, names),
      list: `${shown} is a plain list: each line is one address.`,
      'titled-list': `${shown} is a plain list: each line is one address.`,
    }[shape],
  );
  return { source: { ...made, addedRows }, overrides: preparation.overrides };
}

/** A copy in which columns of the same name have their place too, if an option names one so: `Address (column 2)`. */
async function withPlaces(
  source: Source,
  sample: CsvSample | undefined,
  overrides: InspectOptions['overrides'],
  context: Context,
): Promise<Source> {
  const header = sample?.header.names ?? [];
  const names = uniqueNames(header);
  const isNamed = Object.values(overrides ?? {})
    .flat()
    .some((name) => !header.includes(name) && names.includes(name));
  return sample && isNamed ? renamed(source, sample, names, context) : source;
}

function preparing(source: Source, ...[sample, options]: Parameters<typeof preparationFor>) {
  try {
    return preparationFor(sample, options);
  } catch (error) {
    throw inputFailure(source, error);
  }
}

const SHOWN_NAMES = 4;

function titleNote(shown: string, names: readonly string[]): string {
  const first = names.filter((name) => name !== '').slice(0, SHOWN_NAMES);
  return `${shown} has a title above its header (${plain(first.join(', '))}, …), which is left out. If another row is the header, add --header-row N.`;
}

/** The file with new column names. */
export const renamed = (
  source: Source,
  sample: CsvSample,
  names: readonly string[],
  context: Context,
): Promise<Source> => inCopy(source, context, withHeader(bytesOf(source), sample, names, true));

async function inCopy(source: Source, context: Context, chunks: AsyncIterable<Uint8Array>): Promise<Source> {
  const folder = await temporaryFolder(context);
  const copy = path.join(folder, source.addedRows === undefined ? 'prepared.csv' : 'renamed.csv');
  await writingIn(folder, () => writeChunks(copy, chunks));
  return { ...source, path: copy, bytes: (await stat(copy)).size };
}
