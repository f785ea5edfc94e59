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

/** The body, or another part of the request, does not fit the contract. The message names every such field. */
export class InvalidRequestError extends Error {
  readonly code = 'invalid_request';
}

const DOCUMENT = 'openapi.yaml';

// Not strict: OpenAPI's own words and our x-skiptrace-* annotations are none of ajv's business.
// The document is ours and linted: it need not be held against the schema of schemas at every start.
const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, validateSchema: false });
addFormats.default(ajv, ['email', 'uuid', 'date-time', 'uri']);
ajv.addSchema(openapiDocument, DOCUMENT);

/** A schema of the document is compiled inside it, so that its references lead somewhere. */
function compile(schema: Schema): ValidateFunction {
  return ajv.compile(typeof schema.$ref === 'string' ? { $ref: `${DOCUMENT}${schema.$ref}` } : schema);
}

interface BodyRule {
  validate: ValidateFunction;
  /** Names of the properties that are trimmed before they are checked (reading 9). */
  trimmed: readonly string[];
}

const bodyRules = new Map<OperationId, BodyRule>();

function bodyRule(id: OperationId): BodyRule {
  let rule = bodyRules.get(id);
  if (rule === undefined) {
    const schema = requestSchema(id);
    if (schema === undefined) throw new Error(`${id} takes no body`);
    rule = { validate: compile(schema), trimmed: trimmedProperties(dereference<Schema>(schema)) };
    bodyRules.set(id, rule);
  }
  return rule;
}

/**
 * Checks a JSON body against the operation's request schema in openapi.yaml.
 * @returns the body, with those strings trimmed that the contract says are trimmed
 * @throws InvalidRequestError
 */
export function validateBody(id: OperationId, body: unknown): unknown {
  const { validate, trimmed } = bodyRule(id);
  const candidate = trimStrings(body, trimmed);
  if (validate(candidate)) return candidate;
  throw new InvalidRequestError(sentences(validate.errors ?? []));
}

/** What is wrong with an answer, or null. Tests hold every answer of the server against the contract with it. */
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

const trimmedProperties = ({ properties }: Schema): readonly string[] =>
  Object.entries(isRecord(properties) ? properties : {})
    .filter(([, property]) => isRecord(property) && property['x-skiptrace-trimmed'] === true)
    .map(([name]) => name);

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
