// One slow check stops a whole server, and it runs before the sender of the text is known.
import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { dereference, openapiDocument, requestSchema, type Schema } from './document.js';
import { slowText } from './testing/hostile.js';
import { operationPolicies, type OperationId } from './index.js';

/** Every schema in the document with this keyword. */
function* schemasWith(keyword: string, node: unknown = openapiDocument): Generator<Schema> {
  if (typeof node !== 'object' || node === null) return;
  if (keyword in node) yield node as Schema;
  for (const child of Object.values(node)) yield* schemasWith(keyword, child);
}
const formatsUsed = [...new Set([...schemasWith('format')].map(({ format }) => format))].filter(
  (format): format is string => typeof format === 'string' && format !== 'binary',
);

// Patterns are swept together with the source's (scripts/patterns.long.test.mjs).
describe('a format of openapi.yaml', () => {
  test.each(formatsUsed)(
    'takes linear time for 64 KB of hostile text: %s',
    (format) => {
      const ajv = new Ajv2020();
      formats.default(ajv);
      const check = ajv.compile({ type: 'string', format });
      expect(slowText(check, ['a', '0', '.', '-', '@', ':', '/', '%', ' '])).toBeNull();
    },
    60_000,
  );
});

describe('every text and list that a client may send', () => {
  const parameters = Object.values(openapiDocument.components.parameters).map(
    ({ name, schema }) => [name, schema] as const,
  );
  const bodies = (Object.keys(operationPolicies) as OperationId[]).flatMap((id) => {
    const schema = requestSchema(id);
    return schema === undefined ? [] : [[id, schema] as const];
  });

  /** Every value in a request, with references resolved: its place and its schema. */
  function* within(name: string, schema: Schema): Generator<readonly [string, Schema]> {
    const target = typeof schema.$ref === 'string' ? dereference<Schema>({ $ref: schema.$ref }) : schema;
    yield [name, target];
    for (const [key, child] of Object.entries((target.properties ?? {}) as Record<string, Schema>))
      yield* within(`${name}.${key}`, child);
    if (target.items !== undefined) yield* within(`${name}[]`, target.items as Schema);
  }
  const all = [...parameters, ...bodies].flatMap(([name, schema]) => [...within(name, schema)]);

  test.each(all.filter(([, { type }]) => type === 'string'))('%s has a longest length', (_name, schema) => {
    if (schema.enum === undefined && schema.format !== 'binary') expect(schema.maxLength).toBeGreaterThan(0);
  });

  test.each(all.filter(([, { type }]) => type === 'array'))('%s has a largest number', (_name, schema) => {
    expect(schema.maxItems).toBeGreaterThan(0);
  });

  test('has one of the types that are checked here', () => {
    for (const [name, schema] of all)
      expect(['string', 'array', 'object', 'boolean'], name).toContain(schema.type);
  });
});
