import { ConnectionError, type SkipTraceError, TimeoutError, UnknownOutcomeError } from '../errors/index.js';
import { printable } from '../printable.js';
import { addressesOf, type Call } from './call.js';
import { isCharged, isFreelyRepeatable } from './operations.js';
import type { Outcome } from './outcome.js';

type Failure = Extract<Outcome, { kind: 'failure' }>;

/** The typed error of an attempt that got no whole answer. */
export function errorOfFailure(
  call: Call,
  { sent, cutShort, cause }: Failure,
  attempts: number,
): SkipTraceError {
  const where = sent ? 'after the request was sent' : 'before anything was sent';
  const facts = {
    operation: call.operation.id,
    attempts,
    retryable: !sent || isFreelyRepeatable(call.operation),
    mayHaveBeenCharged: sent && isCharged(call.operation),
  };
  switch (cutShort) {
    case undefined:
      return new ConnectionError(
        `The connection to ${new URL(call.request.url).host} failed ${where}${reasonOf(cause)}.`,
        { ...facts, cause },
      );
    case 'timeoutMs':
      return new TimeoutError(`timeoutMs (${call.limits.timeoutMs} ms) ran out ${where}.`, {
        ...facts,
        limit: cutShort,
      });
    case 'deadlineMs':
      return call.scope.errorOf(cutShort, where, facts);
    case 'signal':
    case 'closed':
    case 'stopped':
      return call.scope.errorOf(cutShort, where, { ...facts, retryable: false });
  }
}

/** What is thrown when a request that must not be made twice went out and no answer says what became of it. */
export function unknownOutcome(call: Call, cause: unknown, attempts: number): UnknownOutcomeError {
  const { operation, idempotencyKey } = call;
  const charged = isCharged(operation);
  const advice =
    idempotencyKey === undefined
      ? 'Look before doing it again.'
      : 'Sending it again with the same idempotencyKey is safe if the server honours keys.';
  const { status, requestId, message } = (cause ?? {}) as Partial<SkipTraceError>;
  const reason = message === undefined ? '' : ` (${message.replace(/\.$/, '')})`;
  return new UnknownOutcomeError(
    `It is not known whether ${operation.id} was carried out${charged ? ' and charged' : ''}${reason}. ${advice}`,
    {
      operation: operation.id,
      attempts,
      mayHaveBeenCharged: charged,
      idempotencyKey,
      addresses: addressesOf(call),
      cause,
      status,
      requestId,
    },
  );
}

/** The code says more than the message, which may hold addresses of the network. `fetch` has it on its error's cause. */
function reasonOf(cause: unknown): string {
  for (const each of [cause, (cause as { cause?: unknown } | undefined)?.cause]) {
    const code = (each as { code?: unknown } | null | undefined)?.code;
    if (typeof code === 'string') return ` (${printable(code)})`;
  }
  return '';
}
