/**
 * A queue per key: calls with the same key run one after the other, in order of arrival; different keys run at the same
 * time. Waiting calls hold no resources, so a crowd behind one key takes no connection from others.
 */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work);
    // A failure is reported to the call's own caller.
    const ended = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(key, ended);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}
