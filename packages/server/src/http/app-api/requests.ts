import type { IncomingHttpHeaders } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { sentences } from '../contract/sentences.js';
import { InvalidRequestError } from '../contract/index.js';
import { addDocument, at, dereferenced, find, list, placeOf, rebased, text, type Json } from './document.js';
import { appOperationById, type AppOperationId } from './operations.js';

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
  addDocument(ajv);
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
  requireText(values);
  if (validateQuery(values)) return values;
  throw new InvalidRequestError(sentences(validateQuery.errors ?? []));
}

/** @throws InvalidRequestError that names every wrong field */
export function checkedBody(id: AppOperationId, body: unknown): unknown {
  const { validateBody } = rulesOf(id);
  requireText(body);
  if (validateBody === null || validateBody(body)) return body;
  throw new InvalidRequestError(sentences(validateBody.errors ?? []));
}

/** What no database keeps as it is: the character 0, and halves of characters. No person writes them. */
const NO_TEXT = /\0|\p{Surrogate}/u;

/** @throws InvalidRequestError */
function requireText(value: unknown): void {
  if (typeof value === 'string' && NO_TEXT.test(value))
    throw new InvalidRequestError('A text must not hold the character U+0000 or half a character.');
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(requireText);
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
  const method = operation.method.toLowerCase();
  const place = ['paths', operation.path, method];
  const item = at('paths', operation.path);
  const own = at(...place);
  const parameters = [...list(item, 'parameters'), ...list(own, 'parameters')].map(dereferenced);
  const inQuery = parameters.filter((parameter) => parameter['in'] === 'query');
  const inHeaders = parameters.filter((parameter) => parameter['in'] === 'header');
  const body = ['requestBody', 'content', 'application/json', 'schema'];
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
      find(own, ...body) === undefined
        ? null
        : compilers().body.compile({ $ref: placeOf(...place, ...body) }),
  };
}

/** A schema that checks several parameters at once: an object with one property for each. */
const objectOf = (parameters: readonly Json[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.map((parameter) => [text(parameter, 'name'), rebased(parameter['schema'])]),
  ),
  required: parameters.filter((parameter) => parameter['required'] === true).map((one) => text(one, 'name')),
});
