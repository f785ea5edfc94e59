import type { DataSource, EntityManager } from 'typeorm';
import { asking, type Ask } from './ask.js';
import { migrate, openConnection, restrictToOwner, type SqliteFile } from './data-source.js';
import { UnitOfWork, type Work } from './unit-of-work.js';

/**
 * One SQLite file with two connections: reads see committed data only (TypeORM would show them the uncommitted rows of
 * a transaction on the same connection), writes go through the unit of work.
 */
export class Database {
  readonly #reader: DataSource;
  readonly #writer: DataSource;
  readonly #unitOfWork: UnitOfWork;

  /** Asks about committed data; whoever asks at the same time shares a statement. */
  readonly ask: Ask;

  private constructor(reader: DataSource, writer: DataSource) {
    this.#reader = reader;
    this.#writer = writer;
    this.#unitOfWork = new UnitOfWork(writer);
    this.ask = asking(reader.manager, setImmediate);
  }

  static async open(file: SqliteFile): Promise<Database> {
    const writer = await openConnection(file);
    try {
      await migrate(writer);
      const reader = await openConnection(file);
      await restrictToOwner(file.path);
      return new Database(reader, writer);
    } catch (error) {
      await writer.destroy();
      throw error;
    }
  }

  /** Committed data. Never write through it. */
  get read(): EntityManager {
    return this.#reader.manager;
  }

  write<T>(work: Work<T>): Promise<T> {
    return this.#unitOfWork.write(work);
  }

  async close(): Promise<void> {
    await this.#unitOfWork.idle();
    await this.#reader.destroy();
    await this.#writer.destroy();
  }
}
