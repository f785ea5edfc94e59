import type { PreparedConnection } from './prepared-connection.js';

/** A statement that needs no answer, and its one parameter. */
export interface Write {
  /** A constant with one `?`. It may not begin with WITH; RAISE in it makes all of the writes fail. */
  readonly sql: string;
  readonly value: string | number;
}

/** Found by its writes, one after the other: a text as long as all of them costs more to look up than they do to run. */
interface Procedure {
  readonly name: string;
  /** Those with one more write, by its text. */
  readonly longer: Map<string, Procedure>;
  /** The statement that runs it, once it is there. */
  call: Promise<string> | undefined;
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
  /** There are as many as our code has ways to combine writes. */
  readonly #all: Procedure[] = [];
  readonly #shortest = this.#add();

  constructor(connection: PreparedConnection) {
    this.#connection = connection;
  }

  async run(writes: readonly Write[]): Promise<void> {
    if (writes.length === 0) return;
    const procedure = this.#procedureOf(writes);
    procedure.call ??= this.#define(procedure.name, writes);
    const call = await procedure.call.catch((error: unknown) => {
      procedure.call = undefined;
      throw error;
    });
    await this.#connection.query(
      call,
      writes.map(({ value }) => value),
    );
  }

  /** What was defined inside a transaction is gone when that is rolled back. */
  rolledBack(): void {
    for (const procedure of this.#all) procedure.call = undefined;
  }

  #add(): Procedure {
    const procedure = { name: `procedure${this.#all.length}`, longer: new Map(), call: undefined };
    this.#all.push(procedure);
    return procedure;
  }

  #procedureOf(writes: readonly Write[]): Procedure {
    let procedure = this.#shortest;
    for (const { sql } of writes) {
      let longer = procedure.longer.get(sql);
      if (longer === undefined) procedure.longer.set(sql, (longer = this.#add()));
      procedure = longer;
    }
    return procedure;
  }

  /** @returns the statement that runs them, with a parameter for each */
  async #define(name: string, writes: readonly Write[]): Promise<string> {
    const parameters = writes.map((_, index) => `NULL AS p${index}`);
    const steps = writes.map(({ sql }, index) => `${sql.replace('?', `NEW.p${index}`)};`);
    await this.#connection.query(`CREATE TEMP VIEW IF NOT EXISTS ${name} AS SELECT ${parameters.join(', ')}`);
    await this.#connection.query(
      `CREATE TEMP TRIGGER IF NOT EXISTS call_${name} INSTEAD OF INSERT ON ${name} BEGIN ${steps.join('\n')} END`,
    );
    return `INSERT INTO ${name} VALUES (${writes.map(() => '?').join(', ')})`;
  }
}
