import { type HeaderMapping, unusedColumns } from '@skiptrace/csv';
import { apartText, doubtText, type Leads } from '@skiptrace/csv/leads';
import { plural, dollars } from '../amounts.js';
import type { Context } from '../context.js';
import { DEFAULT_PRICE_CENTS, type Terms } from '../spending.js';
import { type Look, MARK_WIDTH, fit, plain, wrap } from '../terminal/text.js';
import type { Source } from './source.js';

type PriceTerms = Pick<Terms, 'priceCents' | 'isTest'>;

const MANY = { row: 'rows', address: 'addresses' } as const;

/**
 * `Maximum cost: $94.20 (2,355 different addresses × $0.04)`, for a file and for a list.
 * @param terms price of this account; undefined if no server was asked, so that the default price counts
 */
export function maximumLine(
  asked: number,
  unit: 'row' | 'address',
  dedupe: boolean,
  terms: PriceTerms | undefined,
): string {
  const { priceCents, isTest = false } = terms ?? {};
  if (isTest) return 'Maximum cost: $0.00 (test mode costs nothing)';
  if (priceCents === 0) return 'Maximum cost: $0.00 (this account pays nothing for a match)';
  const what = dedupe
    ? plural(asked, 'different address', 'different addresses')
    : plural(asked, unit, MANY[unit]);
  const cents = priceCents ?? DEFAULT_PRICE_CENTS;
  const source = priceCents === undefined ? ', the default price' : '';
  return `Maximum cost: ${dollars(asked * cents)} (${what} × ${dollars(cents)}${source})`;
}

/** Says, before any question about money, whether repeated properties are paid once or each time. */
export function sayRepeated(
  repeated: number,
  unit: 'row' | 'address',
  dedupe: boolean,
  { console }: Pick<Context, 'console'>,
): void {
  if (repeated === 0) return;
  if (dedupe) console.note(`${repeats(repeated, unit)}: ${PAID_ONCE}`);
  else console.warn(`warning: ${repeats(repeated, unit)} and will be billed again (--no-dedupe).`);
}

const PAID_ONCE = 'you pay once, and every copy is filled.';

function repeats(repeated: number, unit: keyof typeof MANY): string {
  return `${plural(repeated, unit, MANY[unit])} ${repeated === 1 ? 'repeats' : 'repeat'} a property above`;
}

/** Line about repeated properties for `csv check` and similar commands, which charge nothing. */
export function repeatedLine(repeated: number, unit: keyof typeof MANY): string | undefined {
  return repeated === 0 ? undefined : `${repeats(repeated, unit)}: ${PAID_ONCE}`;
}

/** Shows the file, its mapping with examples, and its doubtful rows, before anything is sent. */
export function showLeads(source: Source, leads: Leads, { console, terminal }: Context): void {
  const { errorColumns } = terminal;
  for (const { text, look } of describeLeads(source, leads, errorColumns, console.isVerbose))
    console.note(text, look);
  for (const warning of warningsOf(leads)) {
    console.warn(wrap(`warning: ${warning}`, errorColumns, 'warning: '.length));
  }
}

export interface Line {
  readonly text: string;
  readonly look: Look;
}

/** The lines of that text, broken to fit `columns`. */
export function describeLeads(
  { shown: name }: Source,
  { dialect, header, mapping, rows, uniqueAddresses }: Leads,
  columns: number,
  isVerbose: boolean,
): Line[] {
  const different = `${plural(uniqueAddresses, 'different address', 'different addresses')} that can match`;
  const encoding = `${dialect.encoding.toUpperCase()}${dialect.bomLength > 0 ? ' with BOM' : ''}`;
  const written = `${encoding}, ${delimiterName(dialect.delimiter)}`;
  const vendor = mapping.vendor === undefined ? [] : [`Looks like a ${mapping.vendor} export.`];
  const detail = isVerbose ? [written] : [];
  const dim = (text: string): Line => ({ text, look: { style: 'dim' } });
  return [
    { text: wrap(`${plain(name)}: ${plural(rows, 'row')}, ${different}`, columns, 0), look: {} },
    ...[...vendor, ...detail].map(dim),
    ...describeFields(mapping.fields, columns, isVerbose),
    ...unusedText(unusedColumns(header.names, mapping)).map((text) => dim(wrap(text, columns, 2))),
  ];
}

const LISTED_COLUMNS = 12;

/** The unused columns, so that a person sees that none of them is an address. */
function unusedText(unused: readonly string[]): string[] {
  if (unused.length === 0) return [];
  const listed = unused.slice(0, LISTED_COLUMNS).map(plain).join(', ');
  const more = unused.length > LISTED_COLUMNS ? ` and ${unused.length - LISTED_COLUMNS} more` : '';
  return [`Not used, and kept in the result: ${listed}${more}.`];
}

const MARKS = { yes: 'ok', assumed: 'doubt', no: 'bad' } as const;
const FIELD_WIDTH = 'firstName'.length;
const FROM_WIDTH = 26;

/** `✓ address    ← Property Address  "100 Sandbox Match St"`, with the reason in case of doubt or with `-v`. */
function describeFields(fields: HeaderMapping['fields'], columns: number, isVerbose: boolean): Line[] {
  const origins = fields.map(({ headers, from }) =>
    headers.length > 0
      ? headers.map(plain).join(' + ')
      : from === 'constant'
        ? '(every row)'
        : from === 'zip'
          ? '(from the ZIP)'
          : '(none)',
  );
  const width = Math.min(FROM_WIDTH, Math.max(0, ...origins.map((origin) => origin.length)));
  return fields.map(({ field, sample, sure, reason }, at) => {
    const origin = fit(origins[at] ?? '', FROM_WIDTH);
    const example = sample === undefined ? '' : `"${fit(plain(sample), MAX_SAMPLE)}"`;
    const why = sure !== 'yes' || isVerbose ? plain(reason) : '';
    const start = `${field.padEnd(FIELD_WIDTH)} ← ${origin.padEnd(width)}  `;
    const text = `${start}${example}`.trimEnd();
    // In ASCII the arrow is two columns wide.
    const room = columns - MARK_WIDTH - 1;
    const line = wrap(text, room, start.length <= room - MIN_EXAMPLE ? start.length : FIELD_WIDTH + 3);
    const more = why === '' ? '' : `\n${wrap(`${' '.repeat(WHY_INDENT)}${why}`, columns, WHY_INDENT)}`;
    return { text: line + more, look: { mark: MARKS[sure] } };
  });
}

const MIN_EXAMPLE = 20;
/** Indent of the reason, below the column it is about. */
const WHY_INDENT = MARK_WIDTH + FIELD_WIDTH + 3;
const MAX_SAMPLE = 32;

/** The warnings that the table doesn't already show. */
export function warningsOf({
  mapping,
  doubts,
  apart,
}: Pick<Leads, 'mapping' | 'doubts' | 'apart'>): string[] {
  const said = mapping.warnings.filter(({ code }) => code !== 'assumed_property');
  return [
    ...said.map(({ message }) => plain(message)),
    ...doubts.map((doubt) => doubtText(doubt)),
    ...(apart === undefined ? [] : [plain(apartText(apart))]),
  ];
}

/** Largest upload that a service accepts directly, as ours does by default (openapi.yaml, directUploadBytes). */
export const DIRECT_UPLOAD_BYTES = 50 * 1024 * 1024;

/** Warning before an upload is tried, because only the service knows whether it accepts the file directly. */
export function sizeWarning({ bytes }: Source): string | undefined {
  if (bytes <= DIRECT_UPLOAD_BYTES) return undefined;
  const megabytes = Math.ceil(bytes / 1024 / 1024);
  return `The file is ${megabytes} MB, and some services take at most 50 MB. If it's refused, split it.`;
}

/** Maximum price: every address sent matches. */
export const boundCents = (leads: Leads, dedupe: boolean, priceCents = DEFAULT_PRICE_CENTS): number =>
  pricedRows(leads, dedupe) * priceCents;

/** Counts of a list for `--json`. */
export const leadCounts = (leads: Leads, dedupe: boolean, priceCents?: number) => ({
  rows: leads.rows,
  blankAddresses: leads.blankAddresses,
  uniqueAddresses: leads.uniqueAddresses,
  unmatchableRows: leads.unmatchable,
  repeatedRows: leads.repeated,
  maxCents: boundCents(leads, dedupe, priceCents),
  columnMapping: leads.columnMapping,
});

/** @param terms price of this account; without it the line says that the default price counts */
export const boundLine = (leads: Leads, dedupe: boolean, terms?: PriceTerms): string =>
  maximumLine(pricedRows(leads, dedupe), 'row', dedupe, terms);

const pricedRows = ({ rows, unmatchable, uniqueAddresses }: Leads, dedupe: boolean): number =>
  dedupe ? uniqueAddresses : rows - unmatchable;

/** Delimiters by the name that options accept and messages print. */
export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

const delimiterName = (delimiter: string): string =>
  Object.entries(DELIMITERS).find(([, sign]) => sign === delimiter)?.[0] ?? `separated by ${delimiter}`;
