// Reads app.yaml, which is here as data: its operations, parameters and schemas.
import { appDocument } from '@skiptrace/contract/app';
import type { Ajv2020 } from 'ajv/dist/2020.js';

export type Json = Readonly<Record<string, unknown>>;

const DOCUMENT = 'app.yaml';

/** Adds app.yaml to a schema compiler (ajv), which can then resolve a `$ref` into it. */
export function addDocument(ajv: Ajv2020, document: unknown = appDocument): void {
  ajv.addSchema(document as Json, DOCUMENT);
}

/** The `$ref` of a place in the document, for a compiler that knows it (addDocument). */
export const placeOf = (...path: readonly string[]): string => `${DOCUMENT}#/${path.map(escaped).join('/')}`;

const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** A copy of a schema whose `$ref`s (`#/components/…`) name the document, so that it can be compiled outside of it. */
export const rebased = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? DOCUMENT + value : value,
  ) as unknown;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is at a path below a value; undefined where there is nothing. */
export function find(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => (isJson(node) ? node[key] : undefined), value);
}

/** An object of the document. @throws Error where there is none */
export function at(...path: readonly string[]): Json {
  const found = find(appDocument, ...path);
  if (!isJson(found)) throw new Error(`app.yaml has no ${path.join(' ')}`);
  return found;
}

export function list(value: Json, key: string): readonly unknown[] {
  const found = value[key];
  return Array.isArray(found) ? (found as unknown[]) : [];
}

export function text(value: Json, key: string): string {
  const found = value[key];
  if (typeof found !== 'string') throw new Error(`app.yaml: a parameter has no ${key}`);
  return found;
}

/** What a reference names, or the value itself. */
export function dereferenced(value: unknown): Json {
  const reference = find(value, '$ref');
  if (typeof reference !== 'string') return isJson(value) ? value : {};
  return at(...reference.slice(2).split('/'));
}
