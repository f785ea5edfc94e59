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
import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  Mismatch,
  type Exchange,
  type Outgoing,
  type Wallet,
  chargedCents,
  worstCaseCents,
  type KnownPrices,
} from './exchange.js';

const TIMEOUT_MS = 120_000;

/** Sends requests, and records and validates every answer. Refuses requests that the wallet does not cover. */
export class Http {
  readonly #base: URL;

  constructor(
    baseUrl: string,
    private readonly wallet: Wallet,
    private readonly known: KnownPrices,
    private readonly seen: (exchange: Exchange) => void,
  ) {
    this.#base = new URL(baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  }

  /** @throws Skip if it could cost too much; NoAnswer */
  async send(request: Outgoing): Promise<Exchange> {
    const url = new URL(request.path.replace(/^\//, ''), this.#base);
    const path = this.#pathOf(url);
    const operation = path === undefined ? undefined : operationOf(request.method, path);
    const settle = this.wallet.reserve(worstCaseCents(operation, request, this.known));
    const { status, headers, bytes } = await this.#fetch(url, request, path !== undefined);
    const json = parsed(bytes);
    const charged = chargedCents(operation, status, json);
    if (charged !== null) settle(charged);
    const faults = operation === undefined ? [] : faultsOf(operation, { status, headers, json });
    const exchange: Exchange = {
      method: request.method,
      path: path ?? url.pathname,
      operation,
      status,
      headers,
      bytes,
      json,
      faults,
    };
    this.seen(exchange);
    return exchange;
  }

  /** The path below the base URL; undefined on another host, which never sees a key. */
  #pathOf({ origin, pathname }: URL): string | undefined {
    const root = this.#base.pathname;
    return origin === this.#base.origin && pathname.startsWith(root)
      ? `/${pathname.slice(root.length)}`
      : undefined;
  }

  async #fetch(url: URL, { method, key, headers, json, body }: Outgoing, ours: boolean) {
    try {
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          ...(key === undefined || !ours ? {} : { Authorization: `Bearer ${key}` }),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(json === undefined ? (body === undefined ? {} : { body }) : { body: JSON.stringify(json) }),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, bytes };
    } catch (error) {
      throw new NoAnswer(`${method} ${url.pathname}`, error);
    }
  }
}

/** Thrown if no answer came: no connection, a broken one, or a server that took too long. */
export class NoAnswer extends Mismatch {
  /** The system's code, such as ECONNREFUSED, or else the reason in words. */
  readonly reason: string;

  constructor(request: string, error: unknown) {
    const cause = causeOf(error);
    super('an answer', `none to ${request}: ${cause.message || cause.name}`);
    this.reason =
      'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message || cause.name;
  }
}

/** fetch says only "fetch failed"; the reason is in its cause. */
function causeOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? error.cause : error;
}

function parsed(bytes: Uint8Array): unknown {
  if (bytes.length === 0 || !/[{["\-\dtfn]/.test(String.fromCharCode(bytes[0] ?? 0))) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

// Checks every answer against openapi.yaml: its status, its headers and its body.

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

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/** Differences between an answer and openapi.yaml, one string each; an answer that fits has an empty list. */
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

export function validate(schema: Schema, value: unknown): readonly ErrorObject[] {
  const key = JSON.stringify(schema);
  let check = compiled.get(key);
  if (check === undefined) {
    // A schema of the document is compiled inside it, so that its references resolve.
    check = ajv.compile(typeof schema.$ref === 'string' ? { $ref: `${DOCUMENT}${schema.$ref}` } : schema);
    compiled.set(key, check);
  }
  return check(value) ? [] : (check.errors ?? []);
}
