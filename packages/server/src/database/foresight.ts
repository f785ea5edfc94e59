import { question, type Ask, type Question } from './ask.js';

/** There is one file to ask about. */
const FILE = 'file';

/** Another number after any other connection has committed. */
const DATA_VERSION = question<{ version: number }>(
  { version: 'file.data_version' },
  'pragma_data_version AS file',
);

/** Asked together with what it is for, so that it is never newer. */
export const dataVersion = async (ask: Ask): Promise<number> =>
  (await ask(DATA_VERSION, [FILE])).get(FILE)?.version ?? 0;

type Rows = ReadonlyMap<string, unknown>;

/** Answers to what a plan is going to ask, got before its turn. They hold until somebody writes. */
export class Foresight {
  readonly #answers: { about: Question<unknown>; keys: ReadonlySet<string>; rows: Promise<Rows> }[] = [];
  readonly #versions: Promise<number>[] = [];

  /** @param ask the writing connection's */
  constructor(private readonly ask: Ask) {}

  /** Asks whatever `open` asks. */
  add(open: (ask: Ask) => Promise<unknown>): void {
    const version = dataVersion(this.ask);
    const all = open(async <Row>(about: Question<Row>, keys: readonly string[]) => {
      const rows = this.ask(about, keys);
      this.#answers.push({ about, keys: new Set(keys), rows });
      return rows;
    });
    this.#versions.push(version);
    // Whoever uses an answer hears of it.
    for (const answer of [version, all]) answer.catch(() => undefined);
  }

  /** What is known of all these keys; undefined when some of them were not asked about. */
  rows<Row>(about: Question<Row>, keys: readonly string[]): Promise<ReadonlyMap<string, Row>> | undefined {
    const answer = this.#answers.find((one) => one.about === about && keys.every((key) => one.keys.has(key)));
    return answer?.rows.then((rows) => new Map([...rows].map(([key, row]) => [key, about.rowOf(row)])));
  }

  /** The file's version at the first answer; undefined when another process wrote before the last one. */
  async version(): Promise<number | undefined> {
    const versions = new Set(await Promise.all(this.#versions));
    return versions.size === 1 ? [...versions][0] : undefined;
  }
}
