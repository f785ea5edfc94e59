import { appOperations, type appOperationTypes } from '@skiptrace/contract/app';

export type AppOperationId = keyof appOperationTypes;

/** An operation of app.yaml with its path as a pattern. */
export interface AppOperation {
  id: AppOperationId;
  method: string;
  path: string;
  pattern: RegExp;
  role: 'nobody' | 'customer' | 'operator';
  /** A plain link may ask for it, such as a download: it needs no header of the app (x-skiptrace-navigation). */
  isNavigation: boolean;
}

const appOperationList: readonly AppOperation[] = (Object.keys(appOperations) as AppOperationId[]).map(
  (id) => {
    const { method, path, role, isNavigation } = appOperations[id];
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
    return { id, method, path, role, isNavigation, pattern };
  },
);

const byId: ReadonlyMap<string, AppOperation> = new Map(
  appOperationList.map((operation) => [operation.id, operation]),
);

/** The operations at a path, by method; empty for a path that is not in app.yaml. */
export const appOperationsAt = (path: string): AppOperation[] =>
  appOperationList.filter(({ pattern }) => pattern.test(path));

export const appOperationById = (id: string): AppOperation | undefined => byId.get(id);
