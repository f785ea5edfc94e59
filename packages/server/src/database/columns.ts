import type { EntitySchemaColumnOptions, ValueTransformer } from 'typeorm';

// PostgreSQL's driver returns BIGINT as text; SQLite's returns numbers. Cents and milliseconds fit a JavaScript number.
const toNumber: ValueTransformer = {
  to: (value: number | null | undefined) => value,
  from: (value: number | string | null) => (value === null ? null : Number(value)),
};

// PostgreSQL's texts have no character 0. It is stored as U+FFFD, the character for a malformed one.
const withoutNul: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value),
  from: (value: string | null) => value,
};

/** Column kinds that all entities share, portable between SQLite and PostgreSQL. */
export const text: EntitySchemaColumnOptions = { type: 'text', transformer: withoutNul };
export const nullableText: EntitySchemaColumnOptions = { ...text, nullable: true };
export const integer: EntitySchemaColumnOptions = { type: 'bigint', transformer: toNumber };
export const nullableInteger: EntitySchemaColumnOptions = { ...integer, nullable: true };
export const id: EntitySchemaColumnOptions = { type: 'text', primary: true };

/** The column of a property: `balanceCents` is `balance_cents`, which plain SQL need not quote on any database. */
export const columnName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
