// openapi.yaml as data: served by the server, compiled by validators, read for its examples.
import { openapiDocument as generatedDocument } from './generated/document.js';
import { operationPolicies, type OperationId } from './index.js';

export { openapiYaml } from './generated/document.js';

/** A JSON Schema (2020-12), or a `$ref` into the document. */
export type Schema = { readonly [keyword: string]: unknown };

export interface Reference {
  readonly $ref: string;
}

export interface MediaType {
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, ExampleObject | Reference>>;
}

export interface ExampleObject {
  readonly summary: string;
  readonly value: unknown;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example: unknown;
}

export interface HeaderObject {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example: unknown;
}

export interface RequestBodyObject {
  readonly required: boolean;
  readonly description: string;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, HeaderObject | Reference>>;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface OperationObject {
  readonly operationId: OperationId;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly requestBody?: RequestBodyObject;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

export interface PathItemObject {
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly get?: OperationObject;
  readonly post?: OperationObject;
}

/** The parts of an OpenAPI 3.1 document that this one uses. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, PathItemObject>>;
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly requestBody: RequestBodyObject } }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, ParameterObject>>;
    readonly headers: Readonly<Record<string, HeaderObject>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly examples: Readonly<Record<string, ExampleObject>>;
  };
}

/** openapi.yaml as plain data, with its references. The generator has checked it against the type. */
export const openapiDocument = generatedDocument as OpenApiDocument;

/** The value itself, or the target of its reference in the document. Throws if the reference leads nowhere. */
export function dereference<T extends object>(value: T | Reference): T {
  if (!('$ref' in value)) return value;
  const target = value.$ref
    .replace(/^#\//, '')
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, key) => (isRecord(node) ? node[key] : undefined), openapiDocument);
  if (!isRecord(target)) throw new Error(`openapi.yaml has no ${value.$ref}`);
  return target as T;
}

export function operationObject(id: OperationId): OperationObject {
  const { method, path } = operationPolicies[id];
  const operation = openapiDocument.paths[path]?.[method === 'GET' ? 'get' : 'post'];
  if (!operation) throw new Error(`openapi.yaml has no ${method} ${path}`);
  return operation;
}

/** The operation's answer with that status; undefined if the contract has none. */
export function responseObject(id: OperationId, status: number): ResponseObject | undefined {
  const response = operationObject(id).responses[String(status)];
  return response && dereference<ResponseObject>(response);
}

/** Schema of the request's body (usually a `$ref`); undefined for an operation without one. */
export function requestSchema(id: OperationId): Schema | undefined {
  return onlyMediaType(operationObject(id).requestBody?.content)?.schema;
}

/** Schema of an answer's body (usually a `$ref`); undefined if the contract has no such answer. */
export function responseSchema(id: OperationId, status: number): Schema | undefined {
  return onlyMediaType(responseObject(id, status)?.content)?.schema;
}

/** Every body of this contract has exactly one media type. */
export function onlyMediaType(
  content: Readonly<Record<string, MediaType>> | undefined,
): MediaType | undefined {
  return content && Object.values(content)[0];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
