/**
 * The part of an event emitter that undici needs from a signal. A real AbortSignal with its listener would be
 * the most expensive part of an attempt, and nearly no attempt is ever cut short.
 */
export class CutSignal {
  readonly #listeners: (() => void)[] = [];
  #asAbortSignal: AbortController | undefined;
  #reason: Error | undefined;

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): Error | undefined {
    return this.#reason;
  }

  on(_event: 'abort', listener: () => void): this {
    this.#listeners.push(listener);
    return this;
  }

  once(event: 'abort', listener: () => void): this {
    return this.on(event, listener);
  }

  removeListener(_event: 'abort', listener: () => void): this {
    const at = this.#listeners.indexOf(listener);
    if (at >= 0) this.#listeners.splice(at, 1);
    return this;
  }

  /** Aborts once; later reasons are ignored. */
  abort(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
    this.#asAbortSignal?.abort(reason);
  }

  /** For code that needs the web's class: `fetch`, middleware. Created on first use. */
  get asAbortSignal(): AbortSignal {
    if (!this.#asAbortSignal) {
      this.#asAbortSignal = new AbortController();
      if (this.#reason !== undefined) this.#asAbortSignal.abort(this.#reason);
    }
    return this.#asAbortSignal.signal;
  }
}
