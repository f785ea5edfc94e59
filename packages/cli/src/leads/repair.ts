import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { cleanZip, columnName, stateCode, uniqueNames, writtenCell } from '@skiptrace/csv';
import { leadZip } from '@skiptrace/csv/leads';
import { parse } from 'csv-parse';
import { count } from '../amounts.js';
import type { Leads } from '@skiptrace/csv/leads';
import type { Source } from './source.js';

export type RepairKind =
  | 'ZIPs cleaned'
  | 'state names made codes'
  | 'rows filled up'
  | 'headers added'
  | 'headers made unique'
  | 'columns named'
  | 'empty rows removed';

const ONE: Readonly<Record<RepairKind, string>> = {
  'ZIPs cleaned': 'ZIP cleaned',
  'state names made codes': 'state name made a code',
  'rows filled up': 'row filled up',
  'headers added': 'header added',
  'headers made unique': 'header made unique',
  'columns named': 'column named',
  'empty rows removed': 'empty row removed',
};

export function repairText(what: RepairKind, times: number): string {
  return `${count(times)} ${times === 1 ? ONE[what] : what}`;
}

/** Number of repairs of each kind; filled while the copy is written. */
export type Repairs = Map<RepairKind, number>;

const CHUNK = 256 * 1024;

/**
 * A repaired lead file: UTF-8, commas, every row as wide as the header, ZIPs and states as the service
 * requires them. Its original bytes no longer matter, so csv-parse reads it rather than our own reader.
 */
export async function* repaired(source: Source, leads: Leads, repairs: Repairs): AsyncGenerator<string> {
  const { dialect, header, maxCells } = leads;
  const names = repairedHeader(header.names, maxCells, repairs);
  const mend = cellMender(leads, repairs);
  const note = (what: RepairKind, by = 1) => void repairs.set(what, (repairs.get(what) ?? 0) + by);
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => writtenCell(cell, ',')).join(',')}${dialect.lineEnd}`;

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
export function differentNames(names: readonly string[], repairs: Repairs): string[] {
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
