import { type HeaderMapping, mapHeaders, type MappingError } from '@skiptrace/csv';
import type { UnclearColumns } from '@skiptrace/csv/leads';
import { Failure } from '../failures/failure.js';
import { fit, plain, shellWord } from '../terminal/text.js';
import type { Source } from './source.js';

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
    const example = (name: string): string => {
      const at = header.indexOf(name);
      return plain(rows.map((row) => row[at]?.trim() ?? '').find((cell) => cell !== '') ?? '');
    };
    const shown = (name: string): string => {
      const sample = example(name);
      return sample === '' ? '' : `   "${fit(sample, SAMPLE_WIDTH)}"`;
    };
    const hasChoices = errors.some((error) => choicesOf(error).length > 0);
    const details = errors.flatMap((error) => {
      const choices = choicesOf(error);
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
    const listed = hasChoices ? [] : listOf(header, shown);
    super('mapping_unclear', `Couldn't work out the columns in ${source.shown}.`, {
      details: [...details, ...listed],
      hint: hintFor(source, mapping, header, hasChoices),
    });
    this.errors = errors;
    this.sampleOf = shown;
    this.hasDuplicates = errors.some(({ code }) => code === 'duplicate_header');
  }
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
    return `Run "skiptrace csv check ${shellWord(plain(source.shown))} --fix" for a copy with a different name for each column.`;
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
  if (source.addedRows === 1)
    return "Run the command again and name the columns: --map 'address=Column 1' and so on.";
  return `Run the command again and name a column: --map field=Header. "skiptrace help columns" lists the fields.${noHeader}`;
}
