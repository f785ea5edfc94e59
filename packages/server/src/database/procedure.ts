import type { PreparedConnection } from './prepared-connection.js';

/** A statement that needs no answer, and its one parameter. */
export interface Write {
  /** With one `?`. It may not begin with WITH, and RAISE makes all of them fail. */
  readonly sql: string;
  readonly value: string | number;
}

/**
 * Several writes as one statement: the way to a statement's thread and back costs more than most statements do. SQLite
 * has no stored procedures, but what a trigger does belongs to the statement that fires it, and nothing keeps it from
 * firing on a view that exists for this connection alone. All of them happen or, at the first that fails, none.
 *
 * Outside of a transaction the statement is one: like BEGIN IMMEDIATE it takes the write lock before it reads, and it
 * has committed when it is done.
 */
export class Procedures {
  readonly #connection: PreparedConnection;
  /** The statement that runs writes, by their texts: there are as many as our code has ways to combine them. */
  readonly #calls = new Map<string, Promise<string>>();

  constructor(connection: PreparedConnection) {
    this.#connection = connection;
  }

  async run(writes: readonly Write[]): Promise<void> {
    if (writes.length === 0) return;
    const key = writes.map(({ sql }) => sql).join(';');
    let call = this.#calls.get(key);
    if (call === undefined) {
      call = this.#define(writes);
      this.#calls.set(key, call);
      call.catch(() => this.#calls.delete(key));
    }
    await this.#connection.query(
      await call,
      writes.map(({ value }) => value),
    );
  }

  async #define(writes: readonly Write[]): Promise<string> {
    const name = `procedure${this.#calls.size}`;
    const parameters = writes.map((_, index) => `NULL AS p${index}`);
    const steps = writes.map(({ sql }, index) => `${sql.replace('?', `NEW.p${index}`)};`);
    await this.#connection.query(`CREATE TEMP VIEW ${name} AS SELECT ${parameters.join(', ')}`);
    await this.#connection.query(
      `CREATE TEMP TRIGGER call_${name} INSTEAD OF INSERT ON ${name} BEGIN ${steps.join('\n')} END`,
    );
    return `INSERT INTO ${name} VALUES (${writes.map(() => '?').join(', ')})`;
  }
}
