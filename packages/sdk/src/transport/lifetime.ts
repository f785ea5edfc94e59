/**
 * The time of a client up to its `close()`. A call belongs to the lifetime it began in, and ends with it, whether it is
 * sending, reading or waiting. A lifetime within another ends with it, but not the other way round.
 */
export class Lifetime {
  readonly #listeners = new Set<() => void>();
  readonly #outer: Lifetime | undefined;
  #leaveOuter: (() => void) | undefined;
  #ended = false;

  constructor(outer?: Lifetime) {
    this.#outer = outer;
  }

  get ended(): boolean {
    return this.#ended || this.#outer?.ended === true;
  }

  /** Calls `listener` at the end; call the returned function to remove it. */
  onEnd(listener: () => void): () => void {
    this.#listeners.add(listener);
    // Listens to the outer lifetime only while a call listens here, so that the outer one does not keep
    // unused lifetimes in memory.
    this.#leaveOuter ??= this.#outer?.onEnd(() => this.end());
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stopListening();
    };
  }

  end(): void {
    this.#ended = true;
    this.#stopListening();
    for (const listener of [...this.#listeners]) listener();
    this.#listeners.clear();
  }

  #stopListening(): void {
    this.#leaveOuter?.();
    this.#leaveOuter = undefined;
  }
}
