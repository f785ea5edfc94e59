import { errorCode } from '../../lib/error-code.js';

/**
 * SQLSTATE (PostgreSQL's manual, Appendix A) of conflicts with another transaction: the whole transaction may run again.
 */
const CONFLICTS = ['40001', '40P01', '55P03'];

const LOST = [
  // The administrator or a crash ended the connection, or the server is starting, stopping, or out of connections.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  // A transaction that was idle for too long.
  '25P03',
  // A standby: after a failover the next connection reaches the new primary.
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];

/** Messages of pg, without a code, about connections that ended, were not established in time, or do not answer. */
const LOST_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed))/;

export const isConflict = (error: unknown): boolean => CONFLICTS.includes(errorCode(error) ?? '');

export function isLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isLost);
  const code = errorCode(error);
  if (code !== null && (LOST.includes(code) || code.startsWith('08'))) return true;
  return error instanceof Error && LOST_MESSAGE.test(error.message);
}
