import type { DataSource } from 'typeorm';
import { PreparedConnection } from './prepared-connection.js';
import { EntityManager } from '../typeorm.js';

/**
 * TypeORM's manager, except that plain statements go straight to the connection: through TypeORM each would create a
 * query runner, five promises and a broadcast, which cost more than most statements do.
 */
class DirectManager extends EntityManager {
  readonly #statements: PreparedConnection;

  constructor(connection: DataSource, statements: PreparedConnection) {
    super(connection);
    this.#statements = statements;
  }

  override query<T>(sql: string, parameters?: unknown[]): Promise<T> {
    return this.#statements.query<T>(sql, parameters);
  }
}

/** The manager of an open connection. */
export function directManager(connection: DataSource): EntityManager {
  const { driver } = connection;
  if (!('databaseConnection' in driver) || !(driver.databaseConnection instanceof PreparedConnection)) {
    throw new Error('the connection is not a PreparedConnection');
  }
  return new DirectManager(connection, driver.databaseConnection);
}
