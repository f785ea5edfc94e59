import { JOB_STATUSES } from '@skiptrace/contract';

import {
  BadRequestError,
  ConflictError,
  DailyMissLimitError,
  type ErrorFacts,
  InsufficientBalanceError,
  NotFoundError,
  RateLimitError,
  ResponseFormatError,
  ServerError,
  type SkipTraceError,
  UnauthorizedError,
} from '../errors/index.js';
import type { JobStatus } from '../open-answers.js';
import { addressesOf, type Call } from './call.js';
import { headerOf } from './headers.js';
import { dailyMissLimitOf, meaningOf, numberIn, type ReadAnswer } from './outcome.js';
import { isFreelyRepeatable } from './operations.js';

/** An error message of a server is a sentence; more than this is something else. */
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
    requestId: headerOf(answer.headers, 'x-request-id'),
    operation: operation.id,
    attempts: known.attempts,
  };
  const message = known.redact(messageOf(answer));
  const retryAt = known.retryAt === undefined ? undefined : new Date(known.retryAt);
  switch (status) {
    case 400:
      return new BadRequestError(message, facts);
    case 401:
      return new UnauthorizedError(message, facts);
    case 402:
      return new InsufficientBalanceError(message, {
        ...facts,
        balanceRequired: numberIn(answer.json, 'balanceRequired'),
      });
    case 404:
      return new NotFoundError(message, facts);
    case 409:
      return new ConflictError(message, { ...facts, currentStatus: statusNamedIn(message) });
    case 429: {
      const dailyMissLimit = dailyMissLimitOf(answer);
      return dailyMissLimit === undefined
        ? new RateLimitError(message, { ...facts, retryAt })
        : new DailyMissLimitError(message, { ...facts, dailyMissLimit, retryAt });
    }
    default:
      if (status >= 500) {
        return new ServerError(message, {
          ...facts,
          retryable: meaning === 'declared-failure' || isFreelyRepeatable(operation),
          retryAt,
        });
      }
      return new ResponseFormatError(message, {
        ...facts,
        mayHaveBeenCharged: meaning === 'garbled' && operation.money === 'charges',
        idempotencyKey: call.idempotencyKey,
        addresses: addressesOf(call),
      });
  }
}

/** The server's own sentence, or one about the answer. A page is never quoted: it is long, and not written for this. */
function messageOf({ status, json, headers }: ReadAnswer): string {
  const said = (json as { error?: unknown } | undefined)?.error;
  if (typeof said === 'string' && said !== '') return said.slice(0, maxMessageLength);
  const type = headerOf(headers, 'content-type')?.split(';')[0] ?? 'no content type';
  const hint =
    status === 404 || status === 405 || (status >= 300 && status < 400) ? ' Is the base URL right?' : '';
  return `The server answered ${status} (${type}), which is not an answer of the API.${hint}`;
}

/**
 * 409: "error names the job's current status". A sentence may hold other words that are statuses ("cannot be cancelled
 * now: its status is processing"), so the likeliest place is looked at first.
 */
function statusNamedIn(message: string): JobStatus | undefined {
  for (const place of statusPlaces) {
    const word = place.exec(message)?.[1]?.toLowerCase();
    const status = JOB_STATUSES.find((known) => known === word);
    if (status) return status;
  }
  return undefined;
}

const anyStatus = `["'\`]?\\b(${JOB_STATUSES.join('|')})\\b`;
const statusPlaces = [
  new RegExp(`\\bstatus\\b.*?${anyStatus}`, 'i'),
  new RegExp(`\\b(?:is|already|currently|still) ${anyStatus}`, 'i'),
  new RegExp(`(?<!\\bbe )${anyStatus}`, 'i'),
];
