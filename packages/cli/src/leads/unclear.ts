import type { MappingError } from '@skiptrace/csv';
import { Failure } from '../failures/failure.js';
import { shellWord } from '../terminal/text.js';
import type { Source } from './source.js';

/** Columns that are offered for a field. */
const MAX_CHOICES = 8;

/** The header does not say which column is which. Carries the ready `--map` lines, one for each column it could be. */
export class UnclearMapping extends Failure {
  constructor(
    source: Source,
    readonly errors: readonly MappingError[],
  ) {
    const details = errors.flatMap((error) => [
      error.message,
      ...choicesOf(error).map((header) => `  --map ${shellWord(`${error.field}=${header}`)}`),
    ]);
    super('mapping_unclear', `${source.name}: which column is which is not clear.`, {
      details,
      hint: 'Run the command again with one of these, or with the header you mean.',
    });
  }
}

/** Columns a person can choose among; none where a choice would not help. */
export function choicesOf({ field, choices, code }: MappingError): readonly string[] {
  return field === undefined || code === 'duplicate_header' || code === 'unknown_field'
    ? []
    : choices.slice(0, MAX_CHOICES);
}
