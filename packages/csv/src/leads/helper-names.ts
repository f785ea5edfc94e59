import { CsvInputError } from '../errors.js';
import { REQUIRED_FIELDS } from '../headers/fields.js';

/** Header of the column with the number of the row that a row repeats. */
export const REPEATS_COLUMN = 'skiptrace repeats row';

/** The header of the helper column whose addresses the service looks up. */
export const ADDRESS_COLUMN = 'skiptrace address';

const HELPER = new RegExp(`^(${REPEATS_COLUMN}|skiptrace (?:${REQUIRED_FIELDS.join('|')}))(?: \\d+)?$`, 'i');

/** Kind of helper column that a header names, without the number that makes the header unique; undefined for others. */
export const helperKind = (name: string): string | undefined => HELPER.exec(name.trim())?.[1]?.toLowerCase();

/** Number of leading columns in a result that are only for the service: the columns of HelperCsv, each at most once. */
export function helperCount(names: readonly string[]): number {
  const seen = new Set<string>();
  for (const name of names) {
    const kind = helperKind(name);
    if (kind === undefined || seen.has(kind)) break;
    seen.add(kind);
  }
  return seen.size;
}

/**
 * A list must not have columns named like the ones we add: its result would lose them, or give a row the
 * owner of another. A result that was downloaded as the service stores it has them.
 * @throws CsvInputError
 */
export function requireNoHelperNames(names: readonly string[]): void {
  const column = names.find((name) => helperKind(name) !== undefined);
  if (column === undefined) return;
  throw new CsvInputError(
    'reserved_column',
    `The column "${column}" has a name that skiptrace gives to columns of its own.`,
    { column },
  );
}
