import { CsvInputError } from '@skiptrace/csv';
import { NotEnriched, UnclearColumns } from '@skiptrace/csv/leads';
import { Failure } from '../failures/failure.js';
import { inputFailure } from '../leads/failures.js';
import type { Source } from '../leads/source.js';
import { UnclearMapping } from '../leads/unclear.js';

/** Does what reads an enriched file; where the file is something else, the failure says so. */
export async function readingEnriched<T>(source: Source, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotEnriched) {
      throw new Failure(
        'not_enriched',
        `${source.shown} has no columns of a result such as Skip Trace Status.`,
        { hint: 'It takes the file that "skiptrace upload", "bulk" or "jobs download" wrote.', cause: error },
      );
    }
    if (error instanceof UnclearColumns) throw new UnclearMapping(source, error);
    throw error instanceof CsvInputError ? inputFailure(source, error) : error;
  }
}
