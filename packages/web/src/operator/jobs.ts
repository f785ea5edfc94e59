import type { AppSchemas } from '@skiptrace/contract/app';

export type OperatorJobDetails = AppSchemas['OperatorJobDetails'];

/** Beginning of errors that the server's log explains; errors of a file explain themselves. */
const OF_THE_SERVER = /^Server error/;

/** Why a job ended without a result or is late, and where to read more; empty if nothing is wrong. */
export function whyOf({ job, work }: OperatorJobDetails): string[] {
  const { status, errorMessage, id, refundCents } = job;
  const log = `The server’s log says more: its lines about this job have the subject ${id}.`;
  if (status === 'failed')
    return [
      errorMessage ?? 'It failed, and the reason is no longer stored.',
      ...(errorMessage !== null && OF_THE_SERVER.test(errorMessage) ? [log] : []),
      ...(refundCents === null ? [] : ['What was paid for it is refunded.']),
    ];
  if (work !== null && work.failures + work.takeovers > 0)
    return [
      `It failed ${times(work.failures + work.takeovers)} and is tried again by itself. Nothing is lost.`,
      log,
    ];
  return [];
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
