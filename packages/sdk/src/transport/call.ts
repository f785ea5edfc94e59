import type { AddressInput } from '@skiptrace/contract';
import { ConfigurationError } from '../errors.js';
import { CallScope, type Lifetime } from './call-scope.js';
import { parseJson } from './exchange.js';
import { isCharged, type Operation, operationAt } from './operations.js';
import {
  type CallLimits,
  type CallOptions,
  checkedIdempotencyKey,
  limitsOf,
  type Settings,
  withHeaders,
} from './options.js';
import type { RequestRecord } from './response-record.js';

/** Options of a call that has begun. Requests made with them share its deadline and end with it. */
export interface BegunOptions extends CallOptions {
  readonly scope: CallScope;
}

/** Options that this package's own operations pass to the transport besides the public ones. */
export interface InternalCallOptions extends CallOptions {
  /** Limits of the public call that this request is a part of. Default: the request is a call of its own. */
  scope?: CallScope | undefined;
  /** Returns whether a 2xx body follows the contract; one that doesn't is treated as not JSON. */
  expects?: ((json: object) => boolean) | undefined;
}

/** A call in progress: the values shared by all its attempts. */
export interface Call {
  readonly operation: Operation;
  readonly request: RequestRecord;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: CallLimits;
  readonly scope: CallScope;
  readonly idempotencyKey: string | undefined;
}

/** The scope of a call: the given one, ended earlier by the call's own deadline, or a new one. */
export function scopeOf(options: InternalCallOptions, settings: Settings, lifetime: Lifetime): CallScope {
  return scopeWithin(limitsOf(options, settings.limits), options, settings, lifetime);
}

function scopeWithin(
  { deadlineMs }: CallLimits,
  { scope, signal }: InternalCallOptions,
  settings: Settings,
  lifetime: Lifetime,
): CallScope {
  if (scope) return scope.within({ deadlineMs, signal });
  if (lifetime.ended)
    throw new ConfigurationError('This client was closed. Nothing was sent or charged. Make a new client.');
  const deadlineAt = settings.clock.monotonic() + deadlineMs;
  return new CallScope(settings.clock, lifetime, { deadlineAt, deadlineMs, signal });
}

/** Checks a request against the client's settings. Refuses invalid requests before anything is sent. */
export function beginCall(request: RequestRecord, settings: Settings, lifetime: Lifetime): Call {
  const { baseUrl, apiKey } = settings;
  const options = request.call;
  const path = request.url.slice(baseUrl.length).split('?', 1)[0] ?? '';
  if (!request.url.startsWith(`${baseUrl}/`)) {
    throw new ConfigurationError("The request's URL isn't below baseUrl. Nothing was sent.");
  }
  const operation = operationAt(request.method, path);
  if (operation.security === 'key' && apiKey === undefined) {
    throw new ConfigurationError('No API key. Pass apiKey or set SKIPTRACE_API_KEY.');
  }
  const idempotencyKey = idempotencyKeyOf(operation, request);
  const limits = limitsOf(options, settings.limits);
  return {
    operation,
    request,
    headers: {
      accept: 'application/json',
      'user-agent': settings.userAgent,
      ...withHeaders(settings.headers, options.headers),
      ...Object.fromEntries(request.headers),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    limits,
    scope: scopeWithin(limits, options, settings, lifetime),
    idempotencyKey,
  };
}

/** An operation that accepts a key always gets one; an unknown operation gets the caller's. */
function idempotencyKeyOf(operation: Operation, { headers, call }: RequestRecord): string | undefined {
  const given = call.idempotencyKey ?? headers.get('idempotency-key') ?? undefined;
  if (operation.idempotency === 'key') return checkedIdempotencyKey(given ?? crypto.randomUUID());
  return operation.isUnknown && given !== undefined ? checkedIdempotencyKey(given) : undefined;
}

/** The addresses of a lookup, parsed from its body: they are needed only if its answer is lost. */
export function addressesOf({ operation, request: { body } }: Call): readonly AddressInput[] {
  const asked = isCharged(operation) && typeof body === 'string' ? parseJson(body) : undefined;
  if (!asked) return [];
  return 'addresses' in asked ? (asked.addresses as AddressInput[]) : [asked as AddressInput];
}
