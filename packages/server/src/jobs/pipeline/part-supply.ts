import type { EarlyPart } from './part-work.js';

/**
 * The parts of a file for those who work on them: some while the file is still being surveyed, the others when it is
 * known how many there are. Each is handed out once.
 */
export class PartSupply {
  readonly #early: EarlyPart[] = [];
  readonly #taken = new Set<number>();
  readonly #waiting: (() => void)[] = [];
  #next = 0;
  #total: number | null = null;

  add(part: EarlyPart): void {
    this.#early.push(part);
    this.#waiting.shift()?.();
  }

  /** The survey is over. */
  open(total: number): void {
    this.#total = total;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** The next part, which may be some time in coming; undefined when there are no more. */
  async take(): Promise<EarlyPart | number | undefined> {
    for (;;) {
      const early = this.#early.shift();
      if (early !== undefined) {
        this.#taken.add(early.index);
        return early;
      }
      if (this.#total !== null) return this.#rest(this.#total);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #rest(total: number): number | undefined {
    while (this.#taken.has(this.#next)) this.#next++;
    return this.#next < total ? this.#next++ : undefined;
  }
}
