import { dereference, type Schema } from '@skiptrace/contract/document';
import fc from 'fast-check';

/** Texts known to break servers. */
export const NASTY_TEXT: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff1',
    '\u2028',
    '\ufeff',
    "' OR 1=1; DROP TABLE accounts; --",
    '"; SELECT 1 --',
    '=HYPERLINK("http://example.com")',
    '../../etc/passwd',
    '%00',
    '${7*7}{{7*7}}',
    '<script>alert(1)</script>',
    '__proto__',
    'constructor',
    'x'.repeat(3_000),
    '9'.repeat(400),
  ),
  fc.string({ unit: 'binary' }),
);

const STRANGE_VALUES = fc.oneof(
  NASTY_TEXT,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, 0, -1, 1e308, [], {}, [null], { $ref: '#' }),
);

/** Arbitrary of values that a schema of openapi.yaml allows. Supports the keywords used in its requests. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const found = dereference<Schema>(schema);
  const {
    type,
    properties = {},
    required = [],
    items = {},
    examples = [],
  } = found as {
    type: string;
    properties?: Record<string, Schema>;
    required?: readonly string[];
    items?: Schema;
    examples?: readonly unknown[];
  };
  if (Array.isArray(found.enum)) return fc.constantFrom<unknown>(...(found.enum as unknown[]));
  switch (type) {
    case 'object': {
      const fields = Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, valuesOf(field)]),
      );
      return fc.record(fields, { requiredKeys: [...required] });
    }
    case 'array':
      return fc.array(valuesOf(items), { minLength: Number(found.minItems ?? 0), maxLength: 5 });
    case 'boolean':
      return fc.boolean();
    case 'string': {
      const known = examples.length > 0 ? [fc.constantFrom(...examples)] : [];
      if (typeof found.pattern !== 'string' && found.format === undefined)
        known.push(fc.string({ minLength: 5 }));
      return fc.oneof(...known);
    }
    default:
      throw new Error(`requests of openapi.yaml had no type ${type} so far`);
  }
}

/** Arbitrary of values that mostly violate the schema somewhere. */
export const brokenValuesOf = (schema: Schema): fc.Arbitrary<unknown> =>
  fc
    .tuple(valuesOf(schema), fc.array(fc.nat()), STRANGE_VALUES)
    .map(([value, path, strange]) => spoil(value, path, strange));

function spoil(value: unknown, [step, ...path]: readonly number[], strange: unknown): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return strange;
  if (Array.isArray(value)) {
    const at = step % Math.max(1, value.length);
    return [...value.slice(0, at), spoil(value[at], path, strange), ...value.slice(at + 1)] as unknown[];
  }
  const entries = Object.entries(value as Record<string, unknown>);
  const at = step % (entries.length + 1);
  const entry = entries[at];
  if (entry === undefined) return { ...value, [String(strange).slice(0, 50)]: strange };
  return { ...value, [entry[0]]: spoil(entry[1], path, strange) };
}
