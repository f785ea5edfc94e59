import { Batches } from '../lib/batches.js';
import { itemAt } from '../lib/item-at.js';

/** Reads committed data with a query. TypeORM's EntityManager is a Reader, too. */
export interface Reader {
  query<T>(sql: string, parameters: unknown[]): Promise<T>;
}

type Columns = readonly (readonly [name: string, sql: string])[];

/** An engine's way to pass a set of keys as one parameter, and to return a set of rows as one value. */
export interface SetSql {
  /**
   * A scalar subquery with a JSON array of [wanted.value, {name: column, …}] as its value. Each key in the statement's
   * parameter at `place` (from 1) is a `wanted.value`, to which `from` is joined.
   */
  answer(columns: Columns, from: string, place: number): string;
  parameter(keys: Iterable<string>): unknown;
  /** Parses the value of `answer`. */
  rows(answer: unknown): readonly (readonly [key: string, row: unknown])[];
}

/** A query for rows by their keys: at most one row per key. */
export interface Question<Row> {
  readonly columns: Columns;
  /** Join of the table to `wanted.value`, a key. */
  readonly from: string;
  /** Position among the questions of a statement. */
  readonly rank: number;
  /** Gives a row its type. */
  readonly rowOf: (row: unknown) => Row;
}

let questions = 0;

/**
 * @param columns the columns of a row, in SQL
 * @param from the table to join to `wanted.value`, a key, with its condition
 */
export const question = <Row extends object>(
  columns: Readonly<Record<keyof Row & string, string>>,
  from: string,
): Question<Row> => ({
  columns: Object.entries<string>(columns),
  from,
  rank: questions++,
  rowOf: (row) => row as Row,
});

/** Looks up keys. Keys without a row are missing in the answer. */
export type Ask = <Row>(about: Question<Row>, keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>;

/** Most reads in one statement. */
const MAX_ASKED = 1_000;

interface Asked {
  about: Question<unknown>;
  keys: readonly string[];
}

type Rows = ReadonlyMap<string, unknown>;

/** Decides when a statement is built from the questions asked so far; later questions share the next statement. */
type Start = (ask: () => void) => void;

/**
 * Combines questions into statements of one engine. Questions asked of one connection at the same time become one statement,
 * whatever their tables: the round trip of a statement costs more than most statements do.
 */
export function askingIn(sets: SetSql): (reader: Reader, start?: Start) => Ask {
  /**
   * SQL texts by the ranks of their questions: composing a text, and finding its prepared statement, costs more than running
   * many.
   */
  const texts = new Map<string, string>();

  const textOf = (asked: readonly Question<unknown>[]): string => {
    const key = asked.map(({ rank }) => rank).join();
    let text = texts.get(key);
    if (text === undefined) {
      const answers = asked.map(
        ({ columns, from, rank }, index) => `${sets.answer(columns, from, index + 1)} AS answer${rank}`,
      );
      text = `SELECT ${answers.join(', ')}`;
      texts.set(key, text);
    }
    return text;
  };

  /** Each caller gets all rows of its question, including rows that other callers asked for. */
  const askAll = async (reader: Reader, asked: readonly Asked[]): Promise<Rows[]> => {
    const wanted = new Map<Question<unknown>, Set<string>>();
    for (const { about, keys } of asked) {
      const set = wanted.get(about);
      if (set === undefined) wanted.set(about, new Set(keys));
      else for (const key of keys) set.add(key);
    }
    // A fixed order, so that there are few texts to prepare.
    const inOrder = [...wanted].sort(([a], [b]) => a.rank - b.rank);
    const found = await reader.query<Record<string, unknown>[]>(
      textOf(inOrder.map(([about]) => about)),
      inOrder.map(([, keys]) => sets.parameter(keys)),
    );
    const row = itemAt(found, 0);
    const answers = new Map<Question<unknown>, Rows>(
      inOrder.map(([about]) => [about, new Map(sets.rows(row[`answer${about.rank}`]))]),
    );
    return asked.map(({ about }) => {
      const answer = answers.get(about);
      if (answer === undefined) throw new Error('a question was not asked');
      return answer;
    });
  };

  return (reader, start = queueMicrotask) => {
    const batches = new Batches<Asked, Rows>((asked) => askAll(reader, asked), MAX_ASKED, start);
    return async <Row>(about: Question<Row>, keys: readonly string[]) => {
      const answer = new Map<string, Row>();
      if (keys.length === 0) return answer;
      const rows = itemAt(await batches.ask([{ about, keys }]), 0);
      for (const key of keys) {
        const row = rows.get(key);
        if (row !== undefined) answer.set(key, about.rowOf(row));
      }
      return answer;
    };
  };
}
