import type { EntityManager } from 'typeorm';
import { NO_ROWS, withRows } from '../settled-tables.js';

/** The connection has another number here after any other connection has committed. */
const REQUIRE_UNCHANGED = "SELECT RAISE(ABORT, 'overtaken') FROM pragma_data_version WHERE data_version <> ?";

/**
 * Several statements as one: the way to SQLite's thread and back costs more than most statements do. SQLite has no stored
 * procedures, but what a trigger does belongs to the statement that fires it, and a trigger may stand on a view that exists
 * for one connection alone. All of the statements happen or, when one fails, none.
 *
 * Outside of a transaction the statement is one: like BEGIN IMMEDIATE it takes the write lock before it reads, and it has
 * committed when it is done.
 */
export class Procedure {
  readonly #call: string;

  private constructor(
    private readonly statements: readonly string[],
    name: string,
  ) {
    this.#call = `INSERT INTO ${name} VALUES (?, ${statements.map(() => '?').join(', ')})`;
  }

  /**
   * @param tx a transaction of the connection that the procedure will run on, and is known to alone
   * @param statements constants with one `?` each, a JSON array of rows; none may begin with WITH
   */
  static async define(tx: EntityManager, name: string, statements: readonly string[]): Promise<Procedure> {
    const steps = [REQUIRE_UNCHANGED, ...statements];
    const parameters = steps.map((_, index) => `NULL AS p${index}`);
    const body = steps.map((sql, index) => `${sql.replace('?', `NEW.p${index}`)};`);
    await tx.query(`CREATE TEMP VIEW ${name} AS SELECT ${parameters.join(', ')}`);
    await tx.query(
      `CREATE TEMP TRIGGER call_${name} INSTEAD OF INSERT ON ${name} BEGIN ${body.join('\n')} END`,
    );
    return new Procedure(statements, name);
  }

  /**
   * Does the statements as one, outside of a transaction.
   * @param version `pragma_data_version` before the rows were decided on
   * @returns false when another process has committed since, and nothing was done
   */
  async runAlone(connection: EntityManager, version: number, rows: readonly string[]): Promise<boolean> {
    if (rows.every((set) => set === NO_ROWS)) return true;
    try {
      await connection.query(this.#call, [version, ...rows]);
      return true;
    } catch (error) {
      if (error instanceof Error && error.message.includes('overtaken')) return false;
      throw error;
    }
  }

  /** Does them inside a transaction, one after the other. */
  runIn(tx: EntityManager, rows: readonly string[]): Promise<void> {
    return writeSets(tx, this.statements, rows);
  }
}

/** Runs the statements that have rows to write, in their order. */
export async function writeSets(
  tx: EntityManager,
  statements: readonly string[],
  rows: readonly string[],
): Promise<void> {
  for (const { sql, rows: set } of withRows(statements, rows)) await tx.query(sql, [set]);
}
