import { callPolicies, limits, type ServiceErrorCode } from '@skiptrace/contract';

import { contractAnswer, headerExample } from './contract-answer.js';
import type { Scenario } from './scenario.js';

/** Any answer. Objects are sent as JSON. */
export function reply(status: number, body: object | string, headers: Record<string, string> = {}): Scenario {
  const isJson = typeof body === 'object';
  return {
    status,
    headers: { 'content-type': isJson ? 'application/json' : 'text/html', ...headers },
    body: isJson ? JSON.stringify(body) : body,
  };
}

/** The answer with the service's error code. */
const coded = (code: ServiceErrorCode, answer: Scenario): Scenario => ({
  ...answer,
  headers: { ...answer.headers, 'x-error-code': code },
});

/** 400 with this sentence. */
export const badRequest = (error: string): Scenario =>
  coded('invalid_request', contractAnswer('skipTraceSingle', 400, { body: { error } }));
/** 400 for an `Idempotency-Key` that was used with another body. */
export const idempotencyConflict = (): Scenario =>
  coded('idempotency_conflict', contractAnswer('skipTraceSingle', 400, { example: 'keyOfAnotherBody' }));
export const unauthorized = (): Scenario => coded('unauthorized', contractAnswer('skipTraceSingle', 401));
/** 402: the balance is below this many cents; without them, below the price of one match. */
export const insufficientBalance = (
  balanceRequiredCents: number = callPolicies.skipTraceSingle.priceCents,
): Scenario =>
  coded(
    'insufficient_balance',
    contractAnswer('skipTraceSingle', 402, { body: { balanceRequired: balanceRequiredCents } }),
  );
export const notFound = (): Scenario => coded('job_not_found', contractAnswer('getSkipTraceJob', 404));
/** 409 for a job in this status. */
export const conflict = (status: string): Scenario =>
  contractAnswer('confirmSkipTraceJob', 409, {
    body: { error: `The job does not allow this now: its status is ${status}` },
  });
/** 429 of a rate limit. `retryAfter` is the header's value; without it there is no such header. */
export const rateLimited = (retryAfter?: string): Scenario => {
  const { headers, ...answer } = contractAnswer('skipTraceSingle', 429, { example: 'rateLimit' });
  const { 'retry-after': _example, ...rest } = headers;
  return { ...answer, headers: retryAfter === undefined ? rest : { ...rest, 'retry-after': retryAfter } };
};
/** 429 of the daily cap on misses. */
export const dailyMissLimit = (limit: number = limits.dailyMissLimit): Scenario =>
  contractAnswer('skipTraceSingle', 429, { example: 'dailyMisses', body: { dailyMissLimit: limit } });
export const serverError = (): Scenario => coded('server_error', contractAnswer('skipTraceSingle', 500));

/** A gateway's page if the service behind it does not answer. */
export const htmlPage = (status: number): Scenario =>
  reply(status, `<html><head><title>${status}</title></head><body><h1>${status}</h1>nginx</body></html>`);

const nothing: Scenario = { status: 200, headers: {}, body: '' };
const beginning: Scenario = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"success":',
};

/** Reads the request, then drops the connection: it stays unknown whether it was carried out. */
export const reset = (): Scenario => ({ ...nothing, fault: 'reset' });

/** Never answers. */
export const stall = (): Scenario => ({ ...nothing, fault: 'stall' });

/** Sends headers and the beginning of the body, then nothing more. */
export const stallInBody = (): Scenario => ({ ...beginning, fault: 'stall-in-body' });

/** Sends headers and the beginning of the body, then drops the connection. */
export const resetInBody = (): Scenario => ({ ...beginning, fault: 'reset-in-body' });

/** Waits before another scenario. */
export const slow = (ms: number, scenario: Scenario): Scenario => ({ ...scenario, delayMs: ms });

/** Another scenario's answer, with the headers of a version that will be retired. */
export const deprecated = (
  scenario: Scenario,
  {
    at = headerExample('Deprecation'),
    sunset = headerExample('Sunset'),
    link = headerExample('Link'),
  }: { at?: string; sunset?: string; link?: string } = {},
): Scenario => ({
  ...scenario,
  headers: { ...scenario.headers, deprecation: at, sunset, link },
});
