import { splitOneLine } from '../values/one-line.js';
import { isSentinel } from '../values/sentinel.js';
import { isOneLine, isStreet } from '../content/column-content.js';
import { unwrapped } from '../values/written.js';
import type { Column } from './columns.js';
import { Property } from './property.js';

/** Share of the addresses: a list may hold a note or a mailbox. */
const MOST = 0.8;

/**
 * The columns, with the street column as a one-line address if its cells hold city, state and ZIP too and the
 * file has no other columns for these. People call both `Property Address`.
 */
export function findOneLine(
  columns: readonly Column[],
  header: readonly string[],
  samples: readonly (readonly string[])[],
  state: string | undefined,
): readonly Column[] {
  const property = new Property(columns, state);
  const { address } = property.sources;
  const [street, another] = address.columns;
  const isIncomplete = property.errors.some(({ code }) => code === 'no_location');
  if (address.kind !== 'column' || street === undefined || another !== undefined || !isIncomplete)
    return columns;

  const at = header.indexOf(street.header);
  const cells = samples.map((row) => row[at] ?? '').filter((cell) => !isSentinel(cell));
  const holdsPlace = (cell: string): boolean => {
    const plain = unwrapped(cell);
    return (
      isOneLine(plain) || (state !== undefined && isStreet(plain) && splitOneLine(plain, state).city !== '')
    );
  };
  if (cells.length === 0 || cells.filter(holdsPlace).length < MOST * cells.length) return columns;
  return columns.map((column) => (column === street ? { ...column, field: 'addressFull' } : column));
}
