import { limits, operationPolicies } from '@skiptrace/contract';
import { describeNeed, type Fixtures, type Given, type Need } from '../fixtures.js';
import {
  type Exchange,
  requestIdOf,
  summaryOf,
  Mismatch,
  Skip,
  Wallet,
  CENTS_PER_MATCH,
  dollars,
} from '../http/exchange.js';
import { Http, NoAnswer } from '../http/http.js';
import { Purse, type Check, type Clock, type Context } from './check.js';

export interface RunOptions {
  /** Base URL of the service, without `/api`. */
  baseUrl: string;
  /** Key of the account that pays. */
  key: string;
  fixtures: Fixtures;
  maxCostCents: number;
  clock: Clock;
  /** Called after every check. */
  onResult?: (result: CheckResult) => void;
}

export interface CheckResult {
  id: string;
  section: string;
  sentence: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** Reason why it was skipped. */
  reason?: string;
  expected?: string;
  received?: string;
  /** The request that failed, and its answer. */
  exchange?: string;
  requestId?: string;
  /** Number of answers it received; a check that passed without any only examined its input. */
  exchanges: number;
  /** Its duration, including waits. */
  ms: number;
}

export interface RunReport {
  results: CheckResult[];
  spentCents: number;
}

/**
 * Runs the checks one after another; checks that use up a window come last.
 *
 * @throws CannotBegin before the first check, if no server answers, the paying key is not accepted, or an
 * account that can be charged has a price or limits of its own
 */
export async function runChecks(checks: readonly Check[], options: RunOptions): Promise<RunReport> {
  const run = new Run(options);
  await run.requireDefaultTerms();
  const results: CheckResult[] = [];
  for (const check of [...checks.filter(({ late }) => !late), ...checks.filter(({ late }) => late)]) {
    const startedAt = options.clock.now();
    const result = { ...(await run.make(check)), ms: options.clock.now() - startedAt };
    results.push(result);
    options.onResult?.(result);
  }
  return { results, spentCents: run.wallet.spentCents };
}

class Run {
  readonly wallet: Wallet;
  readonly #scenarios = new Map<unknown, Promise<unknown>>();
  readonly #jobCosts = new Map<string, number>();
  readonly #payers: ReadonlyMap<string, string>;
  #purse: Purse | undefined;

  constructor(private readonly options: RunOptions) {
    this.wallet = new Wallet(options.maxCostCents);
    this.#payers = payersOf(options);
  }

  requireDefaultTerms(): Promise<void> {
    const http = this.#http(() => undefined);
    return requireDefaultTerms(http, this.#payers, this.options.baseUrl);
  }

  async make(check: Check): Promise<Omit<CheckResult, 'ms'>> {
    const { id, section, sentence } = check;
    const exchanges: Exchange[] = [];
    const named = { id, section, sentence };
    try {
      const missing = check.needs.find((need) => this.options.fixtures[need] === undefined);
      if (missing !== undefined) throw new Skip(`the fixtures have no ${missing}: ${describeNeed(missing)}`);
      await check.run(this.#context(exchanges));
      const broken = exchanges.find(({ faults }) => faults.length > 0);
      if (broken !== undefined)
        throw new Mismatch('an answer as in openapi.yaml', broken.faults.join('; '), broken);
      return { ...named, outcome: 'passed', exchanges: exchanges.length };
    } catch (error) {
      if (error instanceof Skip)
        return { ...named, outcome: 'skipped', reason: error.message, exchanges: exchanges.length };
      const told = failure(error, exchanges.at(-1));
      return { ...named, outcome: 'failed', ...told, exchanges: exchanges.length };
    }
  }

  #context(exchanges: Exchange[]): Context<Need> {
    const { key, fixtures, clock } = this.options;
    const http = this.#http((exchange) => exchanges.push(exchange));
    const context: Context<Need> = {
      http,
      key,
      // The fixtures of a check were looked up before it runs; it gets no others.
      given: fixtures as Given<Need>,
      wallet: this.wallet,
      jobCosts: this.#jobCosts,
      purse: async (atLeast) => this.#openPurse().open(http, atLeast),
      clock,
      once: <T>(scenario: (context: Context<Need>) => Promise<T>) => {
        const first = this.#scenarios.get(scenario) ?? scenario(context);
        this.#scenarios.set(scenario, first);
        // A scenario is stored with its result, under the function that made it.
        return first as Promise<T>;
      },
    };
    return context;
  }

  #http(seen: (exchange: Exchange) => void): Http {
    const { baseUrl, fixtures } = this.options;
    const known = { payers: this.#payers, miss: fixtures.miss?.address, jobs: this.#jobCosts };
    return new Http(baseUrl, this.wallet, known, seen);
  }

  #openPurse(): Purse {
    const { purse, miss } = this.options.fixtures;
    if (purse === undefined || miss === undefined)
      throw new Skip('the fixtures have no purse, or no miss to measure it');
    this.#purse ??= new Purse(purse, miss);
    return this.#purse;
  }
}

const PAYING_FIXTURES = [
  'purse',
  'emptyAccount',
  'otherAccount',
  'freshAccount',
  'missCapAccount',
  'singleRateAccount',
  'bulkRateAccount',
] as const satisfies readonly Need[];

/** Keys of all accounts that can be charged, each with its name in messages. */
function payersOf({ key, fixtures }: RunOptions): ReadonlyMap<string, string> {
  const payers = new Map([[key, PAYING]]);
  for (const name of PAYING_FIXTURES) {
    const account = fixtures[name];
    if (account !== undefined && !payers.has(account.key)) payers.set(account.key, name);
  }
  return payers;
}

function failure(error: unknown, last: Exchange | undefined) {
  const exchange = error instanceof Mismatch ? (error.exchange ?? last) : last;
  const requestId = exchange === undefined ? null : requestIdOf(exchange);
  return {
    expected: error instanceof Mismatch ? error.expected : 'the check to end',
    received: error instanceof Mismatch ? error.received : String(error),
    ...(exchange === undefined ? {} : { exchange: summaryOf(exchange) }),
    ...(requestId === null ? {} : { requestId }),
  };
}

/** Name of the account that pays. */
const PAYING = '--key';

/** No check can be made; the message says why, and what to change. */
export class CannotBegin extends Error {}

/**
 * An account that the run would use has a price or limits of its own. The maximum cost of a run, and many
 * sentences of the specification, are true only at the contract's defaults.
 */
export class OtherTermsError extends CannotBegin {}

/**
 * Reads every account that can be charged, at `GET /api/user/account`. A server that does not offer the
 * operation, or answers in another shape, is assumed to have the defaults: it may be any server.
 *
 * @param payers name of each account in messages, by its key
 * @throws CannotBegin if no server answers or the paying key is not accepted
 * @throws OtherTermsError naming the accounts and what to change
 */
async function requireDefaultTerms(
  http: Http,
  payers: ReadonlyMap<string, string>,
  baseUrl: string,
): Promise<void> {
  const described = await Promise.all(
    [...payers].map(async ([key, name]) => {
      const { status, json, silence } = await read(http, '/api/user/account', key);
      if (name === PAYING && (silence !== undefined || status === 401)) {
        // If only this operation fails, the run goes on: a check reports it.
        const jobs = await read(http, '/api/user/skip-trace', key);
        if (silence !== undefined && jobs.silence !== undefined)
          throw new CannotBegin(`Can't reach ${baseUrl} (${silence}). ${NOTHING_DONE}`);
        if (status === 401 && jobs.status === 401)
          throw new CannotBegin(
            `The service does not accept the key of --key or SKIPTRACE_API_KEY (401). ${NOTHING_DONE}`,
          );
      }
      const others = differences(status === 200 ? json : undefined);
      return others.length === 0 ? [] : [`${name} (${others.join(', ')})`];
    }),
  );
  const accounts = described.flat();
  if (accounts.length === 0) return;
  throw new OtherTermsError(
    `The suite can only be run with accounts at the default price and limits, and these have others: ` +
      `${accounts.join('; ')}. Set them back to the defaults or use other accounts; nothing was charged.`,
  );
}

const NOTHING_DONE = 'No check was made and nothing was charged.';

/** Sends a GET. Returns the status and JSON of the answer; if no answer came, `silence` is the reason. */
async function read(
  http: Http,
  path: string,
  key: string,
): Promise<{ status?: number; json?: unknown; silence?: string }> {
  try {
    const { status, json } = await http.send({ method: 'GET', path, key });
    return { status, json };
  } catch (error) {
    if (error instanceof NoAnswer) return { silence: error.reason };
    throw error;
  }
}

const perMinute = (count: unknown) => `${String(count)} a minute`;

/** Terms of an account by their path in the answer: their name, the contract's default, and how a value is said. */
const TERMS: Readonly<Record<string, readonly [string, number, (value: number) => string]>> = {
  pricePerMatchCents: ['price of a match', CENTS_PER_MATCH, dollars],
  'dailyMisses.limit': ['free misses a day', limits.dailyMissLimit, String],
  'requestsPerMinute.single': [
    'single lookups',
    operationPolicies.skipTraceSingle.rateLimit.limit,
    perMinute,
  ],
  'requestsPerMinute.bulk': ['bulk lookups', operationPolicies.skipTraceBulk.rateLimit.limit, perMinute],
  freeRepeatDays: ['free repeats for', 0, (days) => `${days} days`],
};

function differences(account: unknown): string[] {
  if (valueAt(account, 'mode') === 'test') return ['a test key, which charges nothing: use a live one'];
  return Object.entries(TERMS).flatMap(([path, [name, expected, say]]) => {
    const value = valueAt(account, path);
    return typeof value !== 'number' || value === expected
      ? []
      : [`${name} ${say(value)} instead of ${say(expected)}`];
  });
}

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
      value,
    );
