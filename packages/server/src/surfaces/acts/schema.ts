// Builders of the app's schemas: type, rules and words of a field in one line. TypeBox gives the static type, and JSON Schema.
import type { components } from '@skiptrace/contract';
import { Type, type Static, type TProperties, type TSchema } from 'typebox';

type Rules = Record<string, unknown>;
/** Meaning of a field, then its rules; or either alone. */
type Words = readonly [words?: string | Rules, rules?: Rules];

const described = ([words, rules]: Words): Rules =>
  typeof words === 'string' ? { description: words, ...rules } : { ...words, ...rules };

export const text = (...words: Words) => Type.String(described(words));
export const int = (...words: Words) => Type.Integer(described(words));
/** Option of a command for a field in cents. */
export const dollarsOf = (field: string, words: string, bounds: Rules) =>
  int(words, { ...bounds, 'x-dollars-of': field });
export const number = (...words: Words) => Type.Number(described(words));
export const bool = (...words: Words) => Type.Boolean(described(words));
export const time = (...words: Words) => text({ ...described(words), format: 'date-time' });
export const day = (...words: Words) => text({ ...described(words), format: 'date' });

/** Text about a person or their property: never logged. */
export const personal = (...words: Words) => text({ ...described(words), 'x-skiptrace-personal-data': true });
/** Text that alone gives access: never logged. */
export const secret = (...words: Words) => text({ ...described(words), 'x-skiptrace-secret': true });

/** Rules of a text that is not blank. */
export const filled = (maxLength: number): Rules => ({
  minLength: 1,
  maxLength,
  pattern: '\\S',
  'x-skiptrace-must': 'not be empty',
});

export const choice = <const Value extends string | boolean>(values: readonly Value[], ...words: Words) =>
  Type.Unsafe<Value>({ type: typeof values[0], enum: [...values], ...described(words) });

export const list = <Item extends TSchema>(items: Item, ...words: Words) =>
  Type.Array(items, described(words));

/** An object with more fields, or with unknown fields, is open where a rule says so. */
export const object = <Fields extends TProperties>(fields: Fields, ...words: Words) =>
  Type.Object(fields, described(words));

/** The body of a request: it has no other fields. */
export const form = <Fields extends TProperties>(fields: Fields, ...words: Words) =>
  Type.Object(fields, { ...described(words), additionalProperties: false });

/** Names that are no fields, each with a value of one kind. */
export const record = <Value extends TSchema>(values: Value, ...words: Words) =>
  Type.Unsafe<Record<string, Static<Value>>>({
    type: 'object',
    ...described(words),
    additionalProperties: values,
  });

/** Originals by copy: TypeBox copies a schema that is made optional, and the copy keeps its name in the document. */
const originals = new WeakMap<TSchema, TSchema>();
export const originalOf = (schema: TSchema): TSchema => originals.get(schema) ?? schema;

export function maybe<Schema extends TSchema>(schema: Schema) {
  const optional = Type.Optional(schema);
  originals.set(optional, schema);
  return optional;
}

/** Null, or a value: of a plain kind, or described by a schema of its own. */
export function orNull<Schema extends TSchema>(schema: Schema, ...words: Words) {
  const { type, enum: values, ...rules } = schema as TSchema & { type?: string; enum?: readonly unknown[] };
  return Type.Unsafe<Static<Schema> | null>(
    type === undefined || type === 'object' || type === 'array'
      ? { oneOf: [schema, { type: 'null' }], ...described(words) }
      : { type: [type, 'null'], ...rules, ...(values && { enum: [...values, null] }), ...described(words) },
  );
}

export const oneOf = <const Schemas extends readonly TSchema[]>(...schemas: Schemas) =>
  Type.Unsafe<Static<Schemas[number]>>({ oneOf: schemas });

/** A schema of openapi.yaml. */
export const contract = <Name extends keyof components['schemas']>(name: Name) =>
  Type.Unsafe<components['schemas'][Name]>({ $ref: `../../openapi.yaml#/components/schemas/${name}` });

/** The query of a list that is read in pages. */
export const page = (limit: number, maximum: number) => ({
  cursor: maybe(text('nextCursor of the page before.', { maxLength: 200 })),
  limit: maybe(int({ minimum: 1, maximum, default: limit })),
});
