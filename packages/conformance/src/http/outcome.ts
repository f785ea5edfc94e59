import type { Exchange } from './exchange.js';

/** Thrown if a check cannot be made. It is then skipped with this reason, never passed. */
export class Skip extends Error {}

/** Thrown if the service does not do what the sentence says. */
export class Mismatch extends Error {
  constructor(
    readonly expected: string,
    readonly received: string,
    readonly exchange?: Exchange,
  ) {
    super(`expected ${expected}, received ${received}`);
  }
}
