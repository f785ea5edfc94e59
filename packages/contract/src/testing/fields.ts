// Walks the schemas of the contract, for tests of every field.
import { dereference, openapiDocument, type Schema } from '../document.js';

export interface Field {
  /** `Contact.firstName`, or `Emails[]` for the entries of a list. */
  readonly name: string;
  /** As written at that place: a `$ref` is not followed. */
  readonly schema: Schema;
}

/** Every named schema, and every object or list inside one that declares fields of its own. */
export function* declaredSchemas(): Generator<Field> {
  for (const [name, schema] of Object.entries(openapiDocument.components.schemas))
    yield* within(name, schema);
}

/** Every field that the contract declares. */
export function* declaredFields(): Generator<Field> {
  for (const { name, schema } of declaredSchemas()) {
    for (const [key, field] of Object.entries(propertiesOf(schema)))
      yield { name: `${name}.${key}`, schema: field };
    if (isSchema(schema.items)) yield { name: `${name}[]`, schema: schema.items };
  }
}

// Only schemas that declare fields are followed: `if`, `then`, `not` and `contains` test fields that are declared elsewhere.
function* within(name: string, schema: Schema): Generator<Field> {
  yield { name, schema };
  for (const [key, field] of Object.entries(propertiesOf(schema))) yield* within(`${name}.${key}`, field);
  if (isSchema(schema.items)) yield* within(`${name}[]`, schema.items);
  for (const part of subschemasOf(schema)) if (!('$ref' in part)) yield* within(name, part);
}

/** Places where an example has a field that its schema does not declare; objects stay open, so no validator reports this. */
export function undeclaredFields(schema: Schema, value: unknown): string[] {
  return undeclaredIn([schema], value, '');
}

function undeclaredIn(schemas: Schema[], value: unknown, at: string): string[] {
  const parts = schemas.flatMap(alternatives);
  if (Array.isArray(value)) {
    const items = parts.map((part) => part.items).filter(isSchema);
    return value.flatMap((entry, index) => undeclaredIn(items, entry, `${at}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => {
    const fields = parts.map((part) => propertiesOf(part)[key]).filter(isSchema);
    return fields.length > 0 ? undeclaredIn(fields, entry, `${at}.${key}`) : [`${at}.${key}`];
  });
}

/** The schema and all its alternatives, with references resolved. */
function alternatives(schema: Schema): Schema[] {
  const target = typeof schema.$ref === 'string' ? dereference<Schema>({ $ref: schema.$ref }) : schema;
  return [target, ...subschemasOf(target).flatMap(alternatives)];
}

function subschemasOf(schema: Schema): Schema[] {
  return [schema.oneOf, schema.anyOf, schema.allOf]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .filter(isSchema);
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  return isSchema(schema.properties) ? (schema.properties as Record<string, Schema>) : {};
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}
