import type { SkipTraceError } from '../errors/index.js';
import type { Settings } from '../options.js';
import type { Call } from './call.js';
import { deprecationOf, warnOnce } from './deprecation.js';
import { loggableHeaders } from './log.js';
import type { ReadAnswer } from './outcome.js';
import { tell } from './tell.js';

/** Tells the caller's logger and callbacks what goes on. */
export class Observers {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  answered({ operation: { id } }: Call, answer: ReadAnswer, attempt: number, durationMs: number): void {
    const { logger, onDeprecation, clock } = this.#settings;
    const deprecation = deprecationOf(id, answer.headers, clock.now());
    if (deprecation) {
      warnOnce(deprecation);
      tell(onDeprecation, deprecation);
    }
    if (!logger?.debug) return;
    const headers = loggableHeaders(answer.headers);
    const fields = { operation: id, attempt, status: answer.status, durationMs, headers };
    tell(() => logger.debug?.('answer', fields));
  }

  failed({ operation: { id } }: Call, attempt: number, sent: boolean): void {
    tell(() => this.#settings.logger?.debug?.('attempt failed', { operation: id, attempt, sent }));
  }

  retrying(call: Call, attempt: number, waitMs: number, error: SkipTraceError): void {
    const { onRetry, logger } = this.#settings;
    const operation = call.operation.id;
    const { code, status } = error;
    tell(() => logger?.warn?.('trying again', { operation, attempt, waitMs, code, status }));
    tell(onRetry, { operation, attempt, waitMs, error });
  }
}
