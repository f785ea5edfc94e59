import type { SkipTraceError } from '../errors/index.js';
import { isFreelyRepeatable, type Operation } from './operations.js';
import type { Meaning } from './outcome.js';

/** True if an attempt with this outcome may have done something that must not be done twice. */
export function leavesDoubt(operation: Operation, meaning: Meaning): boolean {
  if (isFreelyRepeatable(operation)) return false;
  if (meaning === 'unclear' || meaning === 'garbled') return true;
  return operation.idempotency === 'state' && meaning === 'declared-failure';
}

/** A lookup with an unreadable answer is a ResponseFormatError, which itself says what it may have cost. */
export function saysEnough(operation: Operation, meaning: Meaning): boolean {
  return meaning === 'garbled' && operation.idempotency === 'key';
}

/**
 * Errors that settle an earlier doubt about the same key: the server checks for a replay before the daily cap
 * and the balance (readings, order of checks), so these show that the earlier attempt did nothing.
 */
export function settlesDoubt(error: SkipTraceError): boolean {
  return error.code === 'insufficient_balance' || error.code === 'daily_miss_limit';
}
