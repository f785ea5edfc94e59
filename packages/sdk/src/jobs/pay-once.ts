import type { ColumnMapping } from '@skiptrace/contract';

import { ColumnMappingError, InputFileError, isSkipTraceError } from '../errors/index.js';
import { byteSourceOf } from './byte-source.js';
import { checkColumns, type CheckedFile } from './columns.js';
import { type Leads, type LeadsCompanion, loadLeads } from './csv-companion.js';
import type { FileSource } from './source.js';

/** A file that is ready to be sent. */
export interface PreparedFile extends CheckedFile {
  /** What is sent is a copy, so the result has to be made whole from the service's file. */
  readonly isCopy: boolean;
  /** Tells the same list again, by whichever client of the account; undefined where @skiptrace/csv did not read it. */
  readonly contentDigest: string | undefined;
}

/** More rows than any file that the service takes can have. */
const maxRows = 10_000_000;

/**
 * The copy of a lead file in which each property is asked for, and paid for, once. A file in which none repeats, and which has
 * the columns that the service needs, is sent as it is.
 *
 * @throws ColumnMappingError, InputFileError; ConfigurationError without @skiptrace/csv
 */
export async function payOnce(file: FileSource, mapping: ColumnMapping | 'auto'): Promise<PreparedFile> {
  const companion = await loadLeads();
  // Columns that the file does not have are named as ever.
  if (mapping !== 'auto') await checkColumns(file, mapping);
  const source = await byteSourceOf(file);
  const leads = await inspect(companion, file, mapping);
  const copy = companion.paidOnce(source, leads);
  const contentDigest = await companion.contentDigest(leads);
  if (copy.csv === undefined) {
    return {
      source: file,
      columnMapping: mapping === 'auto' ? { ...copy.columnMapping } : mapping,
      isCopy: false,
      contentDigest,
    };
  }
  let size = 0;
  for await (const chunk of copy.csv) size += chunk.byteLength;
  const stream = () => companion.paidOnce(source, leads).csv ?? source.read();
  return { source: { size, stream }, columnMapping: { ...copy.columnMapping }, isCopy: true, contentDigest };
}

/**
 * The digest of a list that is paid row by row, as `contentDigest` of `payOnce`; undefined without @skiptrace/csv, and where that
 * can't read the list.
 */
export async function digestOfRows(
  file: FileSource,
  mapping: ColumnMapping | 'auto',
): Promise<string | undefined> {
  try {
    const companion = await loadLeads();
    return await companion.contentDigest(await inspect(companion, file, mapping), { dedupe: false });
  } catch (error) {
    if (isSkipTraceError(error)) return undefined;
    throw error;
  }
}

async function inspect(
  { inspectLeads }: LeadsCompanion,
  file: FileSource,
  mapping: ColumnMapping | 'auto',
): Promise<Leads> {
  try {
    const overrides = mapping === 'auto' ? {} : mapping;
    return await inspectLeads(await byteSourceOf(file), { overrides, maxRows });
  } catch (error) {
    if (isSkipTraceError(error) || !(error instanceof Error)) throw error;
    // It says in this package's words what is wrong with the file, or which columns could be meant.
    await checkColumns(file, mapping);
    if (error.name === 'UnclearColumns') {
      const message =
        'The columns do not make clear which rows repeat a property. Pass dedupe: false to pay for each row.';
      throw new ColumnMappingError(`${message} Nothing was uploaded.`, {
        reasons: [{ message, choices: [] }],
      });
    }
    throw new InputFileError(`${error.message} Nothing was uploaded.`, { cause: error });
  }
}
