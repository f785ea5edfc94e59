import { Batches } from '../batches.js';
import { itemAt } from '../item-at.js';

/** Answers questions from committed data. TypeORM's EntityManager is one, too. */
export interface Reader {
  query<T>(sql: string, parameters: unknown[]): Promise<T>;
}

type Columns = readonly (readonly [name: string, sql: string])[];

/** How an engine takes a set of keys as one parameter, and answers with a set of rows as one value. */
export interface SetSql {
  /**
   * A scalar subquery whose value is a JSON array of [wanted.value, {name: column, …}]. Each key of the statement's
   * parameter at `place` (from 1) is a `wanted.value`, to which `from` is joined.
   */
  answer(columns: Columns, from: string, place: number): string;
  parameter(keys: Iterable<string>): unknown;
  /** Reads an answer. */
  rows(answer: unknown): readonly (readonly [key: string, row: unknown])[];
}

/** Questions about things by their keys: at most one row a key. */
export interface Question<Row> {
  readonly columns: Columns;
  /** Condition that joins `wanted.value`, a key, to the table. */
  readonly from: string;
  /** Its place among the questions of a statement. */
  readonly rank: number;
  /** Gives a row its type. */
  readonly rowOf: (row: unknown) => Row;
}

let questions = 0;

/**
 * @param columns what each column of a row is, in SQL
 * @param from what `wanted.value`, a key, is joined to
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

/** Asks about keys. What has no row is not in the answer. */
export type Ask = <Row>(about: Question<Row>, keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>;

/** Most reads in one statement. */
const MAX_ASKED = 1_000;

interface Asked {
  about: Question<unknown>;
  keys: readonly string[];
}

type Rows = ReadonlyMap<string, unknown>;

/** When a statement is made of what was asked until then; what is asked while it runs shares the next one. */
type Start = (ask: () => void) => void;

/**
 * Makes questions statements of one engine. Those asked of one connection at the same time are one statement, whatever
 * they are about: the way to a statement and back costs more than most statements do.
 */
export function askingIn(sets: SetSql): (reader: Reader, start?: Start) => Ask {
  /** Texts by the ranks of their questions: to compose one, and to find its statement by it, costs more than to run many. */
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

  /** Each gets what there is about its question, also what others asked. */
  const askAll = async (reader: Reader, asked: readonly Asked[]): Promise<Rows[]> => {
    const wanted = new Map<Question<unknown>, Set<string>>();
    for (const { about, keys } of asked) {
      const set = wanted.get(about);
      if (set === undefined) wanted.set(about, new Set(keys));
      else for (const key of keys) set.add(key);
    }
    // Always in the same order, so that there are few texts to prepare.
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
