import { MS_PER_MINUTE, type Clock } from '../clock.js';
import type { Logger } from '../logger.js';

/** Lines a minute that may be written for people who have shown no key. */
const LINES_PER_MINUTE = 100;

/**
 * How much strangers may write to the log: anybody can send what is refused as fast as the network goes, and a full
 * disk stops everybody. Each minute has so many lines; how many more there would have been is one line in the next.
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
