import { operationPolicies, type OperationId, type OperationPolicy } from '@skiptrace/contract';

/** An operation of openapi.yaml with its path as a pattern. */
export interface Operation extends OperationPolicy {
  id: OperationId;
  pattern: RegExp;
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);

const operations: readonly Operation[] = (
  Object.entries(operationPolicies) as [OperationId, OperationPolicy][]
).map(([id, policy]) => ({ ...policy, id, pattern: patternOf(policy.path) }));

const byId: ReadonlyMap<string, Operation> = new Map(
  operations.map((operation) => [operation.id, operation]),
);

/** The operations at a path, by method; empty for a path that is not in the contract. */
export const operationsAt = (path: string): Operation[] =>
  operations.filter(({ pattern }) => pattern.test(path));

export const operationById = (id: string): Operation | undefined => byId.get(id);
