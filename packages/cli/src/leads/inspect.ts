import {
  HasStateColumn,
  inspectLeads as inspect,
  type InspectOptions as Options,
  type Leads,
  UnclearColumns,
  readSample as read,
} from '@skiptrace/csv/leads';
import { Failure } from '../failures/failure.js';
import { plain } from '../terminal/text.js';
import { inputFailure, bytesOf, type Source } from './source.js';
import { UnclearMapping } from './unclear.js';
import type { CsvSample } from '@skiptrace/csv';

/** Rows the service accepts in one job (specification, Limits 5). */
export const MAX_ROWS = 250_000;

export interface InspectOptions extends Pick<Options, 'overrides' | 'state' | 'delimiter'> {
  /** Default: the number of rows that the service accepts in one job. */
  readonly maxRows?: number;
}

/** Reads the whole file once. Every error names the row. */
export async function inspectLeads(
  source: Source,
  { overrides, state, delimiter, maxRows = MAX_ROWS }: InspectOptions,
  signal: AbortSignal,
): Promise<Leads> {
  try {
    const { addedRows } = source;
    return await inspect(bytesOf(source), { overrides, state, delimiter, maxRows, signal, addedRows });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof UnclearColumns) throw new UnclearMapping(source, error);
    if (error instanceof HasStateColumn) {
      throw new Failure(
        'usage',
        `${source.shown} has a state column, "${plain(error.column)}". Leave out --state ${state}.`,
      );
    }
    throw inputFailure(source, error);
  }
}

/** The first rows of a file; undefined if it is not readable as CSV, which the full read reports. */
export async function readSample(
  source: Source,
  delimiter: string | undefined,
): Promise<CsvSample | undefined> {
  try {
    return await read(bytesOf(source), delimiter);
  } catch (error) {
    throw inputFailure(source, error);
  }
}
