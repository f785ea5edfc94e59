import { CsvInputError } from '../errors.js';

/** Index of a mapped name in the header, or the reason why there is no index. */
export type ColumnPlace = number | 'missing' | 'twice';

/** Names are compared trimmed and without BOM, first exactly, then without regard to case if that is unique. */
export function findColumn(header: readonly string[], name: string): ColumnPlace {
  // trim() takes U+FEFF as white space.
  const wanted = name.trim();
  if (wanted === '') return 'missing';
  const exact = unique(header, (cell) => cell.trim() === wanted);
  if (exact !== 'missing') return exact;
  const folded = wanted.toLowerCase();
  return unique(header, (cell) => cell.trim().toLowerCase() === folded);
}

function unique(header: readonly string[], fits: (cell: string) => boolean): ColumnPlace {
  const first = header.findIndex(fits);
  if (first === -1) return 'missing';
  return header.findLastIndex(fits) === first ? first : 'twice';
}

/**
 * The column of every mapped name, in the order of the names.
 * @throws CsvInputError missing_column, duplicate_column
 */
export function findColumns(header: readonly string[], names: readonly string[]): number[] {
  return names.map((name) => {
    const place = findColumn(header, name);
    if (place === 'missing') {
      throw new CsvInputError(
        'missing_column',
        `The file has no column "${printable(name)}". Its header is: ${listed(header)}.`,
        { column: name },
      );
    }
    if (place === 'twice') {
      throw new CsvInputError(
        'duplicate_column',
        `More than one column is named "${printable(name)}". Rename one of them.`,
        { column: name },
      );
    }
    return place;
  });
}

/** Number of names listed, enough for a person to find the one that was meant; the message must stay short. */
const LISTED_NAMES = 60;
const LISTED_CHARACTERS = 60;

function listed(header: readonly string[]): string {
  const names = header.slice(0, LISTED_NAMES).map(printable).join(', ');
  const more = header.length - LISTED_NAMES;
  return more > 0 ? `${names} and ${more} more` : names;
}

function printable(name: string): string {
  const plain = name.replace(/\p{C}+/gu, ' ').trim();
  return plain.length > LISTED_CHARACTERS ? `${plain.slice(0, LISTED_CHARACTERS)}…` : plain;
}
