import { describeNeed, type Fixtures, type Given, type Need } from '../fixtures/fixtures.js';
import { type Exchange, requestIdOf, summaryOf, Mismatch, Skip } from '../http/exchange.js';
import { Http } from '../http/http.js';
import { Purse } from './purse.js';
import type { Check, Clock, Context } from './check.js';
import { PAYING, requireDefaultTerms } from './terms.js';
import { Wallet } from '../http/cost.js';

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
 * @throws RefusedKeyError before the first check, if the paying key is not accepted
 * @throws OtherTermsError before the first check, if an account that can be charged has a price or limits of
 * its own
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
    return requireDefaultTerms(
      this.#http(() => undefined),
      this.#payers,
    );
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
      return {
        ...named,
        outcome: 'failed',
        ...failure(error, exchanges.at(-1)),
        exchanges: exchanges.length,
      };
    }
  }

  #context(exchanges: Exchange[]): Context<Need> {
    const { key, fixtures, clock } = this.options;
    const context: Context<Need> = {
      http: this.#http((exchange) => exchanges.push(exchange)),
      key,
      // The fixtures of a check were looked up before it runs; it gets no others.
      given: fixtures as Given<Need>,
      wallet: this.wallet,
      jobCosts: this.#jobCosts,
      purse: () => this.#openPurse(),
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
