import type { CommandSpec } from './commands/command.js';
import { Failure } from './failures/failure.js';
import { didYouMean } from './failures/nearest.js';
import { plainJson } from './terminal/text.js';

/** What `--json` asks for: the fields of the command's document, or some of them. */
export interface JsonWish {
  /** All fields, as the command's description lists them. */
  readonly declared: readonly string[];
  /** Those of `--json=a,b`; undefined for all. */
  readonly only: readonly string[] | undefined;
}

/**
 * Checks the fields of `--json=a,b` against the command's description, before anything is done.
 * @throws Failure usage
 */
export function jsonWish({ json }: CommandSpec, text: string | undefined): JsonWish | undefined {
  if (text === undefined) return undefined;
  const declared = json.fields;
  if (text === '') return { declared, only: undefined };
  const only = text.split(',').map((field) => field.trim());
  for (const field of only) {
    if (!declared.includes(field)) throw noSuchField(field, declared);
  }
  return { declared, only };
}

export function noSuchField(field: string, declared: readonly string[], hint?: string): Failure {
  return new Failure(
    'usage',
    `There is no field "${field}"; there are ${declared.join(', ')}.${didYouMean(field, declared)}`,
    { hint },
  );
}

/** The JSON of a command: one document on one line. */
export function renderJson(value: unknown, wish: JsonWish): string {
  return `${plainJson(JSON.stringify(inShape(value, wish)))}\n`;
}

/**
 * The document as described, or each element of it if it is a list: every declared field is there, as null where there
 * is nothing to say. What a newer service adds is kept unless fields were asked for.
 */
export function inShape(value: unknown, { declared, only }: JsonWish): unknown {
  if (Array.isArray(value)) return value.map((element) => inShape(element, { declared, only }));
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  const named = Object.fromEntries((only ?? declared).map((field) => [field, record[field] ?? null]));
  return only ? named : { ...named, ...withoutUndefined(record) };
}

const withoutUndefined = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
