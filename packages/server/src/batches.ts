interface Waiting<Item, Result> {
  items: readonly Item[];
  resolve(results: Result[]): void;
  reject(error: unknown): void;
}

/**
 * Runs what arrives together as one: a question of a thousand items costs a database little more than one of a single
 * item. One batch runs at a time, so that under load the next one grows while nobody waits longer.
 */
export class Batches<Item, Result> {
  readonly #waiting: Waiting<Item, Result>[] = [];
  #running = false;

  /**
   * @param run answers in the order of the items
   * @param maxItems those who ask for more than this at once get a batch of their own
   * @param start begins a first batch; a turn of the event loop later, so that questions that arrive together join it
   */
  constructor(
    private readonly run: (items: readonly Item[]) => Promise<Result[]>,
    private readonly maxItems: number,
    private readonly start: (drain: () => void) => void = setImmediate,
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
    }
    this.#running = false;
  }

  #next(): Waiting<Item, Result>[] {
    let size = 0;
    const fitting = this.#waiting.findIndex(({ items }) => (size += items.length) > this.maxItems);
    return this.#waiting.splice(0, fitting === -1 ? this.#waiting.length : Math.max(1, fitting));
  }
}
