import { coded } from './coded.js';

/** Position in a newest-first list where the next page begins. Rows may be added or deleted between pages. */
export interface Cursor {
  /** Creation time of the row, in milliseconds since the epoch; or its number. */
  at: number;
  /** Orders rows with the same time. */
  id: string;
}

/** The cursor is malformed; the client must restart at the first page. */
class InvalidCursorError extends coded(
  'invalid_cursor',
  'This page of the list no longer exists. Go back to the first page.',
) {}

/** A page of rows. */
export interface Page<Row> {
  rows: Row[];
  /** Null on the last page. */
  nextCursor: string | null;
}

const CURSOR = /^(?<at>\d{1,16})\.(?<id>[0-9A-Za-z-]{1,100})$/;

const written = ({ at, id }: Cursor): string => `${at}.${id}`;

/** @throws InvalidCursorError */
export function readCursor(text: string): Cursor {
  const { at, id } = CURSOR.exec(text)?.groups ?? {};
  if (at === undefined || id === undefined) throw new InvalidCursorError();
  return { at: Number(at), id };
}

/** @param rows the rows of the page, plus one more if there is a next page */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => Cursor): Page<Row> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    nextCursor: rows.length > limit && last !== undefined ? written(cursorOf(last)) : null,
  };
}

/** A pattern for `LIKE … ESCAPE '\'` that matches the text anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
