import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { columnName, type CsvSample, encodeText, nameColumns, shapeOf, writtenCell } from '@skiptrace/csv';
import type { Context } from '../context.js';
import { writingIn } from '../failures/system-error.js';
import { temporaryFolder } from '../settings/temporary.js';
import { plain } from '../terminal/text.js';
import type { InspectOptions } from './inspect.js';
import { writeListAsCsv } from './list-as-csv.js';
import { readSample } from './sample.js';
import type { Source } from './source.js';

/** A file that can be inspected: with a header, and a comma only where a cell ends. */
export interface Prepared {
  readonly source: Source;
  readonly overrides: InspectOptions['overrides'];
}

export interface PrepareOptions extends Pick<InspectOptions, 'overrides' | 'state' | 'delimiter'> {
  /** The person said that row 1 is data, not a header. */
  readonly noHeader: boolean;
}

/**
 * Gives a file without a header the one that the service needs, and makes cells of the lines of a plain list. Both happen in
 * a temporary copy: below the added header every row has its own bytes, and so it has in the result.
 */
export async function prepareLeads(
  source: Source,
  { overrides, state, delimiter, noHeader }: PrepareOptions,
  context: Context,
): Promise<Prepared> {
  const sample = await readSample(source, delimiter);
  if (!sample) return { source, overrides };
  const shape = shapeOf(sample, sample.lines, { noHeader, state: state ?? '' });
  if (shape === 'table') return { source, overrides };
  const { console } = context;
  const shown = plain(source.shown);
  if (shape === 'no-header') {
    const named = withChoices(nameColumns([sample.header.names, ...sample.rows]).names, overrides);
    const made = await inCopy(source, context, (copy) => writeWithHeader(source, copy, sample, named.names));
    console.note(`${shown} has no header row. Its columns: ${named.names.join(', ')}.`);
    return { source: { ...made, addedRows: 1 }, overrides: named.overrides };
  }
  const isTitled = shape === 'titled-list';
  const made = await inCopy(source, context, (copy) => writeListAsCsv(source.path, copy, sample, isTitled));
  console.note(`${shown} is a plain list: each line is one address.`);
  const chosen = overrides.address !== undefined || overrides.addressFull !== undefined;
  const [title = ''] = sample.header.names;
  return {
    source: { ...made, addedRows: isTitled ? 0 : 1 },
    overrides: chosen || !isTitled ? overrides : { ...overrides, addressFull: title },
  };
}

/** The names a file is known by to `mapHeaders`. A column that a person chose gets its field's. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  address: 'Address',
  addressFull: 'Full Address',
  unit: 'Unit',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  firstName: 'First Name',
  lastName: 'Last Name',
};

/** `--map 'address=Column 2'` names the column by its place. What was found by content gives way to what was chosen. */
function withChoices(
  found: readonly string[],
  overrides: InspectOptions['overrides'],
): { names: readonly string[]; overrides: InspectOptions['overrides'] } {
  const names = [...found];
  const chosen = Object.entries(overrides).map(([field, header]) => {
    const at = names.findIndex(
      (_, index) => columnName(index).toLowerCase() === String(header).toLowerCase(),
    );
    return { field, header, at, name: FIELD_NAMES[field] };
  });
  for (const { at } of chosen) if (at !== -1) names[at] = columnName(at);
  for (const { at, name } of chosen) {
    if (at === -1 || name === undefined) continue;
    const before = names.indexOf(name);
    if (before !== -1) names[before] = columnName(before);
    names[at] = name;
  }
  const left = chosen.map(({ field, header, at }) => [field, at === -1 ? header : (names[at] ?? header)]);
  return { names, overrides: Object.fromEntries(left) as InspectOptions['overrides'] };
}

/** The file under new names. `replaced`: instead of its own header. */
export async function renamedHeader(
  source: Source,
  names: readonly string[],
  delimiter: string | undefined,
  context: Context,
): Promise<Source> {
  const sample = await readSample(source, delimiter);
  if (!sample) return source;
  return inCopy(source, context, (copy) => writeWithHeader(source, copy, sample, names, true));
}

async function writeWithHeader(
  source: Source,
  destination: string,
  { dialect, header }: CsvSample,
  names: readonly string[],
  replaced = false,
): Promise<void> {
  const file = await open(destination, 'wx', 0o600);
  try {
    const line = names.map((name) => writtenCell(name, dialect.delimiter)).join(dialect.delimiter);
    await file.writeFile(header.preamble);
    await file.writeFile(encodeText(replaced ? line : line + dialect.lineEnd, dialect.encoding));
    const start = header.preamble.length + (replaced ? header.bytes.length : 0);
    for await (const part of createReadStream(source.path, { start })) await file.writeFile(part as Buffer);
  } finally {
    await file.close();
  }
}

async function inCopy(
  source: Source,
  context: Context,
  write: (copy: string) => Promise<void>,
): Promise<Source> {
  const folder = await temporaryFolder(context);
  const copy = path.join(folder, source.addedRows === undefined ? 'prepared.csv' : 'renamed.csv');
  await writingIn(folder, () => write(copy));
  return { ...source, path: copy, bytes: (await stat(copy)).size };
}
