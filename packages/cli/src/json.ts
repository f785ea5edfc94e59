import { Failure } from './failures/failure.js';
import { didYouMean } from './failures/nearest.js';
import type { JsonWish } from './context.js';

/** The JSON of a command: one document on one line. With `--json=a,b` only these fields, of each element if it is a list. */
export function renderJson(value: unknown, wish: JsonWish): string {
  return `${JSON.stringify(wish.fields === undefined ? value : pick(value, wish.fields))}\n`;
}

function pick(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((element) => pick(element, fields));
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  const names = Object.keys(record);
  const unknown = fields.find((field) => !Object.hasOwn(record, field));
  if (unknown !== undefined) {
    throw new Failure(
      'usage',
      `There is no field "${unknown}"; there are ${names.join(', ')}.${didYouMean(unknown, names)}`,
    );
  }
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}
