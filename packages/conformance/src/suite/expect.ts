// Expectations about answers. Each throws a Mismatch with the expected and the actual answer.
import { excerpt, type Exchange, Mismatch } from '../http/exchange.js';

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};

export function expectThat(holds: boolean, expected: string, received: unknown, exchange?: Exchange): void {
  if (!holds)
    throw new Mismatch(expected, typeof received === 'string' ? received : shown(received), exchange);
}

export function expectEqual(what: string, received: unknown, expected: unknown, exchange?: Exchange): void {
  expectThat(
    shown(received) === shown(expected) && JSON.stringify(received) === JSON.stringify(expected),
    `${what} ${shown(expected)}`,
    received,
    exchange,
  );
}

export function expectStatus(exchange: Exchange, ...statuses: readonly number[]): void {
  expectThat(
    statuses.includes(exchange.status),
    `status ${statuses.join(' or ')}`,
    `${exchange.status} ${excerpt(exchange)}`,
    exchange,
  );
}

/** The body of an answer that openapi.yaml has been held against, so that its type is what it says. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller names the type of the schema
export function expectBody<T>(exchange: Exchange, status: number): T {
  expectStatus(exchange, status);
  expectThat(
    exchange.faults.length === 0,
    'an answer as in openapi.yaml',
    exchange.faults.join('; '),
    exchange,
  );
  return exchange.json as T;
}

/** Expects an answer in the Error shape. Returns its message. */
export function expectError(exchange: Exchange, status: number): string {
  expectStatus(exchange, status);
  const error = field(exchange, 'error');
  expectThat(
    typeof error === 'string' && error.trim() !== '',
    'a body with an error that says something',
    excerpt(exchange),
    exchange,
  );
  return String(error);
}

/** Expects a 400 with a message that names each of these fields, and none of the others. */
export function expectInvalid(
  exchange: Exchange,
  fields: readonly string[],
  others: readonly string[] = [],
): void {
  const error = expectError(exchange, 400);
  for (const name of fields) expectThat(names(error, name), `an error that names ${name}`, error, exchange);
  for (const name of others)
    expectThat(!names(error, name), `an error that does not name ${name}`, error, exchange);
}

/** True if a message has a field's name, or path, as a separate word. */
export function names(message: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(^|[^A-Za-z0-9_])${escaped}($|[^A-Za-z0-9_])`, 'i').test(message);
}

/** A field of a JSON object; undefined if the body is not an object. */
export function field({ json }: Exchange, name: string): unknown {
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>)[name] : undefined;
}

/** Expects a page outside the contract: not an Error body. */
export function expectPage(exchange: Exchange, status: number): void {
  expectStatus(exchange, status);
  expectThat(
    field(exchange, 'error') === undefined,
    'a page of the application, not an Error body',
    excerpt(exchange),
    exchange,
  );
}
