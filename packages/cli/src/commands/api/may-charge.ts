import { operationPolicies } from '@skiptrace/contract';

/** Whether a request may cost money: the contract's charging operations, and every write the contract doesn't know. */
export function mayCharge(method: string, path: string): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const known = Object.values(operationPolicies).find(
    (policy) => policy.method === method && patternOf(policy.path).test(path),
  );
  return known === undefined || known.money === 'charges';
}

/** `/jobs/{id}/confirm` as an expression. */
const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);
