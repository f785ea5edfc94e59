import { limits, type BulkSkipTraceResponse } from '@skiptrace/contract';
import type { Given, Need, Account, FullAddress } from '../fixtures.js';
import { type Wallet, excerpt, type Exchange, Mismatch, CENTS_PER_MATCH, Skip } from '../http/exchange.js';
import type { Http } from '../http/http.js';

/** Context of a check. */
export interface Context<N extends Need = never> {
  readonly http: Http;
  /** Key of the account that pays for the run. */
  readonly key: string;
  readonly given: Given<N>;
  readonly wallet: Wallet;
  /** Maximum cost of each job, in cents, by its id. */
  readonly jobCosts: Map<string, number>;
  /** Account of the fixtures with little money, and its balance as read now. @throws Skip if the fixtures have no such account, or it covers fewer matches */
  readonly purse: (atLeast: number) => Promise<OpenPurse>;
  readonly clock: Clock;
  /** Runs a scenario the first time and returns its result to every later check. */
  once<T>(scenario: (context: Context<N>) => Promise<T>): Promise<T>;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** One sentence of the specification that can be observed over HTTP. */
export interface Check {
  readonly id: string;
  readonly section: string;
  /** The expected behavior, in our words. */
  readonly sentence: string;
  readonly needs: readonly Need[];
  /** True if it uses up a window (a minute, a day): it runs after all others. */
  readonly late: boolean;
  run(context: Context<Need>): Promise<void>;
}

interface CheckDefinition<N extends Need> {
  id: string;
  sentence: string;
  needs?: readonly N[];
  late?: boolean;
  run(context: Context<N>): unknown;
}

/** A check before its section is known. Its `run` gets the fixtures it needs, and no others. */
export const check = <N extends Need = never>(definition: CheckDefinition<N>): Omit<Check, 'section'> => ({
  id: definition.id,
  sentence: definition.sentence,
  needs: definition.needs ?? [],
  late: definition.late ?? false,
  run: async (context) => {
    await definition.run(context);
  },
});

/** The checks of one section of the specification. */
export const inSection = (section: string, checks: readonly Omit<Check, 'section'>[]): Check[] =>
  checks.map((each) => ({ ...each, section }));

// Expectations about answers. Each throws a Mismatch with the expected and the actual answer.

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
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type of the schema
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

export interface OpenPurse {
  readonly key: string;
  /** Number of matches that the balance covered when the check began. */
  readonly matches: number;
  /** Measures the balance again, and compares. @param matches charged since the check began */
  expectCharged(matches: number, after: string): Promise<void>;
}

/**
 * An account with a balance that is measured from outside. No operation returns a balance, but a bulk of n
 * addresses is refused with 402 unless the balance covers n matches, and costs nothing if all of them miss.
 * So the balance is known to four cents: the largest n that passes.
 */
export class Purse {
  #matches: number;
  #measured = false;

  constructor(
    private readonly account: Account & { balanceCents: number },
    private readonly miss: FullAddress,
  ) {
    this.#matches = Math.min(Math.floor(account.balanceCents / CENTS_PER_MATCH), largest);
  }

  /** Measures the balance for one check. @param http records the check's exchanges @throws Skip if it covers fewer matches */
  async open(http: Http, atLeast: number): Promise<OpenPurse> {
    if (!this.#measured) await this.#measure(http);
    const before = this.#matches;
    if (before < atLeast) throw new Skip(`the purse covers ${before} matches, and ${atLeast} are needed`);
    const expectCharged = async (matches: number, after: string) => {
      await this.#measure(http);
      const cents = (count: number) => count * CENTS_PER_MATCH;
      expectEqual(`cents charged to the balance ${after}:`, cents(before - this.#matches), cents(matches));
    };
    return { key: this.account.key, matches: before, expectCharged };
  }

  async #measure(http: Http): Promise<void> {
    this.#measured = false;
    while (this.#matches < largest && (await this.#passes(http, this.#matches + 1))) this.#matches += 1;
    while (this.#matches > 0 && !(await this.#passes(http, this.#matches))) this.#matches -= 1;
    this.#measured = true;
  }

  async #passes(http: Http, matches: number): Promise<boolean> {
    const addresses = Array.from({ length: matches }, () => this.miss);
    const exchange = await http.send({
      method: 'POST',
      path: '/api/v1/skip-trace-bulk',
      key: this.account.key,
      json: { addresses },
    });
    expectStatus(exchange, 200, 402);
    if (exchange.status === 402) return false;
    const { matched } = expectBody<BulkSkipTraceResponse>(exchange, 200);
    expectEqual('matches among the fixture miss:', matched, 0, exchange);
    return true;
  }
}

/** One more address must still fit into a bulk request. */
const largest = limits.addressesPerBulkRequest - 1;
