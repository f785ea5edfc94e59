import { createHash } from 'node:crypto';
import {
  HasStateColumn,
  inspectLeads as inspect,
  type InspectOptions as Options,
  type Leads as Inspected,
  UnclearColumns,
} from '@skiptrace/csv/leads';
import { Failure } from '../failures/failure.js';
import { plain } from '../terminal/text.js';
import { inputFailure } from './failures.js';
import { bytesOf, type Source } from './source.js';
import { UnclearMapping } from './unclear.js';

/** Rows the service takes in one job (specification, Limits 5). */
export const MAX_ROWS = 250_000;

/** What is known of a lead file before anything is sent. */
export interface Leads extends Inspected {
  /** SHA-256 of the whole file. */
  readonly digest: string;
  /** Digest of which rows are the same property. Another version of this program may group rows differently. */
  readonly groupsDigest: string;
}

export interface InspectOptions extends Pick<Options, 'overrides' | 'state' | 'delimiter'> {
  /** Default: what the service takes in one job. */
  readonly maxRows?: number;
}

/** Reads the file once, whole: mapping, rows, quotes, digests. Every complaint names the row. */
export async function inspectLeads(
  source: Source,
  { overrides, state, delimiter, maxRows = MAX_ROWS }: InspectOptions,
  signal: AbortSignal,
): Promise<Leads> {
  const file = createHash('sha256');
  const groups = createHash('sha256');
  try {
    const leads = await inspect(bytesOf(source), {
      overrides,
      state,
      delimiter,
      maxRows,
      signal,
      addedRows: source.addedRows,
      onBytes: (bytes) => file.update(bytes),
      onGroups: (numbers) => groups.update(`${numbers.join(',')},`),
    });
    return { ...leads, digest: file.digest('hex'), groupsDigest: groups.digest('hex') };
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
