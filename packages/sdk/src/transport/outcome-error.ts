import { type AddressInput, JOB_STATUSES } from '@skiptrace/contract';
import {
  BadRequestError,
  ConflictError,
  DailyMissLimitError,
  type ErrorFacts,
  IdempotencyConflictError,
  InsufficientBalanceError,
  NotFoundError,
  RateLimitError,
  ResponseFormatError,
  ServerError,
  type SkipTraceError,
  UnauthorizedError,
  ConnectionError,
  TimeoutError,
  UnknownOutcomeError,
} from '../errors.js';
import type { JobStatus } from '../open-answers.js';
import { printable, duration } from '../units.js';
import type { Call } from './attempt.js';
import { ForeignAnswerError, parseJson } from './exchange.js';
import { headerOf, requestIdOf, serviceCodeOf } from './headers.js';
import { isCharged, isFreelyRepeatable, type Operation, nameOf } from './operations.js';
import { dailyMissLimitOf, meaningOf, numberIn, saidIn, type ReadAnswer, type Outcome } from './outcome.js';

/** A server's error message is a sentence; longer text is something else. */
const maxMessageLength = 1_000;

/** The typed error of an answer that is not a success, or is not JSON. */
export function errorOfAnswer(
  call: Call,
  answer: ReadAnswer,
  known: { attempts: number; retryAt: number | undefined; redact: (text: string) => string },
): SkipTraceError {
  const { status } = answer;
  const { operation } = call;
  const meaning = meaningOf({ kind: 'answer', answer });
  const facts: ErrorFacts = {
    status,
    requestId: requestIdOf(answer.headers),
    serviceCode: serviceCodeOf(answer.headers),
    operation: operation.id,
    attempts: known.attempts,
  };
  const message = known.redact(messageOf(answer, operation, new URL(call.url).origin));
  const retryAt = known.retryAt === undefined ? undefined : new Date(known.retryAt);
  if (status === 429) {
    const dailyMissLimit = dailyMissLimitOf(answer);
    return dailyMissLimit === undefined
      ? new RateLimitError(message, { ...facts, retryAt })
      : new DailyMissLimitError(message, { ...facts, dailyMissLimit, retryAt });
  }
  if (status === 402) {
    return new InsufficientBalanceError(message, {
      ...facts,
      balanceRequiredCents: numberIn(answer.json, 'balanceRequired'),
    });
  }
  if (status === 409) return new ConflictError(message, { ...facts, currentStatus: statusNamedIn(message) });
  if (status === 400 && isKeyConflict(answer)) return new IdempotencyConflictError(message, facts);
  const Plain = plainRefusals[status];
  if (Plain) return new Plain(message, facts);
  if (status >= 500) {
    const retryable = meaning === 'declared-failure' || isFreelyRepeatable(operation);
    const mayHaveBeenCharged = meaning === 'unclear' && isCharged(operation);
    return new ServerError(message, { ...facts, retryable, retryAt, mayHaveBeenCharged });
  }
  return new ResponseFormatError(message, {
    ...facts,
    mayHaveBeenCharged: meaning === 'garbled' && isCharged(operation),
    idempotencyKey: call.idempotencyKey,
    addresses: addressesOf(call),
  });
}

/**
 * True if the request's Idempotency-Key was used with another body. Servers without X-Error-Code only say so
 * in their sentence.
 */
function isKeyConflict({ headers, json }: ReadAnswer): boolean {
  const code = serviceCodeOf(headers);
  if (code !== undefined) return code === 'idempotency_conflict';
  const said = saidIn(json);
  return typeof said === 'string' && /idempotency.key\b.*\bdifferent (?:body|request)\b/i.test(said);
}

/** Refusals with a message that says everything. */
const plainRefusals: Readonly<
  Record<number, typeof BadRequestError | typeof UnauthorizedError | typeof NotFoundError>
> = { 400: BadRequestError, 401: UnauthorizedError, 403: UnauthorizedError, 404: NotFoundError };

/**
 * The server's own sentence, or one about the answer. A page is never quoted: it is long, and written for another purpose.
 */
function messageOf({ status, json, headers }: ReadAnswer, operation: Operation, origin: string): string {
  const said = saidIn(json);
  if (typeof said === 'string' && said !== '') {
    const sentence = printable(said.slice(0, maxMessageLength));
    if (status === 401) return `${sentence.replace(/(?<![.!?])$/, '.')} ${refusedKey(origin)}`;
    // The server has one sentence for all operations; a lookup has no status to check.
    return isCharged(operation) ? sentence.replace(/; for a job, check its status(?=\.)/, '') : sentence;
  }
  const type = headerOf(headers, 'content-type')?.split(';')[0] ?? 'no content type';
  const hint =
    status === 404 || status === 405 || (status >= 300 && status < 400) ? ' Is baseUrl right?' : '';
  return `${origin} answered ${status} (${printable(type)}), which isn't the API's JSON.${hint}`;
}

/** Advice for a refused key; the command line has its own. */
const refusedKey = (origin: string) =>
  `${origin} did not accept the key: is apiKey (or SKIPTRACE_API_KEY) right, and is baseUrl the server it is for?`;

/**
 * 409: "error names the job's current status". A sentence may contain other words that are statuses ("cannot
 * be cancelled now: its status is processing"), so the likeliest place is searched first.
 */
function statusNamedIn(message: string): JobStatus | undefined {
  const beginning = message.slice(0, MAX_SENTENCE);
  for (const place of statusPlaces) {
    const word = place.exec(beginning)?.[1]?.toLowerCase();
    const status = JOB_STATUSES.find((known) => known === word);
    if (status) return status;
  }
  return undefined;
}

/** Characters of a message that are searched: a hostile one takes time quadratic in its length. */
const MAX_SENTENCE = 1_000;

const anyStatus = `["'\`]?\\b(${JOB_STATUSES.join('|')})\\b`;
const statusPlaces = [
  new RegExp(`\\bstatus\\b.*?${anyStatus}`, 'i'),
  new RegExp(`\\b(?:is|already|currently|still) ${anyStatus}`, 'i'),
  new RegExp(`(?<!\\bbe )${anyStatus}`, 'i'),
];

type Failure = Extract<Outcome, { kind: 'failure' }>;

/** The typed error of an attempt without a complete answer. If the server was never reached, the address is probably wrong. */
export function errorOfFailure(
  call: Call,
  { sent, cutShort, cause }: Failure,
  { attempts, wasReached }: { attempts: number; wasReached: boolean },
): SkipTraceError {
  const what = nameOf(call.operation.id);
  const { origin } = new URL(call.url);
  const nothing = isCharged(call.operation) ? 'Nothing was sent or charged.' : 'Nothing was sent.';
  const advice = wasReached ? nothing : `${nothing} Is baseUrl right?`;
  const where = sent ? `after the ${what} was sent` : 'before anything was sent';
  const facts = {
    operation: call.operation.id,
    attempts,
    retryable: !sent || isFreelyRepeatable(call.operation),
    mayHaveBeenCharged: sent && isCharged(call.operation),
  };
  if (cutShort === undefined)
    return new ConnectionError(
      cause instanceof ForeignAnswerError
        ? `The answer to the ${what} from ${origin} belongs to another request and was not used.`
        : sent
          ? `The connection to ${origin} broke ${where}${reasonOf(cause)}.`
          : `Can't reach ${origin}${reasonOf(cause)}. ${advice}`,
      { ...facts, cause },
    );
  if (cutShort !== 'timeoutMs') return call.scope.errorOf(cutShort, where, facts);
  const limit = `${duration(call.limits.timeoutMs)} (timeoutMs)`;
  return new TimeoutError(
    sent
      ? `No answer to the ${what} from ${origin} within ${limit}.`
      : `Can't reach ${origin} within ${limit}. ${advice}`,
    { ...facts, limit: cutShort },
  );
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
      : "retry with the same idempotencyKey: a server that supports keys doesn't charge twice";
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

/** The addresses of a lookup, parsed from its body: they are needed only if its answer is lost. */
function addressesOf({ operation, body }: Call): readonly AddressInput[] {
  const asked = isCharged(operation) && typeof body === 'string' ? parseJson(body) : undefined;
  if (!asked) return [];
  return 'addresses' in asked ? (asked.addresses as AddressInput[]) : [asked as AddressInput];
}

/** The error's code: the message may hold network addresses. `fetch` has it on its error's cause. */
function reasonOf(cause: unknown): string {
  for (const each of [cause, (cause as { cause?: unknown } | undefined)?.cause]) {
    const code = (each as { code?: unknown } | null | undefined)?.code;
    if (typeof code === 'string') return ` (${printable(code)})`;
  }
  return '';
}
