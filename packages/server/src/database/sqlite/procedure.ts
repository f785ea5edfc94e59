import type { EntityManager } from 'typeorm';
import { NO_ROWS, withRows } from '../settled-tables.js';

/** SQLite's data version, as seen by this connection, changes whenever another connection commits. */
const REQUIRE_UNCHANGED = "SELECT RAISE(ABORT, 'overtaken') FROM pragma_data_version WHERE data_version <> ?";

/**
 * Several statements as one: the round trip to SQLite's thread costs more than most statements do. SQLite has no stored
 * procedures, but a trigger's statements belong to the statement that fires it, and a trigger may be defined on a view that
 * exists for one connection only. All of the statements happen or, if one fails, none.
 *
 * Outside of a transaction the statement is a transaction itself: like BEGIN IMMEDIATE it takes the write lock before it
 * reads, and it has committed when it is done.
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
   * @param tx a transaction of the connection that the procedure will run on; no other connection sees the procedure
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
   * Runs the statements as one, outside of a transaction.
   * @param version `pragma_data_version` before the rows were decided on
   * @returns false if another process has committed since, and nothing was done
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

  /** Runs the statements inside a transaction, one after the other. */
  runIn(tx: EntityManager, rows: readonly string[]): Promise<void> {
    return writeSets(tx, this.statements, rows);
  }
}

/** Runs the statements that have rows to write, in order. */
export async function writeSets(
  tx: EntityManager,
  statements: readonly string[],
  rows: readonly string[],
): Promise<void> {
  for (const { sql, rows: set } of withRows(statements, rows)) await tx.query(sql, [set]);
}
