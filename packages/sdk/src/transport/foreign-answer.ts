import { type AnswerHeaders, headerOf } from './headers.js';

/** The answer of another request: it names an Idempotency-Key that this request did not send. */
export class ForeignAnswerError extends Error {
  constructor() {
    super('the answer belongs to another request');
  }
}

/**
 * True if an answer names an Idempotency-Key that its request did not send. A gateway that mixes answers up reveals other
 * people's owners and phone numbers; later answers on the same connection can't be trusted either.
 */
export function isForeign(sent: Readonly<Record<string, string>>, answer: AnswerHeaders): boolean {
  const echo = headerOf(answer, 'idempotency-key');
  return echo !== undefined && isForeignEcho(sent, echo);
}

/** Same check for the header's value; a gateway may have repeated the header, and no key has a space. */
export function isForeignEcho(sent: Readonly<Record<string, string>>, echo: string): boolean {
  const key = Object.entries(sent).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
  return echo.split(', ').some((each) => each !== key);
}
