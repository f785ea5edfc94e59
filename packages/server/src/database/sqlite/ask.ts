import { Batches } from '../../batches.js';
import type { Reader } from './reader.js';
import { asSet, EACH } from './sets.js';

/** What can be asked about things by their keys: at most one row a key. */
export interface Question<Row> {
  /** A scalar subquery with the JSON array of keys as its parameter; its value is a JSON array of [key, row]. */
  readonly sql: string;
  /** Its place among the questions of a statement. */
  readonly rank: number;
  /** Gives a row its type. */
  readonly rowOf: (row: unknown) => Row;
}

let questions = 0;

/**
 * @param columns what each column of a row is, in SQL
 * @param from what `wanted.value`, a key, is joined to; a key of several parts is a JSON array, read with `->>`
 */
export const question = <Row extends object>(
  columns: Readonly<Record<keyof Row & string, string>>,
  from: string,
): Question<Row> => {
  const members = Object.entries<string>(columns).map(([name, sql]) => `'${name}', ${sql}`);
  const answer = `json_array(wanted.value, json_object(${members.join(', ')}))`;
  return {
    sql: `(SELECT json_group_array(${answer}) FROM ${EACH} AS wanted CROSS JOIN ${from})`,
    rank: questions++,
    rowOf: (row) => row as Row,
  };
};

/** Asks about keys. What has no row is not in the answer. */
export type Ask = <Row>(about: Question<Row>, keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>;

/** At most so many asks share a statement. */
const MAX_ASKED = 1_000;

interface Asked {
  about: Question<unknown>;
  keys: readonly string[];
}

type Rows = ReadonlyMap<string, unknown>;

/**
 * Questions asked of one connection at the same time are one statement, whatever they are about: the way to a
 * statement's thread and back costs more than most statements do.
 * @param start when a statement is made of what was asked until then; what is asked while it runs shares the next one
 */
export function asking(reader: Reader, start: (ask: () => void) => void = queueMicrotask): Ask {
  const batches = new Batches<Asked, Rows>((asked) => askAll(reader, asked), MAX_ASKED, start);
  return async <Row>(about: Question<Row>, keys: readonly string[]) => {
    const answer = new Map<string, Row>();
    if (keys.length === 0) return answer;
    const [rows] = await batches.ask([{ about, keys }]);
    for (const key of keys) {
      const row = rows?.get(key);
      if (row !== undefined) answer.set(key, about.rowOf(row));
    }
    return answer;
  };
}

/** Each gets what there is about its question, also what others asked. */
async function askAll(reader: Reader, asked: readonly Asked[]): Promise<Rows[]> {
  const wanted = new Map<Question<unknown>, Set<string>>();
  for (const { about, keys } of asked) {
    const set = wanted.get(about);
    if (set === undefined) wanted.set(about, new Set(keys));
    else for (const key of keys) set.add(key);
  }
  // Always in the same order, so that there are few texts to prepare.
  const questions = [...wanted.keys()].sort((a, b) => a.rank - b.rank);
  const [row = {}] = await reader.query<Record<string, string>[]>(
    statementOf(questions),
    questions.map((about) => asSet(wanted.get(about) ?? [])),
  );
  const answers = new Map(
    questions.map((about) => [
      about,
      new Map(JSON.parse(row[`answer${about.rank}`] ?? '[]') as [string, unknown][]),
    ]),
  );
  return asked.map(({ about }) => answers.get(about) ?? NOTHING);
}

const NOTHING: Rows = new Map();

/** Texts by the ranks of their questions: to compose one, and to find its statement by it, costs more than to run many. */
const statements = new Map<string, string>();

function statementOf(questions: readonly Question<unknown>[]): string {
  const key = questions.map(({ rank }) => rank).join();
  let text = statements.get(key);
  if (text === undefined) {
    text = `SELECT ${questions.map(({ sql, rank }) => `${sql} AS answer${rank}`).join(', ')}`;
    statements.set(key, text);
  }
  return text;
}
