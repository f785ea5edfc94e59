// Both documents, openapi.yaml, the public contract, and app.yaml, the additional operations of the web app: their operations,
// and as data the value at a path and its reference for a schema compiler (ajv).
import { operationPolicies, type OperationId, type OperationPolicy } from '@skiptrace/contract';
import { appDocument, appOperations, type appOperationTypes } from '@skiptrace/contract/app';
import { openapiDocument } from '@skiptrace/contract/document';

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
  readonly role: 'anyone' | 'customer' | 'operator';
  /**
   * Whether a plain link, such as a download, may send it: it needs no header of the app (x-skiptrace-navigation).
   */
  readonly isNavigation: boolean;
  /** Whether its answer may have owners' contacts. */
  readonly handsOutContacts: boolean;
}

export type Operation = PublicOperation | AppOperation;

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);

const entriesOf = <Id extends string, Facts>(facts: Readonly<Record<Id, Facts>>) =>
  Object.entries(facts) as [Id, Facts][];

export type DocumentName = Operation['document'];

export type Json = Readonly<Record<string, unknown>>;

export const documents: Readonly<Record<DocumentName, unknown>> = {
  'openapi.yaml': openapiDocument,
  'app.yaml': appDocument,
};

/** Path of an operation in its document. */
export const placeOf = ({ path, method }: Pick<Operation, 'path' | 'method'>): readonly string[] => [
  'paths',
  path,
  method.toLowerCase(),
];

/** The `$ref` of a path, for a compiler that knows the document by its name. */
export const referenceTo = (document: DocumentName, place: readonly string[]): string =>
  `${document}#/${place.map(escaped).join('/')}`;

const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/**
 * A copy of a schema with the document's name added to its `$ref`s (`#/components/…`), so that it compiles outside of
 * it.
 */
export const rebased = (document: DocumentName, schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? document + value : value,
  ) as unknown;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path below another; undefined if nothing is there. */
export function find(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => (isJson(node) ? node[key] : undefined), value);
}

/** The value that a reference points to, or the value itself. @throws Error if the reference points to nothing */
export function dereferenced(document: DocumentName, value: unknown): Json {
  const reference = find(value, '$ref');
  if (typeof reference !== 'string') return isJson(value) ? value : {};
  const found = find(documents[document], ...reference.slice(2).split('/'));
  if (!isJson(found)) throw new Error(`${document} has no ${reference}`);
  return found;
}

/** Fields of answers that are owners' contacts, or a link to a file of them. */
const CONTACTS: ReadonlySet<string> = new Set(['contact', 'phones', 'emails', 'downloadUrl']);

/** Whether an answer to the operation may have contacts: told by the fields of its schemas, and by the mark of a file's text. */
function hasContacts(operation: Pick<Operation, 'document' | 'path' | 'method'>): boolean {
  const { document } = operation;
  const seen = new Set<unknown>();
  const isAmong = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.some(isAmong);
    if (!isJson(node)) return false;
    const schema = dereferenced(document, node);
    if (seen.has(schema)) return false;
    seen.add(schema);
    const fields = Object.keys(isJson(schema['properties']) ? schema['properties'] : {});
    return fields.some((field) => CONTACTS.has(field)) || Object.values(schema).some(isAmong);
  };
  const responses = find(documents[document], ...placeOf(operation), 'responses');
  return Object.entries(isJson(responses) ? responses : {}).some(([status, response]) => {
    const content = status.startsWith('2') && find(dereferenced(document, response), 'content');
    return Object.entries(isJson(content) ? content : {}).some(
      ([type, body]) =>
        isAmong(body) ||
        (!type.includes('json') && find(body, 'schema', 'x-skiptrace-personal-data') === true),
    );
  });
}

export const operations: readonly Operation[] = [
  ...entriesOf<OperationId, OperationPolicy>(operationPolicies).map(([id, policy]): PublicOperation => ({
    ...policy,
    document: 'openapi.yaml',
    id,
    pattern: patternOf(policy.path),
  })),
  ...entriesOf(appOperations).map(([id, facts]): AppOperation => ({
    ...facts,
    document: 'app.yaml',
    id,
    pattern: patternOf(facts.path),
    handsOutContacts: hasContacts({ ...facts, document: 'app.yaml' }),
  })),
];

const matching = (among: readonly Operation[], path: string): readonly Operation[] =>
  among.filter(({ pattern }) => pattern.test(path));

/** Operations by path where it has no parameter, as most have: for these no pattern is tried. */
const atFixedPaths: ReadonlyMap<string, readonly Operation[]> = new Map(
  operations.filter(({ path }) => !path.includes('{')).map(({ path }) => [path, matching(operations, path)]),
);
const withParameters = operations.filter(({ path }) => path.includes('{'));

/** The operations at a path, by method; empty for a path in neither document. */
export const operationsAt = (path: string): readonly Operation[] =>
  atFixedPaths.get(path) ?? matching(withParameters, path);
