/** Items in groups of at most `most`, so that each step is short. */
export function* inSteps<T>(items: readonly T[], most: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += most) yield items.slice(from, from + most);
}

interface Waiting<Item, Result> {
  items: readonly Item[];
  resolve(results: Result[]): void;
  reject(error: unknown): void;
}

/**
 * Batches items that arrive together: a statement about a thousand items costs a database little more than one about a
 * single item. One batch runs at a time, so that under load the next one grows and no item waits longer.
 */
export class Batches<Item, Result> {
  readonly #waiting: Waiting<Item, Result>[] = [];
  #running = false;

  /**
   * @param run answers in the order of the items
   * @param maxItems a caller with more items than this at once gets a separate batch
   * @param start begins each batch; by default a turn of the event loop later, so that items that arrive together join it
   */
  constructor(
    private readonly run: (items: readonly Item[]) => Promise<Result[]>,
    private readonly maxItems: number,
    private readonly start: (begin: () => void) => void = setImmediate,
  ) {}

  ask(items: readonly Item[]): Promise<Result[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ items, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      this.start(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    for (let group = this.#next(); group.length > 0; group = this.#next()) {
      try {
        const asked = group.flatMap(({ items }) => items);
        const results = await this.run(asked);
        if (results.length !== asked.length)
          throw new Error(`a batch of ${asked.length} got ${results.length} answers`);
        let from = 0;
        for (const { items, resolve } of group) resolve(results.slice(from, (from += items.length)));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
      if (this.#waiting.length > 0) await new Promise<void>((begin) => this.start(begin));
    }
    this.#running = false;
  }

  #next(): Waiting<Item, Result>[] {
    let size = 0;
    const fitting = this.#waiting.findIndex(({ items }) => (size += items.length) > this.maxItems);
    return this.#waiting.splice(0, fitting === -1 ? this.#waiting.length : Math.max(1, fitting));
  }
}

/** How one item of a batch ended. */
export type Outcome<T> = { value: T } | { error: unknown };

/** Runs `decide`; an exception becomes the item's outcome. */
export function outcomeOf<T>(decide: () => T): Outcome<T> {
  try {
    return { value: decide() };
  } catch (error) {
    return { error };
  }
}

/**
 * Turns a function of many items into a function of one item, which runs in batches. An error as the outcome
 * of an item fails that item alone.
 * @param run gives each item's outcome, in order; an exception fails the whole batch
 */
export function batched<Item, T>(
  run: (items: readonly Item[]) => Promise<Outcome<T>[]>,
  maxItems: number,
): (item: Item) => Promise<T> {
  const batches = new Batches(run, maxItems);
  return async (item) => {
    const [outcome] = await batches.ask([item]);
    if (outcome === undefined) throw new Error('an item of a batch got no outcome');
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
}

/** Calls with one key. */
interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * A queue per key. Of the calls with one key, at most `atOnce` run at a time, in order of arrival; calls with different keys do not
 * wait for each other. Waiting calls hold no resources, so a crowd behind one key takes no connection from others.
 */
export class Turns {
  readonly #lines = new Map<string, Line>();

  /** @param atOnce calls with the same key that run at the same time */
  constructor(private readonly atOnce = 1) {}

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.running < this.atOnce) line.running += 1;
    else await new Promise<void>((begin) => line.waiting.push(begin));
    try {
      return await work();
    } finally {
      // The next call takes this one's place.
      const next = line.waiting.shift();
      if (next !== undefined) next();
      else if (--line.running === 0) this.#lines.delete(key);
    }
  }
}
