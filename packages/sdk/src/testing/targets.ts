import type { OperationId } from '@skiptrace/contract';

import { knownOperationAt } from '../transport/operations.js';

/** Target of a request: an operation of the contract, a signed file address, or none. */
export type Target = OperationId | 'signed-upload' | 'signed-download' | 'page';

/** The client's methods and the operation each of them calls. `jobs.run` and the waits call several. */
const methods = {
  lookup: 'skipTraceSingle',
  bulk: 'skipTraceBulk',
  account: 'getAccount',
  contact: 'sendContactMessage',
  'jobs.create': 'createSkipTraceJob',
  'jobs.get': 'getSkipTraceJob',
  'jobs.list': 'listSkipTraceJobs',
  'job.upload': 'uploadSkipTraceJobFile',
  'job.confirm': 'confirmSkipTraceJob',
  'job.cancel': 'cancelSkipTraceJob',
  'job.download': 'signed-download',
} as const satisfies Record<string, Target>;

/** A method of the client: `lookup`, `jobs.create`, or `job.confirm` for a job's handle. */
export type MethodName = keyof typeof methods;

/** The target of a method, or the target itself: operations can be named as in the contract too. */
export function targetNamed(name: MethodName | Target): Target {
  return Object.hasOwn(methods, name) ? methods[name as MethodName] : (name as Target);
}

/** Target of a method and a path (without its query). */
export function targetOf(method: string, path: string): Target {
  if (path.startsWith('/files/uploads/') && method === 'PUT') return 'signed-upload';
  if (path.startsWith('/files/results/') && method === 'GET') return 'signed-download';
  return knownOperationAt(method, path)?.operation.id ?? 'page';
}

export function carriesFile(target: Target): boolean {
  return target === 'uploadSkipTraceJobFile' || target === 'signed-upload';
}
