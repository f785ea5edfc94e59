import type { Ask } from './ask.js';
import type { SqliteDatabase } from './sqlite-database.js';
import type { Planned } from './unit-of-work.js';

/** How one item of a set ended. */
export type Outcome<T> = { value: T } | { error: unknown };

/**
 * Decides how each item of a set ends, in their order, and what is written for all of them. What it throws fails them
 * all. It may be asked again for the same items (`Plan`).
 */
export type SetPlan<Item, T> = (ask: Ask, items: readonly Item[]) => Promise<Planned<Outcome<T>[]>>;

interface Waiting<Item, T> {
  item: Item;
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** At most so many items share a set, so that the statements' parameters stay small. */
const MAX_ITEMS = 1_000;

/**
 * Makes a write that is done in sets: items that arrive while a commit is under way are written together in the next
 * one, by one statement. A refused item fails alone. Nobody is answered before the commit is on the disk.
 */
export function together<Item, T>(
  database: SqliteDatabase,
  plan: SetPlan<Item, T>,
): (item: Item) => Promise<T> {
  const waiting: Waiting<Item, T>[] = [];

  function take(): Waiting<Item, T>[] {
    const set = waiting.splice(0, MAX_ITEMS);
    if (waiting.length > 0) void writeSet();
    return set;
  }

  async function writeSet(): Promise<void> {
    let set: Waiting<Item, T>[] | undefined;
    try {
      const outcomes = await database.writePlanned((ask) => {
        // Taken when its turn has come: until then the set grows.
        set ??= take();
        return plan(
          ask,
          set.map(({ item }) => item),
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
