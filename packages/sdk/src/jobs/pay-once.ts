import type { ColumnMapping } from '@skiptrace/contract';

import { ColumnMappingError, InputFileError, isSkipTraceError } from '../errors.js';
import { byteSourceOf, type FileSource } from './source.js';
import { checkColumns, type CheckedFile } from './columns.js';
import { type Leads, type LeadsCompanion, loadCsv, loadLeads } from './csv-companion.js';

/** A file ready to be uploaded. */
export interface PreparedFile extends CheckedFile {
  /** True if a copy is uploaded, so the result has to be restored from the service's file. */
  readonly isCopy: boolean;
  /** Identifies the same list across all clients of the account; undefined if @skiptrace/csv did not read it. */
  readonly contentDigest: string | undefined;
}

/** Above the row limit of the service. */
const maxRows = 10_000_000;

/**
 * Copies a lead file so that each property is requested, and paid for, once. A file without repeats that already has the
 * columns the service needs is uploaded unchanged.
 *
 * @throws ColumnMappingError, InputFileError; ConfigurationError without @skiptrace/csv
 */
export async function payOnce(
  file: FileSource,
  mapping: ColumnMapping | 'auto',
  requirePhone = false,
): Promise<PreparedFile> {
  // Without the package, 'auto' fails with or without `dedupe`: its error says only how to install it.
  if (mapping === 'auto') await loadCsv();
  const companion = await loadLeads();
  // A mapped column that the file lacks gets the usual error.
  if (mapping !== 'auto') await checkColumns(file, mapping);
  const source = await byteSourceOf(file);
  const leads = await inspect(companion, file, mapping);
  const copy = companion.paidOnce(source, leads);
  const contentDigest = await companion.contentDigest(leads, { requirePhone });
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
 * The digest of a list that is paid row by row, the counterpart of `contentDigest` of `payOnce`; undefined
 * without @skiptrace/csv, or if it can't read the list.
 */
export async function digestOfRows(
  file: FileSource,
  mapping: ColumnMapping | 'auto',
  requirePhone: boolean,
): Promise<string | undefined> {
  try {
    const companion = await loadLeads();
    return await companion.contentDigest(await inspect(companion, file, mapping), {
      dedupe: false,
      requirePhone,
    });
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
    // Reports the file's error, or the candidate columns, in this package's words.
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
