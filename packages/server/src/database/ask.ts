import { Batches } from './batches.js';
import type { Reader } from './reader.js';
import { asSet, EACH } from './sets.js';

/** What can be asked about things by their keys: at most one row a key. */
export interface Question<Row> {
  /** A scalar subquery with the JSON array of keys as its parameter; its value is a JSON array of [key, row]. */
  readonly sql: string;
  /** Gives a row its type. */
  readonly rowOf: (row: unknown) => Row;
}

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
    rowOf: (row) => row as Row,
  };
};

/** Asks about keys. What has no row is not in the answer. */
export type Ask = <Row>(about: Question<Row>, keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>;

/** At most so many keys share a statement. */
const MAX_KEYS = 1_000;

interface Asked {
  about: Question<unknown>;
  key: string;
}

/**
 * Questions asked of one connection at the same time are one statement, whatever they are about: the way to a
 * statement's thread and back costs more than most statements do.
 * @param start when a statement is made of what was asked until then; what is asked while it runs shares the next one
 */
export function asking(reader: Reader, start: (ask: () => void) => void = queueMicrotask): Ask {
  const batches = new Batches<Asked, unknown>((asked) => askAll(reader, asked), MAX_KEYS, start);
  return async <Row>(about: Question<Row>, keys: readonly string[]) => {
    const rows = await batches.ask(keys.map((key) => ({ about, key })));
    const answer = new Map<string, Row>();
    keys.forEach((key, index) => {
      const row = rows[index];
      if (row !== undefined) answer.set(key, about.rowOf(row));
    });
    return answer;
  };
}

async function askAll(reader: Reader, asked: readonly Asked[]): Promise<unknown[]> {
  const keys = new Map<Question<unknown>, Set<string>>();
  for (const { about, key } of asked) {
    const set = keys.get(about);
    if (set === undefined) keys.set(about, new Set([key]));
    else set.add(key);
  }
  if (keys.size === 0) return [];
  // Always in the same order, so that there are few texts to prepare.
  const questions = [...keys.keys()].sort((a, b) => (a.sql < b.sql ? -1 : 1));
  const columns = questions.map(({ sql }, index) => `${sql} AS answer${index}`);
  const [row = {}] = await reader.query<Record<string, string>[]>(
    `SELECT ${columns.join(', ')}`,
    questions.map((about) => asSet(keys.get(about) ?? [])),
  );
  const answers = new Map(
    questions.map((about, index) => [
      about,
      new Map(JSON.parse(row[`answer${index}`] ?? '[]') as [string, unknown][]),
    ]),
  );
  return asked.map(({ about, key }) => answers.get(about)?.get(key));
}
