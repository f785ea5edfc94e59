import { callPolicies, type OperationId } from '@skiptrace/contract';

import { isTypoOf } from '../check-options.js';
import { ConfigurationError } from '../errors/index.js';
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

const targets: ReadonlySet<string> = new Set([
  ...Object.keys(callPolicies),
  ...['signed-upload', 'signed-download', 'page'],
]);

/**
 * The target of a method, or the target itself: operations can be named as in the contract too.
 *
 * @throws ConfigurationError for any other name: its script would never be used
 */
export function targetNamed(name: MethodName | Target): Target {
  if (!Object.hasOwn(methods, name) && !targets.has(name)) throw unknownName(name);
  return Object.hasOwn(methods, name) ? methods[name as MethodName] : (name as Target);
}

function unknownName(name: string): ConfigurationError {
  const names = Object.keys(methods);
  const meant = names.find((each) => isTypoOf(name, each));
  const advice = meant === undefined ? `Methods: ${names.join(', ')}.` : `Did you mean ${meant}?`;
  return new ConfigurationError(`The client has no method ${JSON.stringify(name)} to script. ${advice}`);
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
