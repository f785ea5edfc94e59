import type { HeaderMapping } from '@skiptrace/csv';
import type { Context } from '../context.js';
import { count, dollars, plural, PRICE_CENTS } from '../money/cents.js';
import { fit, plain, wrap } from '../terminal/text.js';
import type { Leads } from './inspect.js';
import type { Source } from './source.js';
import type { Doubt, DoubtKind, RowPlace } from './survey.js';

/** The file, its mapping with examples, and its doubtful rows: shown before anything is sent. */
export function showLeads(source: Source, leads: Leads, { console, terminal }: Context): void {
  const { errorColumns } = terminal;
  for (const line of describeLeads(source, leads, errorColumns)) console.note(line);
  for (const warning of warningsOf(leads)) console.warn(wrap(`warning: ${warning}`, errorColumns, INDENT));
}

const INDENT = '  address    '.length;

/** The lines of it; broken to fit `columns`. */
export function describeLeads(
  { shown: name }: Source,
  { dialect, mapping, rows, uniqueAddresses }: Leads,
  columns: number,
): string[] {
  const different = plural(uniqueAddresses, 'different address', 'different addresses');
  const encoding = `${dialect.encoding.toUpperCase()}${dialect.bomLength > 0 ? ' with BOM' : ''}`;
  const facts = `${plural(rows, 'row')}, ${different}; ${encoding}, ${delimiterName(dialect.delimiter)}`;
  const vendor = mapping.vendor === undefined ? [] : [`Looks like a ${mapping.vendor} export.`];
  return [`${plain(name)}: ${facts}`, ...vendor, ...describeFields(mapping.fields, columns)];
}

function describeFields(fields: HeaderMapping['fields'], columns: number): string[] {
  const shown = fields.map(({ field, headers, from, sample, sure, reason }) => ({
    field,
    from:
      headers.length === 0
        ? `(${from === 'constant' ? 'every row' : from === 'zip' ? 'from the ZIP' : 'none'})`
        : headers.map(plain).join(' + '),
    sample: sample === undefined ? '' : `"${fit(plain(sample), MAX_SAMPLE)}"`,
    reason: sure === 'assumed' ? plain(reason) : '',
  }));
  const width = Math.min(40, Math.max(0, ...shown.map(({ from }) => from.length)));
  return shown.map(({ field, from, sample, reason }) => {
    const line = `  ${field.padEnd(9)}  ${from.padEnd(width)}  ${[sample, reason].filter((part) => part !== '').join('  ')}`;
    return wrap(line.trimEnd(), columns, INDENT + width + 2);
  });
}

const MAX_SAMPLE = 40;

/** What the table does not say already. */
export function warningsOf({ mapping, doubts }: Pick<Leads, 'mapping' | 'doubts'>): string[] {
  const said = mapping.warnings.filter(({ code }) => code !== 'assumed_property');
  return [...said.map(({ message }) => plain(message)), ...doubts.map(doubtText)];
}

/** What a service takes in one piece that takes files itself, as ours does by default (openapi.yaml, directUploadBytes). */
const DIRECT_UPLOAD_BYTES = 50 * 1024 * 1024;

/** Said before an upload is tried, because only the service knows whether it takes the file itself. */
export function sizeWarning({ bytes }: Source): string | undefined {
  if (bytes <= DIRECT_UPLOAD_BYTES) return undefined;
  const megabytes = Math.ceil(bytes / 1024 / 1024);
  return `The file is ${megabytes} MB, and some services take at most 50 MB. If it's refused, split it.`;
}

type Said = readonly [one: string, many: string];

const SAID: Readonly<Record<DoubtKind, Said>> = {
  'blank address': ['row has no address', 'rows have no address'],
  'PO box': ['row is a PO box', 'rows are PO boxes'],
  intersection: ['row is an intersection', 'rows are intersections'],
  'mail route': [
    'row is a rural route or other mail address',
    'rows are rural routes or other mail addresses',
  ],
  'no house number': ['row has no house number', 'rows have no house number'],
  'no address': ["row's address can't be read", "rows' addresses can't be read"],
  'no place': [
    'row has no US ZIP, and no US city and state',
    'rows have no US ZIP, and no US city and state',
  ],
  'unreadable ZIP': ['row has an unreadable ZIP', 'rows have an unreadable ZIP'],
  'ZIP without its zeros': [
    'ZIP lost its leading zeros and is restored',
    'ZIPs lost their leading zeros and are restored',
  ],
  'no state for the ZIP': ['row has a ZIP that no state uses', 'rows have a ZIP that no state uses'],
  'too few cells': ['row has fewer cells than the header', 'rows have fewer cells than the header'],
  'too many cells': ['row has more cells than the header', 'rows have more cells than the header'],
};

export function doubtText({ what, kind, count: found, places }: Doubt): string {
  const more = found > places.length ? ` and ${count(found - places.length)} more` : '';
  const [one, many] = SAID[what];
  const cannot = kind === 'cannot-match' ? " and can't match" : '';
  const rows = places.length === 1 ? 'row' : 'rows';
  return `${count(found)} ${found === 1 ? one : many}${cannot}: ${rows} ${places.map(placeText).join(', ')}${more}`;
}

const placeText = ({ row, line }: RowPlace) => (row === line ? `${row}` : `${row} (line ${line})`);

/** The highest possible price: every address that is asked for matches. */
export function boundOf({ rows, unmatchable, uniqueAddresses }: Leads, dedupe: boolean) {
  const addresses = dedupe ? uniqueAddresses : rows - unmatchable;
  return { addresses, cents: addresses * PRICE_CENTS };
}

export function boundLine(leads: Leads, dedupe: boolean): string {
  const { addresses, cents } = boundOf(leads, dedupe);
  const what = dedupe
    ? plural(addresses, 'different address', 'different addresses')
    : plural(addresses, 'row');
  return `Maximum cost: ${dollars(cents)} (${what} × ${dollars(PRICE_CENTS)})`;
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
