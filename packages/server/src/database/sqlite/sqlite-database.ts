import type { DataSource, EntityManager } from 'typeorm';
import { asking, type Ask } from './ask.js';
import { directManager } from './direct-manager.js';
import { migrate, openConnection, restrictToOwner, type SqliteFile } from './data-source.js';
import { UnitOfWork, type Plan, type Work } from './unit-of-work.js';

/**
 * One SQLite file with two connections: reads see committed data only (TypeORM would show them the uncommitted rows of
 * a transaction on the same connection), writes go through the unit of work.
 */
export class SqliteDatabase {
  readonly #reader: DataSource;
  readonly #writer: DataSource;
  readonly #unitOfWork: UnitOfWork;

  /** Committed data. Never write through it. */
  readonly read: EntityManager;

  /** Asks about committed data; whoever asks at the same time shares a statement. */
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

  /** For what can be decided in memory: two statements and one commit. */
  writePlanned<T>(plan: Plan<T>): Promise<T> {
    return this.#unitOfWork.writePlanned(plan);
  }

  async close(): Promise<void> {
    await this.#unitOfWork.idle();
    await this.#reader.destroy();
    await this.#writer.destroy();
  }
}
