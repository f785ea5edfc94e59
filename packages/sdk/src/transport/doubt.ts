import type { SkipTraceError } from '../errors/index.js';
import { isFreelyRepeatable, type Operation } from './operations.js';
import type { Meaning } from './outcome.js';

/** Whether an attempt that meant this may have done something that must not be done twice. */
export function leavesDoubt(operation: Operation, meaning: Meaning): boolean {
  if (isFreelyRepeatable(operation)) return false;
  if (meaning === 'unclear' || meaning === 'garbled') return true;
  return operation.idempotency === 'state' && meaning === 'declared-failure';
}

/** A lookup that was answered with something unreadable is a ResponseFormatError, which says itself what it may have cost. */
export function saysEnough(operation: Operation, meaning: Meaning): boolean {
  return meaning === 'garbled' && operation.idempotency === 'key';
}

/**
 * Errors after which an earlier doubt about the same key is gone: the server checks for a replay before the daily cap
 * and the balance (readings, order of checks), so these say that the earlier attempt did nothing.
 */
export function settlesDoubt(error: SkipTraceError): boolean {
  return error.code === 'insufficient_balance' || error.code === 'daily_miss_limit';
}
