import { type CallPolicy, callPolicies, type OperationId } from '@skiptrace/contract';

/** What the contract says of one operation, with its name. */
export interface Operation extends CallPolicy {
  readonly id: OperationId;
}

/** Whether sending it twice harms nobody: a read, or something free that carries a key. */
export function isFreelyRepeatable(operation: CallPolicy): boolean {
  const { idempotency } = operation;
  return idempotency === 'inherent' || (idempotency === 'key' && !isCharged(operation));
}

export function isCharged({ priceCents }: CallPolicy): boolean {
  return priceCents !== null;
}

const operations = Object.entries<CallPolicy>(callPolicies).map(([id, policy]) => ({
  operation: { id: id as OperationId, ...policy } as Operation,
  pattern: new RegExp(`^${policy.method} ${policy.path.replace(/\{[^}]+\}/, '[^/]+')}$`),
}));

/** The operation that a method and a path below the base URL belong to. */
export function operationAt(method: string, path: string): Operation | undefined {
  return operations.find(({ pattern }) => pattern.test(`${method} ${path}`))?.operation;
}
