import { MS_PER_MINUTE, type Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/logger.js';

/** Log lines per minute for requests without a valid key. */
const LINES_PER_MINUTE = 100;

/**
 * Limits how fast requests without a valid key can fill the log: any client can send such requests as fast as the
 * network allows, and a full disk stops the server. Lines over the limit are dropped; the first line of the next
 * minute states how many.
 */
export class LogAllowance {
  #minute = 0;
  #lines = 0;

  constructor(
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Whether one more line may be written now. */
  take(): boolean {
    const minute = Math.floor(this.clock.now() / MS_PER_MINUTE);
    if (minute !== this.#minute) {
      const leftOut = this.#lines - LINES_PER_MINUTE;
      if (leftOut > 0)
        this.logger.warn({ leftOut }, 'refused requests were not logged: too many in a minute');
      this.#minute = minute;
      this.#lines = 0;
    }
    this.#lines += 1;
    return this.#lines <= LINES_PER_MINUTE;
  }
}
