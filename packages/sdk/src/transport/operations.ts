import { type CallPolicy, callPolicies, type OperationId } from '@skiptrace/contract';
import { ConfigurationError } from '../errors.js';

/**
 * Name of a request in errors, logs and events: its operationId, `uploadFile` and `downloadFile` for files
 * sent to and from a signed address, or method and path of an operation that this version does not know.
 */
export type OperationName = OperationId | 'uploadFile' | 'downloadFile' | (string & {});

/** The contract's policy of one operation, with its name. */
export interface Operation extends Pick<CallPolicy, 'priceCents' | 'idempotency' | 'security'> {
  readonly id: OperationName;
  /** Name of the allowance that its requests count against. */
  readonly limit: string;
  /** True if the operation is not in this version's contract: its answers are unknown. */
  readonly isUnknown: boolean;
}

/** True if sending it twice is harmless: a read, or a free request with a key. */
export function isFreelyRepeatable(operation: Operation): boolean {
  const { idempotency } = operation;
  return idempotency === 'inherent' || (idempotency === 'key' && !isCharged(operation));
}

export function isCharged({ priceCents }: Pick<CallPolicy, 'priceCents'>): boolean {
  return priceCents !== null;
}

/** An operation of the contract. */
export interface KnownOperation extends Operation, Pick<CallPolicy, 'method' | 'path'> {
  readonly id: OperationId;
}

const policies: Readonly<Record<OperationId, CallPolicy>> = callPolicies;

/** The contract's operation of this ID. */
export function knownOperation(id: OperationId): KnownOperation {
  return { id, ...policies[id], isUnknown: false };
}

const operations = (Object.keys(policies) as OperationId[]).map((id) => {
  const { method, path } = policies[id];
  const pattern = new RegExp(`^${method} ${path.replace('{jobId}', '(?<jobId>[^/]*)')}$`);
  return { operation: knownOperation(id), pattern };
});

/** The contract's operation for a method and a path, with any job id in the path. */
export function knownOperationAt(
  method: string,
  path: string,
): { operation: KnownOperation; jobId: string | undefined } | undefined {
  for (const { pattern, operation } of operations) {
    const found = pattern.exec(`${method} ${path}`);
    if (found) return { operation, jobId: found.groups?.['jobId'] };
  }
  return undefined;
}

/**
 * The operation for a method and a path below the base URL.
 *
 * @throws ConfigurationError if a part of the path would lead elsewhere, or the id of a job is invalid
 */
export function operationAt(method: string, path: string): Operation {
  const known = knownOperationAt(method, path);
  if (known?.jobId !== undefined) checkJobId(known.jobId, known.operation.id);
  if (known) return known.operation;
  const request = `${method} ${path}`;
  if (!/^[A-Z]+ \/[\x21-\x7e]*$/.test(request) || path.split('/').some(isDots)) {
    throw new ConfigurationError(`This client can't send ${JSON.stringify(request)}.`);
  }
  return unknownOperation(method, request);
}

/** @throws ConfigurationError. Ids are UUIDs by contract; anything else might become another path. */
export function checkJobId(
  jobId: unknown,
  operation: OperationId = 'getSkipTraceJob',
): asserts jobId is string {
  if (typeof jobId === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(jobId)) return;
  throw new ConfigurationError(
    jobId === '' || typeof jobId !== 'string'
      ? 'A job ID is required.'
      : `${JSON.stringify(jobId.slice(0, 100))} isn't a job ID; job IDs are UUIDs. Nothing was sent.`,
    { operation },
  );
}

/** True if a URL parser takes the segment for a step to another folder. */
function isDots(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

/** Reads may be repeated; other requests are assumed to cost money, each time. */
function unknownOperation(method: string, id: string): Operation {
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  return {
    id,
    priceCents: isRead ? null : 0,
    idempotency: isRead ? 'inherent' : 'state',
    security: 'key',
    limit: 'unknown',
    isUnknown: true,
  };
}

/** Name of an operation in a sentence, because users don't know its operationId. */
export function nameOf(operation: string | undefined): string {
  return (operation !== undefined && names[operation]) || 'request';
}

const names: Readonly<Record<string, string>> = {
  skipTraceSingle: 'lookup',
  skipTraceBulk: 'bulk lookup',
  listSkipTraceJobs: 'job list',
  createSkipTraceJob: 'new job',
  getSkipTraceJob: 'job status',
  uploadSkipTraceJobFile: 'upload',
  markSkipTraceJobUploaded: 'upload',
  confirmSkipTraceJob: 'confirmation',
  cancelSkipTraceJob: 'cancellation',
  sendContactMessage: 'message',
  getAccount: 'account request',
  listDeliveries: 'list of webhook deliveries',
  uploadFile: 'upload',
  downloadFile: 'download',
};
