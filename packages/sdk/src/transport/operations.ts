import { type OperationId, type OperationPolicy, operationPolicies } from '@skiptrace/contract';

/** What the contract says of one operation, with its name. */
export interface Operation extends OperationPolicy {
  readonly id: OperationId;
}

/** Whether sending it twice harms nobody: a read, or something free that carries a key. */
export function isFreelyRepeatable({ idempotency, safety }: OperationPolicy): boolean {
  return idempotency === 'inherent' || (idempotency === 'key' && safety === 'repeatable');
}

const operations: readonly Operation[] = Object.entries<OperationPolicy>(operationPolicies).map(
  ([id, policy]) => ({
    id: id as OperationId,
    ...policy,
  }),
);

const fixed = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));

const templated = operations
  .filter((operation) => operation.path.includes('{'))
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.method} ${operation.path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }));

/** The operation that a method and a path below the base URL belong to. */
export function operationAt(method: string, path: string): Operation | undefined {
  const line = `${method} ${path}`;
  return fixed.get(line) ?? templated.find(({ pattern }) => pattern.test(line))?.operation;
}
