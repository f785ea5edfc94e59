import { isSentinel } from '@skiptrace/csv';

/** Longer cells are not names, addresses or emails but something that slipped into the column. */
const MAX_CELL_CHARACTERS = 500;
/** Maximum length of a placeholder such as `N/A`; longer cells need no check. */
const MAX_SENTINEL_CHARACTERS = 32;

const NOT_TEXT = /[\p{Cc}\p{Cs}\u200B-\u200D\u2060\uFEFF]+/gu;
const SPACES = /\s+/gu;

/**
 * Stored form of a cell: unchanged, but on one line, without control characters and outer spaces.
 * Null for an empty cell or a placeholder (`N/A`, `null`, `-`).
 */
export function cellText(cell: string): string | null {
  if (cell === '') return null;
  const text = isPlain(cell) ? cell : cell.replace(NOT_TEXT, ' ').replace(SPACES, ' ').trim();
  if (text === '' || (text.length <= MAX_SENTINEL_CHARACTERS && isSentinel(text))) return null;
  return text.length <= MAX_CELL_CHARACTERS ? text : text.slice(0, MAX_CELL_CHARACTERS).trimEnd();
}

const SPACE = 0x20;
const LAST_PRINTABLE = 0x7e;

/** Printable ASCII with single spaces inside: nearly every cell, and found out faster than by a regular expression. */
function isPlain(cell: string): boolean {
  let before = SPACE;
  for (let at = 0; at < cell.length; at++) {
    const code = cell.charCodeAt(at);
    if (code < SPACE || code > LAST_PRINTABLE || (code === SPACE && before === SPACE)) return false;
    before = code;
  }
  return before !== SPACE;
}
