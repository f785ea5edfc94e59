import type { EntitySchemaColumnOptions, ValueTransformer } from 'typeorm';

// PostgreSQL rejects NUL in text. It is stored as U+FFFD, the replacement character.
const withoutNul: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value),
  from: (value: string | null) => value,
};

/** Column types that all entities share, portable between SQLite and PostgreSQL. */
export const text: EntitySchemaColumnOptions = { type: 'text', transformer: withoutNul };
export const nullableText: EntitySchemaColumnOptions = { ...text, nullable: true };
export const integer: EntitySchemaColumnOptions = { type: 'bigint' };
export const nullableInteger: EntitySchemaColumnOptions = { ...integer, nullable: true };
export const id: EntitySchemaColumnOptions = { type: 'text', primary: true };

/** The column of a property: `balanceCents` becomes `balance_cents`, which needs no quotes in any database's SQL. */
export const columnName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of properties in a table with this alias, for `question`: `{ balanceCents: 'a.balance_cents' }`. */
export const columnsOf = <Property extends string>(
  alias: string,
  properties: readonly Property[],
): Record<Property, string> =>
  Object.fromEntries(properties.map((name) => [name, `${alias}.${columnName(name)}`])) as Record<
    Property,
    string
  >;
