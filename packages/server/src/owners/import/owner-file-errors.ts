import type { HeaderMapping, MappingError } from '@skiptrace/csv';
import leven from 'leven';
import { OwnerImportError } from '../errors.js';

/** The file begins with a row of data. */
export const headerless = ([cell = '']: readonly string[]): OwnerImportError =>
  new OwnerImportError('no_header', `The file has no header row: it starts with "${cell}".`, {
    onCommandLine:
      'Add a line with column names ("skiptrace-server owners fields" lists them), ' +
      'or give column numbers: --no-header --map address=1 --map city=2 --map state=3 --map zip=4 --map fullName=5.',
  });

/** As the contract has it for the names of columns in leads. */
const MAX_HEADER_CHARACTERS = 1_000;

/**
 * Rejects long headers: such a header is a data cell, or an attempt to overload the patterns that headers are matched with.
 * @throws OwnerImportError
 */
export function requireShortHeaders(headers: readonly string[]): void {
  const at = headers.findIndex((header) => header.length > MAX_HEADER_CHARACTERS);
  if (at === -1) return;
  throw new OwnerImportError(
    'unreadable_file',
    `The name of column ${at + 1} has more than ${MAX_HEADER_CHARACTERS.toLocaleString('en-US')} characters. Is the first row the header?`,
  );
}

/**
 * The columns leave a question open that only a person can answer.
 * @param headers of the columns that may be chosen
 */
export function unusable({ errors }: HeaderMapping, headers: readonly string[]): OwnerImportError {
  // Where no column offers itself, a person sees what there is and what is wanted.
  const isOpen = errors.some(({ choices }) => choices.length === 0);
  return new OwnerImportError('unusable_columns', errors.map(({ message }) => message).join(' '), {
    onCommandLine: [...(isOpen ? [columnsIn(headers)] : []), ...errors.map(mapOptionFor)].join(' '),
  });
}

const MOST_HEADERS_NAMED = 50;

function columnsIn(headers: readonly string[]): string {
  const rest = headers.length - MOST_HEADERS_NAMED;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return `The columns of the file are ${headers.slice(0, MOST_HEADERS_NAMED).map(quoted).join(', ')}${more}. It needs those of address, of zip or of city and state, and of fullName or of firstName and lastName.`;
}

/** A header in double quotes as a POSIX shell takes it literally. */
const quoted = (header: string): string => `"${header.replace(/[\\"$`]/g, '\\$&')}"`;

/** The option of the command line that answers a question about a column. */
function mapOptionFor({ code, field, choices }: MappingError): string {
  // A name that does not exist, or stands twice, is no answer to what is asked.
  const isAnswer = code === 'ambiguous' || code === 'no_property_address' || code === 'no_location';
  const options = isAnswer ? choices.map((header) => `--map ${field ?? 'FIELD'}=${quoted(header)}`) : [];
  if (options.length === 1) return `If it is the ${field ?? 'field'}, add ${options.join('')}.`;
  if (options.length > 1) return `Add one of: ${options.join(', ')}.`;
  const meant = code === 'unknown_field' && field !== undefined ? nearest(field, choices) : undefined;
  if (meant !== undefined) return `Did you mean ${meant}? "skiptrace-server owners fields" lists them.`;
  const known = choices.length === 0 ? '' : `Choose from: ${choices.join(', ')}. `;
  const all = choices.length === 0 ? ' "skiptrace-server owners fields" lists all fields.' : '';
  return `${known}Pick columns with --map FIELD="Header".${all}`;
}

/** The field that a slip of the finger was meant to be: at most a third of the letters are wrong. */
function nearest(typed: string, fields: readonly string[]): string | undefined {
  const word = typed.toLowerCase();
  const away = (field: string) => leven(word, field.toLowerCase());
  const [best] = [...fields].sort((a, b) => away(a) - away(b));
  return best !== undefined && away(best) <= Math.max(1, Math.floor(word.length / 3)) ? best : undefined;
}

/** @param ignored headers of the columns that are not read */
export function nameless(ignored: readonly string[]): OwnerImportError {
  const unused = ignored.length === 0 ? '' : ` Unused columns: ${ignored.join(', ')}.`;
  return new OwnerImportError(
    'no_names',
    `No column has the owners' names, so every match would be a property without an owner.${unused}`,
    {
      onCommandLine:
        'Name the column with --map fullName="Header", or import owners without names with --allow-nameless.',
    },
  );
}
