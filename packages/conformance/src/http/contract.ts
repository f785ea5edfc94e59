// Checks every answer against openapi.yaml: its status, its headers and its body.
import { operationPolicies, type OperationId, type OperationPolicy } from '@skiptrace/contract';
import {
  dereference,
  onlyMediaType,
  openapiDocument,
  responseObject,
  type HeaderObject,
  type ResponseObject,
  type Schema,
} from '@skiptrace/contract/document';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const DOCUMENT = 'openapi.yaml';
const MAX_FAULTS = 5;

// Not strict: ajv does not know OpenAPI's keywords and the x-skiptrace-* annotations.
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
ajv.addSchema(openapiDocument, DOCUMENT);
const compiled = new Map<string, ValidateFunction>();

const operations = (Object.entries(operationPolicies) as [OperationId, OperationPolicy][]).map(
  ([id, { method, path }]) => ({
    id,
    method,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }),
);

/** The operation a request is for; undefined for anything outside the contract. */
export const operationOf = (method: string, path: string): OperationId | undefined =>
  operations.find((operation) => operation.method === method && operation.pattern.test(path))?.id;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/** Differences between an answer and openapi.yaml, one string each; empty if there are none. */
export function faultsOf(id: OperationId, { status, headers, json }: Answer): string[] {
  const response = responseObject(id, status);
  if (response === undefined) return [`openapi.yaml has no status ${status} for ${id}`];
  const media = onlyMediaType(response.content);
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  return [
    ...(type === 'application/json' ? [] : [`Content-Type is ${type ?? 'missing'}, not application/json`]),
    ...headerFaults(response, headers),
    ...(media === undefined ? [] : bodyFaults(media.schema, json)),
  ].slice(0, MAX_FAULTS);
}

function headerFaults(response: ResponseObject, headers: Headers): string[] {
  return Object.entries(response.headers).flatMap(([name, header]) => {
    const { required, schema } = dereference<HeaderObject>(header);
    const text = headers.get(name);
    if (text === null) return required === true ? [`header ${name} is missing`] : [];
    const value = schema.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
    return validate(schema, value).map(
      (error) => `header ${name} is "${text}": ${error.message ?? 'invalid'}`,
    );
  });
}

const bodyFaults = (schema: Schema, json: unknown): string[] =>
  json === undefined
    ? ['the body is not JSON']
    : validate(schema, json).map(
        ({ instancePath, message }) => `body${instancePath.replaceAll('/', '.')} ${message ?? 'is invalid'}`,
      );

function validate(schema: Schema, value: unknown): readonly ErrorObject[] {
  const key = JSON.stringify(schema);
  let check = compiled.get(key);
  if (check === undefined) {
    // A schema of the document is compiled inside it, so that its references resolve.
    check = ajv.compile(typeof schema.$ref === 'string' ? { $ref: `${DOCUMENT}${schema.$ref}` } : schema);
    compiled.set(key, check);
  }
  return check(value) ? [] : (check.errors ?? []);
}
