import type { HeaderMapping } from '@skiptrace/csv';
import type { Context } from '../context.js';
import { count, dollars, plural, PRICE_CENTS } from '../money/cents.js';
import { plain, wrap } from '../terminal/text.js';
import type { Leads } from './inspect.js';
import type { Source } from './source.js';
import type { Doubt, DoubtKind, RowPlace } from './survey.js';

/** What the file is, which column means what and why, and which rows are doubtful: before anything is sent. */
export function showLeads(source: Source, leads: Leads, { console, terminal }: Context): void {
  const { errorColumns } = terminal;
  for (const line of describeLeads(source, leads, errorColumns)) console.note(line);
  for (const warning of warningsOf(leads)) console.warn(wrap(`warning: ${warning}`, errorColumns, INDENT));
}

const INDENT = '  address    '.length;

/** The lines of it; broken to fit `columns`. */
export function describeLeads(
  { name }: Source,
  { dialect, mapping, rows, uniqueAddresses }: Leads,
  columns: number,
): string[] {
  const different = plural(uniqueAddresses, 'different address', 'different addresses');
  const encoding = `${dialect.encoding.toUpperCase()}${dialect.bomLength > 0 ? ' with BOM' : ''}`;
  const facts = `${plural(rows, 'row')}, ${different}; ${encoding}, ${delimiterName(dialect.delimiter)}`;
  const vendor = mapping.vendor === undefined ? [] : [`It looks like an export of ${mapping.vendor}.`];
  return [`${plain(name)}: ${facts}`, ...vendor, ...describeChoices(mapping.choices, columns)];
}

function describeChoices(choices: HeaderMapping['choices'], columns: number): string[] {
  const shown = choices.map(({ field, headers, reason }) => ({
    field,
    from: headers.length === 0 ? '-' : headers.map(plain).join(' + '),
    reason: plain(reason),
  }));
  const width = Math.min(40, Math.max(0, ...shown.map(({ from }) => from.length)));
  return shown.map(({ field, from, reason }, at) => {
    // The columns of one address have one reason: said once, it is read.
    const said = reason === shown[at - 1]?.reason ? 'for the same reason' : reason;
    return wrap(`  ${field.padEnd(9)}  ${from.padEnd(width)}  ${said}`, columns, INDENT + width + 2);
  });
}

export function warningsOf({ mapping, doubts }: Pick<Leads, 'mapping' | 'doubts'>): string[] {
  return [...mapping.warnings.map(({ message }) => plain(message)), ...doubts.map(doubtText)];
}

/** What a service takes in one piece that takes files itself, as ours does by default (openapi.yaml, directUploadBytes). */
const DIRECT_UPLOAD_BYTES = 50 * 1024 * 1024;

/** Said before an upload is tried, because only the service knows whether it takes the file itself. */
export function sizeWarning({ bytes }: Source): string | undefined {
  if (bytes <= DIRECT_UPLOAD_BYTES) return undefined;
  const megabytes = Math.ceil(bytes / 1024 / 1024);
  return `The file has ${megabytes} MB; a service that stores files itself takes at most 50 MB. Split it if it is refused.`;
}

const SAID: Readonly<Record<DoubtKind, string>> = {
  'blank address': 'with a blank address, which cost nothing and find nothing',
  'unreadable ZIP': 'with an unreadable ZIP',
  'ZIP without its zeros': 'with a ZIP that lost its zeros; they are put back for matching',
  'no state for the ZIP': 'with a ZIP that is in no state',
  'too few cells': 'with fewer cells than the header',
  'too many cells': 'with more cells than the header',
};

export function doubtText({ what, count: found, places }: Doubt): string {
  const more = found > places.length ? ` and ${count(found - places.length)} more` : '';
  return `${plural(found, 'row')} ${SAID[what]}: row ${places.map(placeText).join(', ')}${more}`;
}

const placeText = ({ row, line }: RowPlace) => (row === line ? `${row}` : `${row} (line ${line})`);

/** The highest possible price: every address that is asked for matches. */
export function boundOf({ rows, blankAddresses, uniqueAddresses }: Leads, dedupe: boolean) {
  const addresses = dedupe ? uniqueAddresses : rows - blankAddresses;
  return { addresses, cents: addresses * PRICE_CENTS };
}

export function boundLine(leads: Leads, dedupe: boolean): string {
  const { addresses, cents } = boundOf(leads, dedupe);
  const what = dedupe
    ? plural(addresses, 'different address', 'different addresses')
    : plural(addresses, 'row');
  return `At most ${what} × ${dollars(PRICE_CENTS)} = ${dollars(cents)}, if every one matches.`;
}

function delimiterName(delimiter: string): string {
  const names: Readonly<Record<string, string>> = {
    ',': 'comma',
    ';': 'semicolon',
    '\t': 'tab',
    '|': 'pipe',
  };
  return names[delimiter] ?? `separated by ${delimiter}`;
}
