import { type HeaderField, stateCode, STREET_PARTS, UNIT_PARTS } from '@skiptrace/csv';
import type { Context } from '../context.js';
import { Failure, didYouMean } from '../failures/failure.js';
import type { CommandInput } from '../input.js';
import { DELIMITERS } from '../leads/show.js';
import type { Source } from '../leads/source.js';
import { openTarget, type Target } from '../results.js';
import { readSpending, type Spending } from '../spending.js';

/** Names that `--map` accepts: the fields of a job, and the parts they can be joined from. */
export const MAPPED_FIELDS = [
  'address',
  'city',
  'state',
  'zip',
  'firstName',
  'lastName',
  ...UNIT_PARTS,
  'addressFull',
  ...STREET_PARTS,
  'stateZip',
  'zipPlus4',
] as const satisfies readonly HeaderField[];
export type Overrides = Readonly<Partial<Record<(typeof MAPPED_FIELDS)[number], string>>>;

/** How a list is read: the values of `listOptions`. */
export interface ListOptions {
  readonly overrides: Overrides;
  readonly state: string | undefined;
  readonly delimiter: string | undefined;
  readonly noHeader: boolean;
  readonly headerRow: number | undefined;
  /** Name of a workbook's sheet. */
  readonly sheet: string | undefined;
  /** Rows that only an unread column tells apart are the same property. */
  readonly sameProperty: boolean;
}

export const readListOptions = (input: CommandInput): ListOptions => ({
  overrides: readMap(input.list('map'), MAPPED_FIELDS),
  state: readState(input.text('state')),
  delimiter: readDelimiter(input.text('delimiter')),
  ...readHeaderRow(input),
  sheet: input.text('sheet'),
  sameProperty: input.flag('sameProperty'),
});

/** Target of `outputOptions`. @param source the input file, which the result must never replace */
export const openOutput = (
  input: CommandInput,
  { host }: Context,
  name: string,
  source?: Source,
): Promise<Target> => {
  const wish = { output: input.text('output'), force: input.flag('force'), cwd: host.cwd };
  return openTarget({ ...wish, ...(source?.isPiped === false && { input: source.original }) }, name);
};

export interface UploadOptions extends ListOptions {
  readonly file: string;
  readonly output: string | undefined;
  readonly force: boolean;
  readonly spending: Spending;
  readonly preview: boolean;
  readonly dryRun: boolean;
  readonly dedupe: boolean;
  readonly requirePhone: boolean;
  readonly startOver: boolean;
  readonly detach: boolean;
}

export function readUploadOptions(input: CommandInput, context: Context): UploadOptions {
  const only = ['preview', 'dryRun', 'detach'].filter((name) => input.flag(name));
  if (only.length > 1) throw new Failure('usage', 'Use only one of --preview, --dry-run and --detach.');
  return {
    file: input.argument(0),
    output: input.text('output'),
    force: input.flag('force'),
    spending: readSpending(input, context),
    preview: input.flag('preview'),
    dryRun: input.flag('dryRun'),
    ...readListOptions(input),
    dedupe: !input.off('dedupe'),
    requirePhone: input.flag('requirePhone'),
    startOver: input.flag('new'),
    detach: input.flag('detach'),
  };
}

/** Parses `--map field=Header`; the header may contain further `=`. */
export function readMap<Field extends string>(
  words: readonly string[],
  fields: readonly Field[],
): Readonly<Partial<Record<Field, string>>> {
  const overrides: Partial<Record<Field, string>> = {};
  for (const word of words) {
    const at = word.indexOf('=');
    const field = fields.find((candidate) => candidate === word.slice(0, at));
    const header = word.slice(at + 1).trim();
    if (at === -1 || field === undefined || header === '') {
      throw new Failure(
        'usage',
        `"${word}" isn't a mapping. Use --map field=Header with one of these fields: ${fields.join(', ')}.${didYouMean(word.slice(0, Math.max(0, at)), fields)}`,
      );
    }
    if (overrides[field] !== undefined) throw new Failure('usage', `--map names ${field} twice. Keep one.`);
    overrides[field] = header;
  }
  return overrides;
}

export function readState(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const code = stateCode(text);
  if (code !== null) return code;
  throw new Failure('usage', `"${text}" isn't a US state. Use a code such as TX.`);
}

export function readZip(text: string | undefined): string | undefined {
  if (text === undefined || /^\d{5}$/.test(text)) return text;
  throw new Failure('usage', `"${text}" isn't a ZIP code. Use its 5 digits.`);
}

/** Parses `--no-header` and `--header-row N`. */
function readHeaderRow(input: CommandInput): { noHeader: boolean; headerRow: number | undefined } {
  const [noHeader, text] = [input.off('header'), input.text('headerRow')];
  if (text === undefined) return { noHeader, headerRow: undefined };
  if (noHeader) throw new Failure('usage', 'Use only one of --no-header and --header-row.');
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new Failure('usage', `"${text}" isn't a row. Use --header-row 3 for the third row of the file.`);
  return { noHeader, headerRow: Number(text) };
}

const NAMED_DELIMITERS: Readonly<Record<string, string>> = { ...DELIMITERS, '\\t': '\t' };

function readDelimiter(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const delimiter = NAMED_DELIMITERS[text] ?? text;
  if (/^[^"\r\n\p{L}\p{N}]$/u.test(delimiter)) return delimiter;
  throw new Failure('usage', `"${text}" isn't a delimiter. Use one character such as ";" or "#", or tab.`);
}

/** The contract's server keeps an answer under its key for 24 hours; one hour is a margin for clock differences. */
export const REPLAYABLE_MS = 23 * 3_600_000;

/** Limit of a key: there must be room for the suffix that a bulk adds for each chunk (`:249900+100.12`). */
const MAX_LENGTH = 200;

/** Reads `--idempotency-key` as the contract requires it. */
export function readIdempotencyKey(text: string | undefined): string | undefined {
  if (text === undefined || (/^[!-~]+$/.test(text) && text.length <= MAX_LENGTH)) return text;
  throw new Failure(
    'usage',
    `--idempotency-key is 1 to ${MAX_LENGTH} visible ASCII characters without blanks.`,
  );
}
