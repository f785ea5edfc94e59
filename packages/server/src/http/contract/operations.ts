// The operations of both documents: openapi.yaml, the public contract, and app.yaml, the additional operations of
// the web app.
import { operationPolicies, type OperationId, type OperationPolicy } from '@skiptrace/contract';
import { appOperations, type appOperationTypes } from '@skiptrace/contract/app';

export type AppOperationId = keyof appOperationTypes;

interface Located {
  /** Matches the path, with anything but a slash for each `{parameter}`. */
  readonly pattern: RegExp;
}

export interface PublicOperation extends OperationPolicy, Located {
  readonly document: 'openapi.yaml';
  readonly id: OperationId;
}

export interface AppOperation extends Located {
  readonly document: 'app.yaml';
  readonly id: AppOperationId;
  readonly method: string;
  readonly path: string;
  /** The session that the operation needs. */
  readonly role: 'nobody' | 'customer' | 'operator';
  /**
   * Whether a plain link, such as a download, may send it: it needs no header of the app (x-skiptrace-navigation).
   */
  readonly isNavigation: boolean;
}

export type Operation = PublicOperation | AppOperation;

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);

const entriesOf = <Id extends string, Facts>(facts: Readonly<Record<Id, Facts>>) =>
  Object.entries(facts) as [Id, Facts][];

const operations: readonly Operation[] = [
  ...entriesOf<OperationId, OperationPolicy>(operationPolicies).map(([id, policy]): PublicOperation => ({
    ...policy,
    ...{ document: 'openapi.yaml', id, pattern: patternOf(policy.path) },
  })),
  ...entriesOf(appOperations).map(([id, facts]): AppOperation => ({
    ...facts,
    ...{ document: 'app.yaml', id, pattern: patternOf(facts.path) },
  })),
];

/** The operations at a path, by method; empty for a path in neither document. */
export const operationsAt = (path: string): readonly Operation[] =>
  operations.filter(({ pattern }) => pattern.test(path));
