import type { SkipTraceError } from '../errors/index.js';
import type { Settings } from '../options.js';
import type { Call } from './call.js';
import { deprecationOf, warnOnce } from './deprecation.js';
import { loggableHeaders } from './log.js';
import type { ReadAnswer } from './outcome.js';

/**
 * Tells the caller's logger and callbacks what goes on. One that throws must not cost an answer that was paid for, so
 * what it throws becomes a warning of the process.
 */
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
      safely(() => onDeprecation?.(deprecation));
    }
    if (!logger?.debug) return;
    const headers = loggableHeaders(answer.headers);
    const fields = { operation: id, attempt, status: answer.status, durationMs, headers };
    safely(() => logger.debug?.('answer', fields));
  }

  failed({ operation: { id } }: Call, attempt: number, sent: boolean): void {
    safely(() => this.#settings.logger?.debug?.('attempt failed', { operation: id, attempt, sent }));
  }

  retrying(call: Call, attempt: number, waitMs: number, error: SkipTraceError): void {
    const { onRetry, logger } = this.#settings;
    const operation = call.operation.id;
    const { code, status } = error;
    safely(() => logger?.warn?.('trying again', { operation, attempt, waitMs, code, status }));
    safely(() => onRetry?.({ operation, attempt, waitMs, error }));
  }
}

function safely(tell: () => void): void {
  try {
    tell();
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    process.emitWarning(`A logger or callback threw: ${what}`, { code: 'SKIPTRACE_CALLBACK_FAILED' });
  }
}
