import { Failure, didYouMean } from './failures/failure.js';
import { plainJson } from './terminal/text.js';

/** The document that `--json` prints. Help, the check of `--json=a,b` and printing all use these fields. */
export interface JsonDocument {
  /** Description if the fields alone are not enough: `an array`, `the API response`. */
  readonly is?: string;
  readonly fields: readonly string[];
}

/** The fields that `--json` asks for: all fields of the command's document, or some of them. */
export interface JsonWish {
  /** All fields, as the command's description lists them. */
  readonly declared: readonly string[];
  /** Fields requested by `--json=a,b`; undefined for all. */
  readonly only: readonly string[] | undefined;
}

/**
 * Checks the fields of `--json=a,b` against the command's description, before anything is done.
 * @throws Failure usage
 */
export function jsonWish({ fields: declared }: JsonDocument, text: string | undefined): JsonWish | undefined {
  if (text === undefined) return undefined;
  if (text === '') return { declared, only: undefined };
  const only = text.split(',').map((field) => field.trim());
  for (const field of only) {
    if (!isField(field, declared)) throw noSuchField(field, declared);
  }
  return { declared, only };
}

/** The names inside a field, so that `--json` refuses a misspelt one before anything is paid for. */
export const INSIDE: Readonly<Record<string, readonly string[]>> = {
  contact:
    'firstName lastName fullName propertyAddress propertyCity propertyState propertyZip mailingAddress mailingCity mailingState mailingZip'.split(
      ' ',
    ),
  phones: ['number', 'type', 'dnc', 'dncChecked'],
  input: ['address', 'city', 'state', 'zip'],
  columnMapping: ['address', 'city', 'state', 'zip', 'firstName', 'lastName'],
  dailyMisses: ['limit', 'used', 'remaining', 'resetsAt'],
  requestsPerMinute: ['single', 'bulk', 'jobs'],
  fields: ['field', 'headers', 'from', 'sample', 'sure', 'reason'],
  doubts: ['what', 'kind', 'count', 'rows'],
  fixed: ['output', 'repairs'],
};

/** True if a document with these fields has this one: `contact`, or a name inside it: `contact.fullName`. */
export function isField(field: string, declared: readonly string[]): boolean {
  const [first = '', ...inner] = field.split('.');
  if (!declared.includes(first)) return false;
  return inner.length === 0 || (inner.length === 1 && (INSIDE[first] ?? []).includes(inner[0] ?? ''));
}

export function noSuchField(field: string, declared: readonly string[], hint?: string): Failure {
  const [first = ''] = field.split('.');
  const inside = field.includes('.') && declared.includes(first) ? (INSIDE[first] ?? []) : undefined;
  const fields = inside === undefined ? declared : inside.map((name) => `${first}.${name}`);
  return new Failure(
    'usage',
    `There's no field "${field}". Fields: ${fields.join(', ')}.${didYouMean(field, fields)}`,
    { hint },
  );
}

/** Prints the document with `--json`, else the text, if there is one. */
export async function print(
  { json, console }: { json: JsonWish | undefined; console: { data(text: string): Promise<void> } },
  value: unknown,
  text = '',
): Promise<void> {
  const printed = json ? renderJson(value, json) : text;
  if (printed !== '') await console.data(printed);
}

/** The JSON of a command: one document on one line. */
export function renderJson(value: unknown, wish: JsonWish): string {
  return `${plainJson(JSON.stringify(inShape(value, wish)))}\n`;
}

/**
 * The document as described, or each element of it if it is a list: every declared field is there, null if
 * there is no value. Fields added by a newer service are kept unless specific fields were asked for.
 */
export function inShape(value: unknown, { declared, only }: JsonWish): unknown {
  if (Array.isArray(value)) return value.map((element) => inShape(element, { declared, only }));
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  const named = Object.fromEntries((only ?? declared).map((field) => [field, valueAt(record, field)]));
  return only ? named : { ...named, ...withoutUndefined(record) };
}

/** The value at `phones` or `contact.fullName`; for a list, each element's value. */
function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>(step, value) ?? null;
}

function step(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((element) => step(element, name));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  return (value as Record<string, unknown>)[name];
}

const withoutUndefined = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** Text of a file or a pipe: UTF-8, or UTF-16 with a byte order mark, as PowerShell's `>` writes it. No mark stays. */
export function decodeText(bytes: Uint8Array): string {
  const mark = bytes[0] === undefined || bytes[1] === undefined ? 0 : bytes[0] * 256 + bytes[1];
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
