/**
 * While one call is told to wait by a rate limit, the client's other calls under that limit wait too: they could only
 * be refused, and refused requests make the wait longer for everybody.
 */
export class PauseGate {
  readonly #openAt = new Map<string, number>();

  /** Nothing under `limit` should be sent before `until` (milliseconds since 1970). */
  pause(limit: string, until: number): void {
    this.#openAt.set(limit, Math.max(until, this.openAt(limit)));
  }

  /** From when on requests under `limit` may be sent; 0 when it never was paused. */
  openAt(limit: string): number {
    return this.#openAt.get(limit) ?? 0;
  }
}
