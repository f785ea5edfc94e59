import type { EntityManager } from 'typeorm';
import type { Database } from './database.js';

/** How one item of a set ended. */
export type Outcome<T> = { value: T } | { error: unknown };

/** Writes a set of items with statements for all of them. Answers in their order; what it throws fails them all. */
export type SetWork<Item, T> = (tx: EntityManager, items: readonly Item[]) => Promise<Outcome<T>[]>;

interface Waiting<Item, T> {
  item: Item;
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** At most so many items share a set, so that the statements' parameters stay small. */
const MAX_ITEMS = 1_000;

/**
 * Makes a write that is done in sets: items that arrive while a commit is under way are written together in the next
 * one, with a statement a table instead of several an item. A refused item fails alone. Nobody is answered before the
 * commit is on the disk.
 */
export function together<Item, T>(database: Database, work: SetWork<Item, T>): (item: Item) => Promise<T> {
  const waiting: Waiting<Item, T>[] = [];

  function take(): Waiting<Item, T>[] {
    const set = waiting.splice(0, MAX_ITEMS);
    if (waiting.length > 0) void writeSet();
    return set;
  }

  async function writeSet(): Promise<void> {
    let set: Waiting<Item, T>[] | undefined;
    try {
      const outcomes = await database.write((tx) => {
        // Taken when its turn has come: until then the set grows.
        const taken = (set = take());
        return work(
          tx,
          taken.map(({ item }) => item),
        );
      });
      set?.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index] ?? { error: new Error('an item of a set got no outcome') };
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.value);
      });
    } catch (error) {
      // When not even the transaction could begin, nobody was taken yet.
      for (const { reject } of set ?? take()) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length === 1) void writeSet();
    });
}

/** Does a part of a set in memory: what it throws is that item's own outcome. */
export function outcomeOf<T>(decide: () => T): Outcome<T> {
  try {
    return { value: decide() };
  } catch (error) {
    return { error };
  }
}
