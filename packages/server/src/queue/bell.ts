/** Wakes one sleeper. A ring without a sleeper is kept for the next one. */
export class Bell {
  #rung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Sleeps until rung, at most `timeoutMs`. Returns whether it was rung. */
  async wait(timeoutMs: number): Promise<boolean> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const rung = this.#rung;
    this.#rung = false;
    this.#wake = null;
    return rung;
  }
}
