/**
 * The time of a client up to its next `close()`. A call belongs to the one it began in, and ends with it, whether it is
 * sending, reading or asleep.
 */
export class Lifetime {
  readonly #listeners = new Set<() => void>();
  #ended = false;

  get ended(): boolean {
    return this.#ended;
  }

  /** Calls `listener` at the end; the answer takes it back. */
  onEnd(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  end(): void {
    this.#ended = true;
    for (const listener of [...this.#listeners]) listener();
    this.#listeners.clear();
  }
}
