// Validates requests by the document of their operation.
import type { IncomingHttpHeaders } from 'node:http';
import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { coded } from '../../../platform/lib/coded.js';
import {
  dereferenced,
  documents,
  find,
  isJson,
  placeOf,
  rebased,
  referenceTo,
  type DocumentName,
  type Json,
  type Operation,
} from './operations.js';

/** The request does not match the contract. The message names every invalid field. */
export class InvalidRequestError extends coded('invalid_request') {}

/** Compiled when a document is first used: a server without web app visitors never compiles app.yaml. */
const once = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const made = new Map<Key, Value>();
  return (key) => {
    // A value may be null, so `get` alone would compute it again.
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as Value;
  };
};

/** Parameters are text, so numbers are parsed from them; a body has JSON's own numbers. */
const parameterCompiler = once((document: DocumentName) => newCompiler(document, { coerceTypes: true }));
const bodyCompiler = once((document: DocumentName) => newCompiler(document, {}));

function newCompiler(document: DocumentName, options: { coerceTypes?: true }): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    useDefaults: true,
    // Not strict, because ajv does not know OpenAPI's keywords and our x-skiptrace-* annotations. Schemas are not validated
    // at start: both documents are linted in `npm run check`.
    strict: false,
    validateSchema: false,
    ...options,
  });
  addFormats.default(ajv, ['email', 'uuid', 'date', 'date-time', 'uri']);
  // Limits on stored text are in bytes; a character takes one to four in UTF-8.
  ajv.addKeyword({
    keyword: 'x-skiptrace-max-bytes',
    type: 'string',
    schemaType: 'number',
    validate: (maxBytes: number, value: string) => Buffer.byteLength(value) <= maxBytes,
  });
  ajv.addSchema(documents[document] as Json, document);
  return ajv;
}

/** @throws InvalidRequestError that names every wrong header */
export function requireHeaders(operation: Operation, given: IncomingHttpHeaders): void {
  const { headers, validateHeaders } = parametersOf(operation);
  const values = Object.fromEntries(headers.map((name) => [name, given[name.toLowerCase()]]));
  if (!validateHeaders(values)) throw new InvalidRequestError(sentences(validateHeaders.errors ?? []));
}

/** @returns the parameters of the query, with their defaults @throws InvalidRequestError that names every wrong one */
export function checkedQuery(operation: Operation, url: string): Record<string, unknown> {
  const { query, validateQuery } = parametersOf(operation);
  const given = new URL(url, 'http://any').searchParams;
  const values: Record<string, unknown> = {};
  for (const [name, { isList }] of query) {
    if (given.has(name)) values[name] = isList ? given.getAll(name) : given.get(name);
  }
  requireText(values);
  if (validateQuery(values)) return values;
  throw new InvalidRequestError(sentences(validateQuery.errors ?? []));
}

/**
 * Validates a JSON body by the operation's request schema.
 * @returns the body, with strings trimmed that the contract marks as trimmed (reading 9)
 * @throws InvalidRequestError that names every wrong field
 */
export function checkedBody(operation: Operation, body: unknown): unknown {
  const rule = bodyOf(operation);
  if (rule === null) throw new Error(`${operation.id} takes no JSON body`);
  // openapi.yaml ignores fields that it does not know, whatever their contents (reading 3).
  if (operation.document === 'app.yaml') requireText(body);
  requireShortLists(body, rule.maxItems);
  const candidate = trimStrings(body, rule.trimmed);
  if (rule.validate(candidate)) return candidate;
  throw new InvalidRequestError(sentences(rule.validate.errors ?? []));
}

export const takesJson = (operation: Operation): boolean => bodyOf(operation) !== null;

/** Characters that no database stores unchanged: NUL, and unpaired surrogates. No person types them. */
const NO_TEXT = /\0|\p{Surrogate}/u;

/** @throws InvalidRequestError */
function requireText(value: unknown): void {
  if (typeof value === 'string' && NO_TEXT.test(value))
    throw new InvalidRequestError('A text must not hold the character U+0000 or half a character.');
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(requireText);
}

const parametersOf = once((operation: Operation) => {
  const { document } = operation;
  const place = placeOf(operation);
  const parameters = [place.slice(0, -1), place].flatMap((at) => {
    const listed = find(documents[document], ...at, 'parameters');
    return Array.isArray(listed) ? listed.map((one: unknown) => dereferenced(document, one)) : [];
  });
  const inQuery = parameters.filter((parameter) => parameter['in'] === 'query');
  const inHeaders = parameters.filter((parameter) => parameter['in'] === 'header');
  const validateAll = (some: readonly Json[]): ValidateFunction =>
    parameterCompiler(document).compile({
      type: 'object',
      properties: Object.fromEntries(some.map((one) => [nameOf(one), rebased(document, one['schema'])])),
      required: some.filter((one) => one['required'] === true).map(nameOf),
    });
  return {
    headers: inHeaders.map(nameOf),
    validateHeaders: validateAll(inHeaders),
    /** Query parameters, and which of them may be repeated. */
    query: new Map(
      inQuery.map((one) => [nameOf(one), { isList: find(one, 'schema', 'type') === 'array' }] as const),
    ),
    validateQuery: validateAll(inQuery),
  };
});

function nameOf(parameter: Json): string {
  if (typeof parameter['name'] !== 'string') throw new Error('a parameter has no name');
  return parameter['name'];
}

const bodyOf = once((operation: Operation) => {
  const { document } = operation;
  const place = [...placeOf(operation), 'requestBody', 'content', 'application/json', 'schema'];
  const schema = find(documents[document], ...place);
  if (schema === undefined) return null;
  const properties = find(dereferenced(document, schema), 'properties');
  const fields = Object.entries(isJson(properties) ? properties : {});
  return {
    validate: bodyCompiler(document).compile({ $ref: referenceTo(document, place) }),
    /** Names of the properties that are trimmed before validation. */
    trimmed: fields.filter(([, field]) => find(field, 'x-skiptrace-trimmed') === true).map(([name]) => name),
    /** Most entries of each list, by property name. */
    maxItems: fields.flatMap(([name, field]) => {
      const maxItems = find(field, 'maxItems');
      return typeof maxItems === 'number' ? [[name, maxItems] as const] : [];
    }),
  };
});

/**
 * Refuses a list that is too long before its entries are validated: ajv would validate all of them, and a body of one
 * megabyte can hold half a million.
 */
function requireShortLists(body: unknown, lists: readonly (readonly [string, number])[]): void {
  for (const [name, maxItems] of lists) {
    const list = find(body, name);
    if (Array.isArray(list) && list.length > maxItems)
      throw new InvalidRequestError(`${name} must have at most ${maxItems} entries`);
  }
}

function trimStrings(body: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || !isJson(body)) return body;
  const trimmed: Record<string, unknown> = { ...body };
  for (const name of names) {
    const value = trimmed[name];
    if (typeof value === 'string') trimmed[name] = value.trim();
  }
  return trimmed;
}

/** Most sentences in one message, so that 100 bad entries do not fill a page. */
const MAX_SENTENCES = 20;

/** ajv's errors as one message that names every invalid field by its path, each field once. */
function sentences(errors: readonly ErrorObject[]): string {
  const byField = new Map<string, string>();
  for (const error of errors) {
    // ajv reports `required` at the object; the message names the missing field.
    const field = fieldPath(error);
    // A pattern explains more than a length: `Texas` is "not a two-letter code" rather than "longer than 2 characters".
    if (!byField.has(field) || error.keyword === 'pattern') byField.set(field, `${field} ${demand(error)}`);
  }
  const all = [...byField.values()];
  const shown = all.slice(0, MAX_SENTENCES);
  const rest = all.length - shown.length;
  return `${shown.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
}

/** `/addresses/1/zip` → `addresses[1].zip`; the body itself is `body`. */
function fieldPath(error: ErrorObject): string {
  const parts = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (error.keyword === 'required') parts.push(String(error.params.missingProperty));
  if (error.keyword === 'additionalProperties') parts.push(String(error.params.additionalProperty));
  if (parts.length === 0) return 'body';
  return parts
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}

function demand({ keyword, params, parentSchema }: ErrorObject): string {
  const must: unknown = parentSchema?.['x-skiptrace-must'];
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known field';
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'type':
      return `must be ${article(String(params.type))}`;
    case 'enum':
      return `must be one of: ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'minItems':
      return `must have at least ${params.limit} ${params.limit === 1 ? 'entry' : 'entries'}`;
    case 'maxItems':
      return `must have at most ${params.limit} entries`;
    case 'maxLength':
      return `must be at most ${params.limit} characters`;
    case 'x-skiptrace-max-bytes':
      return `must be at most ${String(parentSchema?.[keyword])} bytes of UTF-8`;
    default:
      if (typeof must === 'string') return `must ${must}`;
      if (keyword === 'minLength') {
        return params.limit === 1 ? 'must not be empty' : `must be at least ${params.limit} characters`;
      }
      return 'is not valid';
  }
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);
