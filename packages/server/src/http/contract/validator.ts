import {
  dereference,
  openapiDocument,
  requestSchema,
  responseSchema,
  type Schema,
} from '@skiptrace/contract/document';
import type { OperationId } from '@skiptrace/contract';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { sentences } from './sentences.js';

/** The request does not match the contract. The message names every invalid field. */
export class InvalidRequestError extends Error {
  readonly code = 'invalid_request';
}

const DOCUMENT = 'openapi.yaml';

// Not strict, because ajv does not know OpenAPI's keywords and our x-skiptrace-* annotations. Schemas are not validated
// at start: openapi.yaml is linted in `npm run check`.
const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, validateSchema: false });
addFormats.default(ajv, ['email', 'uuid', 'date-time', 'uri']);
// Limits of what is stored are in bytes; a character takes one to four in UTF-8.
ajv.addKeyword({
  keyword: 'x-skiptrace-max-bytes',
  type: 'string',
  schemaType: 'number',
  validate: (maxBytes: number, value: string) => Buffer.byteLength(value) <= maxBytes,
});
ajv.addSchema(openapiDocument, DOCUMENT);

/** Compiles a schema with the whole document as its base, so that its `$ref`s resolve. */
function compile(schema: Schema): ValidateFunction {
  return ajv.compile(typeof schema.$ref === 'string' ? { $ref: `${DOCUMENT}${schema.$ref}` } : schema);
}

interface BodyRule {
  validate: ValidateFunction;
  /** Names of the properties that are trimmed before they are checked (reading 9). */
  trimmed: readonly string[];
  /** Most entries of each list, by the name of its property. */
  maxItems: readonly (readonly [name: string, maxItems: number])[];
}

const bodyRules = new Map<OperationId, BodyRule>();

function bodyRule(id: OperationId): BodyRule {
  let rule = bodyRules.get(id);
  if (rule === undefined) {
    const schema = requestSchema(id);
    if (schema === undefined) throw new Error(`${id} takes no body`);
    const properties = propertiesOf(dereference<Schema>(schema));
    rule = {
      validate: compile(schema),
      trimmed: properties.filter(([, field]) => field['x-skiptrace-trimmed'] === true).map(([name]) => name),
      maxItems: properties.flatMap(([name, { maxItems }]) =>
        typeof maxItems === 'number' ? [[name, maxItems] as const] : [],
      ),
    };
    bodyRules.set(id, rule);
  }
  return rule;
}

/**
 * Checks a JSON body against the operation's request schema in openapi.yaml.
 * @returns the body, with the strings trimmed that the contract marks as trimmed
 * @throws InvalidRequestError
 */
export function validateBody(id: OperationId, body: unknown): unknown {
  const { validate, trimmed, maxItems } = bodyRule(id);
  requireShortLists(body, maxItems);
  const candidate = trimStrings(body, trimmed);
  if (validate(candidate)) return candidate;
  throw new InvalidRequestError(sentences(validate.errors ?? []));
}

/** What is wrong with an answer, or null. Tests check every answer of the server against the contract with it. */
export function responseFault(
  id: OperationId,
  status: number,
  body: unknown,
): readonly ErrorObject[] | 'no such status' | null {
  const name = `${id} ${status}`;
  let validate = answerRules.get(name);
  if (validate === undefined) {
    const schema = responseSchema(id, status);
    if (schema === undefined) return 'no such status';
    validate = compile(schema);
    answerRules.set(name, validate);
  }
  return validate(body) ? null : (validate.errors ?? []);
}

const answerRules = new Map<string, ValidateFunction>();

const propertiesOf = ({ properties }: Schema): [string, Schema][] =>
  Object.entries(isRecord(properties) ? properties : {}).filter((entry): entry is [string, Schema] =>
    isRecord(entry[1]),
  );

/**
 * Refuses a list that is too long before its entries are validated: ajv would validate all of them, and a body of one
 * megabyte can hold half a million.
 */
function requireShortLists(body: unknown, lists: BodyRule['maxItems']): void {
  if (!isRecord(body)) return;
  for (const [name, maxItems] of lists) {
    const list = body[name];
    if (Array.isArray(list) && list.length > maxItems)
      throw new InvalidRequestError(`${name} must have at most ${maxItems} entries`);
  }
}

function trimStrings(body: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || !isRecord(body)) return body;
  const trimmed = { ...body };
  for (const name of names) {
    const value = trimmed[name];
    if (typeof value === 'string') trimmed[name] = value.trim();
  }
  return trimmed;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
