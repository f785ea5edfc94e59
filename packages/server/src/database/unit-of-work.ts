import type { DataSource, EntityManager } from 'typeorm';
import { directManager } from './direct-manager.js';

/** A write: everything it does commits together, or nothing of it. It must await nothing but statements on `tx`. */
export type Work<T> = (tx: EntityManager) => Promise<T>;

interface Pending {
  run(tx: EntityManager): Promise<void>;
  /** Tells the caller, after the commit, how its own work ended. */
  settle(): void;
  reject(error: unknown): void;
}

/** At most so many works share a commit, so that the first of a long queue is not kept waiting. */
const MAX_GROUP = 256;

/**
 * The only way to write to a file. Works queue for the one writing connection; those that arrive while a commit is
 * under way share the next `BEGIN IMMEDIATE … COMMIT`, each in a savepoint of its own, so that a refused one fails
 * alone. Nobody is answered before the commit is on the disk.
 *
 * The lock is taken at once (IMMEDIATE) because a deferred transaction that reads first and writes later fails with
 * SQLITE_BUSY when another process wrote in between.
 */
export class UnitOfWork {
  readonly #tx: EntityManager;
  readonly #queue: Pending[] = [];
  #running: Promise<void> | null = null;

  constructor(connection: DataSource) {
    this.#tx = directManager(connection);
  }

  write<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let outcome: { value: T } | { error: unknown } = { error: new Error('the work did not run') };
      this.#queue.push({
        run: async (tx) => {
          try {
            outcome = { value: await work(tx) };
          } catch (error) {
            outcome = { error };
            throw error;
          }
        },
        settle: () => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value)),
        reject,
      });
      this.#running ??= this.#drain();
    });
  }

  /** Resolves when nothing is queued or running. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #drain(): Promise<void> {
    // One turn of the event loop lets requests that arrived together join the first group.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0, MAX_GROUP);
      try {
        await this.#commit(group);
        for (const pending of group) pending.settle();
      } catch (error) {
        for (const pending of group) pending.reject(error);
      }
    }
    this.#running = null;
  }

  async #commit(group: readonly Pending[]): Promise<void> {
    const tx = this.#tx;
    await tx.query('BEGIN IMMEDIATE');
    try {
      const [alone] = group;
      if (group.length === 1) await alone?.run(tx);
      else for (const pending of group) await this.#inSavepoint(tx, pending);
      await tx.query('COMMIT');
    } catch (error) {
      // After a full disk SQLite may have rolled back by itself; then there is nothing left to undo.
      await tx.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  async #inSavepoint(tx: EntityManager, pending: Pending): Promise<void> {
    await tx.query('SAVEPOINT work');
    try {
      await pending.run(tx);
    } catch {
      // The error is in the work's own outcome; the others of the group go on.
      await tx.query('ROLLBACK TO work');
    }
    await tx.query('RELEASE work');
  }
}
