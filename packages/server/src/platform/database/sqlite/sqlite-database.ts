import type { DataSource, EntityManager } from 'typeorm';
import type { Ask } from '../ask.js';
import type { Database, Settle, SettledTables, Work } from '../database.js';
import { directManager, migrate, openConnection, restrictToOwner, type SqliteFile } from './data-source.js';
import { asking } from './sets.js';
import { UnitOfWork } from './unit-of-work.js';

/**
 * One SQLite file with two connections: reads see only committed data (TypeORM would show them the uncommitted rows of
 * a transaction on the same connection), writes go through the unit of work.
 */
export class SqliteDatabase implements Database {
  readonly #reader: DataSource;
  readonly #writer: DataSource;
  readonly #unitOfWork: UnitOfWork;

  /** Committed data. Never write through it. */
  readonly read: EntityManager;

  /** Reads committed data; concurrent reads share a statement. */
  readonly ask: Ask;

  private constructor(
    readonly path: string,
    reader: DataSource,
    writer: DataSource,
  ) {
    this.#reader = reader;
    this.#writer = writer;
    this.#unitOfWork = new UnitOfWork(writer);
    this.read = directManager(reader);
    this.ask = asking(this.read, setImmediate);
  }

  static async open(file: SqliteFile): Promise<SqliteDatabase> {
    const writer = await openConnection(file);
    try {
      await migrate(writer);
      if (file.undo === 'memory') await writer.query('PRAGMA temp_store = MEMORY');
      const reader = await openConnection(file);
      await restrictToOwner(file.path);
      return new SqliteDatabase(file.path, reader, writer);
    } catch (error) {
      await writer.destroy();
      throw error;
    }
  }

  write<T>(work: Work<T>): Promise<T> {
    return this.#unitOfWork.write(work);
  }

  /** Equals `write`: all writes run one after the other here. */
  writeFor<T>(_accountId: string, work: Work<T>): Promise<T> {
    return this.write(work);
  }

  /** Settlements on these tables take two statements and one commit. */
  defineSettlement<Scope, State, Changes>(
    tables: SettledTables<Scope, State, Changes>,
  ): Promise<Settle<Scope, State, Changes>> {
    return this.#unitOfWork.defineSettlement(tables);
  }

  async close(): Promise<void> {
    await this.#unitOfWork.idle();
    await this.#reader.destroy();
    await this.#writer.destroy();
  }
}
