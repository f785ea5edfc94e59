import { ConnectionError, type SkipTraceError, TimeoutError, UnknownOutcomeError } from '../errors/index.js';
import { printable, duration } from '../units.js';
import { addressesOf, type Call } from './call.js';
import { ForeignAnswerError } from './foreign-answer.js';
import { isCharged, isFreelyRepeatable, nameOf } from './operations.js';
import type { Outcome } from './outcome.js';

type Failure = Extract<Outcome, { kind: 'failure' }>;

/**
 * The typed error of an attempt without a complete answer. `wasReached`: whether this server has ever been
 * reached; if not, the likeliest reason is a wrong address.
 */
export function errorOfFailure(
  call: Call,
  { sent, cutShort, cause }: Failure,
  { attempts, wasReached }: { attempts: number; wasReached: boolean },
): SkipTraceError {
  const what = nameOf(call.operation.id);
  const { origin } = new URL(call.request.url);
  const nothing = isCharged(call.operation) ? 'Nothing was sent or charged.' : 'Nothing was sent.';
  const advice = wasReached ? nothing : `${nothing} Is baseUrl right?`;
  const where = sent ? `after the ${what} was sent` : 'before anything was sent';
  const facts = {
    operation: call.operation.id,
    attempts,
    retryable: !sent || isFreelyRepeatable(call.operation),
    mayHaveBeenCharged: sent && isCharged(call.operation),
  };
  switch (cutShort) {
    case undefined:
      return new ConnectionError(
        cause instanceof ForeignAnswerError
          ? `The answer to the ${what} from ${origin} belongs to another request and was not used.`
          : sent
            ? `The connection to ${origin} broke ${where}${reasonOf(cause)}.`
            : `Can't reach ${origin}${reasonOf(cause)}. ${advice}`,
        { ...facts, cause },
      );
    case 'timeoutMs':
      return new TimeoutError(
        sent
          ? `No answer to the ${what} from ${origin} within ${duration(call.limits.timeoutMs)} (timeoutMs).`
          : `Can't reach ${origin} within ${duration(call.limits.timeoutMs)} (timeoutMs). ${advice}`,
        { ...facts, limit: cutShort },
      );
    case 'deadlineMs':
      return call.scope.errorOf(cutShort, where, facts);
    case 'signal':
    case 'closed':
    case 'stopped':
      return call.scope.errorOf(cutShort, where, { ...facts, retryable: false });
  }
}

/**
 * Error for a request that must not be made twice, was sent, and has no answer that shows its outcome.
 *
 * @param doubt the attempt that may have been carried out
 * @param cause the error that ended the call, which may be another attempt's failure
 */
export function unknownOutcome(
  call: Call,
  { doubt, cause, attempts }: { doubt: SkipTraceError; cause: unknown; attempts: number },
): UnknownOutcomeError {
  const { operation, idempotencyKey } = call;
  const charged = isCharged(operation);
  const advice =
    idempotencyKey === undefined
      ? 'check before you try again'
      : 'retrying with the same idempotencyKey is safe if the server supports keys';
  const { status, requestId } = (cause ?? {}) as Partial<SkipTraceError>;
  const reason = doubt.message.replace(/[.!?]?$/, '.');
  return new UnknownOutcomeError(
    `${reason} The ${nameOf(operation.id)} may have been ${charged ? 'charged' : 'carried out'}; ${advice}.`,
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

/** The error's code: the message may hold network addresses. `fetch` has it on its error's cause. */
function reasonOf(cause: unknown): string {
  for (const each of [cause, (cause as { cause?: unknown } | undefined)?.cause]) {
    const code = (each as { code?: unknown } | null | undefined)?.code;
    if (typeof code === 'string') return ` (${printable(code)})`;
  }
  return '';
}
