/** A row in a list that is newest first: where the next page goes on. Rows may be added or go meanwhile. */
export interface Cursor {
  /** When the row was made, in milliseconds since the epoch; or its number. */
  at: number;
  /** Orders rows of the same moment. */
  id: string;
}

/** The cursor is malformed; the client must restart at the first page. */
class InvalidCursorError extends Error {
  readonly code = 'invalid_cursor';

  constructor() {
    super('This page of the list no longer exists. Go back to the first page.');
  }
}

/** Describes a page from its rows and the one extra row that was read. */
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

/** @param rows of the page, and one more where there is a next page */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => Cursor): Page<Row> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    nextCursor: rows.length > limit && last !== undefined ? written(cursorOf(last)) : null,
  };
}

/** A pattern for `LIKE … ESCAPE '\'` that finds the text anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
