import { stat } from 'node:fs/promises';
import path from 'node:path';
import { writeChunks } from '@skiptrace/csv/files';
import { preparationFor, withHeader } from '@skiptrace/csv/leads';
import type { Context } from '../context.js';
import { writingIn } from '../failures/system-error.js';
import { temporaryFolder } from '../settings/temporary.js';
import { plain } from '../terminal/text.js';
import { type InspectOptions, readSample } from './inspect.js';
import { inputFailure, bytesOf, type Source } from './source.js';

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
  if (!preparation) return { source, overrides };
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
export async function renamedHeader(
  source: Source,
  names: readonly string[],
  delimiter: string | undefined,
  context: Context,
): Promise<Source> {
  const sample = await readSample(source, delimiter);
  return sample ? inCopy(source, context, withHeader(bytesOf(source), sample, names, true)) : source;
}

async function inCopy(source: Source, context: Context, chunks: AsyncIterable<Uint8Array>): Promise<Source> {
  const folder = await temporaryFolder(context);
  const copy = path.join(folder, source.addedRows === undefined ? 'prepared.csv' : 'renamed.csv');
  await writingIn(folder, () => writeChunks(copy, chunks));
  return { ...source, path: copy, bytes: (await stat(copy)).size };
}
