// Check of every response in tests: its status and body must be in openapi.yaml or app.yaml.
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  documents,
  find,
  isJson,
  operationsAt,
  placeOf,
  referenceTo,
  type Json,
  type Operation,
} from '../surfaces/http/contract/operations.js';

const rules = new Map<string, ValidateFunction | null>();
let compiler: Ajv2020 | undefined;

/** @param path with or without parameter values @returns null if the response is valid, or the page is in neither document */
export function answerFault(method: string, path: string, status: number, body: unknown): string | null {
  const operation = operationsAt(path).find((one) => one.method === method);
  if (operation === undefined) return null;
  // Errors outside the specification: unaccepted terms of use (reading 48), or a request from a page of another site.
  if (operation.document === 'openapi.yaml' && status === 403) return null;
  const name = `${operation.id} ${status}`;
  let validate = rules.get(name);
  if (validate === undefined) {
    const response = responseOf(operation, status);
    if (response === undefined) return `${operation.document} has no such answer: ${name}`;
    validate = ruleOf(operation, response);
    rules.set(name, validate);
  }
  if (validate === null || validate(body)) return null;
  return `not what ${operation.document} says of ${name}: ${compiler?.errorsText(validate.errors)}`;
}

/** Description of the response in the document; undefined if the operation has no response with that status. */
function responseOf(operation: Operation, status: number): readonly string[] | undefined {
  const responses = [...placeOf(operation), 'responses'];
  const has = (code: string): boolean =>
    find(documents[operation.document], ...responses, code) !== undefined;
  // Errors of app.yaml are described once, by `default`.
  const code = has(String(status)) ? String(status) : status >= 400 ? 'default' : '';
  return has(code) ? [...responses, code] : undefined;
}

/** @returns null for a response without JSON */
function ruleOf({ document }: Operation, response: readonly string[]): ValidateFunction | null {
  const named = find(documents[document], ...response, '$ref');
  const place = typeof named === 'string' ? named.slice(2).split('/') : response;
  const schema = [...place, 'content', 'application/json', 'schema'];
  if (find(documents[document], ...schema) === undefined) return null;
  return (compiler ??= newCompiler()).compile({ $ref: referenceTo(document, schema) });
}

function newCompiler(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
  addFormats.default(ajv, ['email', 'uuid', 'date', 'date-time', 'uri']);
  ajv.addSchema(documents['openapi.yaml'] as Json, 'openapi.yaml');
  ajv.addSchema(closed(documents['app.yaml']) as Json, 'app.yaml');
  return ajv;
}

/** A copy of app.yaml in which objects allow only listed fields. Responses of openapi.yaml may gain fields, so they stay open. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isJson(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]));
  const isOpen = copy['type'] === 'object' && isJson(copy['properties']) && !('additionalProperties' in copy);
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}
