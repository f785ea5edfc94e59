import { appDocument } from '@skiptrace/contract/app';
import type { IncomingHttpHeaders } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { sentences } from '../contract/sentences.js';
import { InvalidRequestError } from '../contract/index.js';
import { appOperationById, type AppOperationId } from './operations.js';

type Json = Readonly<Record<string, unknown>>;

interface Rules {
  /** Names of the parameters in headers. */
  headers: readonly string[];
  validateHeaders: ValidateFunction;
  /** Names of the parameters in the query, and those of them that may be given more than once. */
  query: ReadonlyMap<string, { isList: boolean }>;
  validateQuery: ValidateFunction;
  /** Null for an operation without a JSON body. */
  validateBody: ValidateFunction | null;
}

const DOCUMENT = 'app.yaml';

/** A query is text, so numbers are read from it; a body says itself what is a number. */
interface Compilers {
  query: Ajv2020;
  body: Ajv2020;
}

/** Made when the app is first used: a server that nobody opens a browser for pays nothing for it. */
let made: Compilers | undefined;
const rules = new Map<AppOperationId, Rules>();

const compilers = (): Compilers => (made ??= { query: compiler({ coerceTypes: true }), body: compiler({}) });

function compiler(options: { coerceTypes?: true }): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    validateSchema: false,
    useDefaults: true,
    ...options,
  });
  addFormats.default(ajv, ['email', 'uuid', 'date', 'date-time', 'uri']);
  ajv.addSchema(appDocument as Json, DOCUMENT);
  return ajv;
}

/** @throws InvalidRequestError that names every wrong header */
export function requireHeaders(id: AppOperationId, given: IncomingHttpHeaders): void {
  const { headers, validateHeaders } = rulesOf(id);
  const values = Object.fromEntries(headers.map((name) => [name, given[name.toLowerCase()]]));
  if (!validateHeaders(values)) throw new InvalidRequestError(sentences(validateHeaders.errors ?? []));
}

/** @throws InvalidRequestError that names every wrong parameter */
export function checkedQuery(id: AppOperationId, url: string): Record<string, unknown> {
  const { query, validateQuery } = rulesOf(id);
  const given = new URL(url, 'http://any').searchParams;
  const values: Record<string, unknown> = {};
  for (const [name, { isList }] of query) {
    if (given.has(name)) values[name] = isList ? given.getAll(name) : given.get(name);
  }
  refuseNul(values);
  if (validateQuery(values)) return values;
  throw new InvalidRequestError(sentences(validateQuery.errors ?? []));
}

/** @throws InvalidRequestError that names every wrong field */
export function checkedBody(id: AppOperationId, body: unknown): unknown {
  const { validateBody } = rulesOf(id);
  refuseNul(body);
  if (validateBody === null || validateBody(body)) return body;
  throw new InvalidRequestError(sentences(validateBody.errors ?? []));
}

/** PostgreSQL keeps no text with the character 0, and no person writes one. @throws InvalidRequestError */
function refuseNul(value: unknown): void {
  if (typeof value === 'string' && value.includes('\0'))
    throw new InvalidRequestError('A text must not hold the character U+0000.');
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(refuseNul);
}

export const takesJson = (id: AppOperationId): boolean => rulesOf(id).validateBody !== null;

function rulesOf(id: AppOperationId): Rules {
  let found = rules.get(id);
  if (found === undefined) {
    found = makeRules(id);
    rules.set(id, found);
  }
  return found;
}

function makeRules(id: AppOperationId): Rules {
  const operation = appOperationById(id);
  if (operation === undefined) throw new Error(`app.yaml has no ${id}`);
  const item = at(appDocument, 'paths', operation.path);
  const method = operation.method.toLowerCase();
  const own = at(item, method);
  const parameters = [...list(item, 'parameters'), ...list(own, 'parameters')].map(dereferenced);
  const inQuery = parameters.filter((parameter) => parameter['in'] === 'query');
  const inHeaders = parameters.filter((parameter) => parameter['in'] === 'header');
  const pointer = `${DOCUMENT}#/paths/${escaped(operation.path)}/${method}`;
  const bodySchema = find(own, 'requestBody', 'content', 'application/json', 'schema');
  return {
    headers: inHeaders.map((parameter) => text(parameter, 'name')),
    validateHeaders: compilers().query.compile(objectOf(inHeaders)),
    query: new Map(
      inQuery.map((parameter) => [
        text(parameter, 'name'),
        { isList: find(parameter, 'schema', 'type') === 'array' },
      ]),
    ),
    validateQuery: compilers().query.compile(objectOf(inQuery)),
    validateBody:
      bodySchema === undefined
        ? null
        : compilers().body.compile({ $ref: `${pointer}/requestBody/content/application~1json/schema` }),
  };
}

/** Parameters as the properties of one object. */
const objectOf = (parameters: readonly Json[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.map((parameter) => [text(parameter, 'name'), rebased(parameter['schema'])]),
  ),
  required: parameters.filter((parameter) => parameter['required'] === true).map((one) => text(one, 'name')),
});

const escaped = (path: string): string =>
  encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));

/** References of a schema that is taken out of the document lead into it again. */
const rebased = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? DOCUMENT + value : value,
  ) as unknown;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function find(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => (isJson(node) ? node[key] : undefined), value);
}

function at(value: unknown, ...path: readonly string[]): Json {
  const found = find(value, ...path);
  if (!isJson(found)) throw new Error(`app.yaml has no ${path.join(' ')}`);
  return found;
}

function list(value: Json, key: string): readonly unknown[] {
  const found = value[key];
  return Array.isArray(found) ? (found as unknown[]) : [];
}

function text(value: Json, key: string): string {
  const found = value[key];
  if (typeof found !== 'string') throw new Error(`app.yaml: a parameter has no ${key}`);
  return found;
}

function dereferenced(value: unknown): Json {
  const reference = find(value, '$ref');
  if (typeof reference !== 'string') return isJson(value) ? value : {};
  return at(appDocument, ...reference.slice(2).split('/'));
}
