import type { Given, Need } from '../fixtures/fixtures.js';
import type { Http } from '../http/http.js';
import type { Purse } from './purse.js';
import type { Wallet } from '../http/cost.js';

/** Context of a check. */
export interface Context<N extends Need = never> {
  readonly http: Http;
  /** Key of the account that pays for the run. */
  readonly key: string;
  readonly given: Given<N>;
  readonly wallet: Wallet;
  /** Maximum cost of each job, in cents, by its id. */
  readonly jobCosts: Map<string, number>;
  /** The account with the small balance. @throws Skip if the fixtures name none */
  readonly purse: () => Purse;
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
  run(context: Context<N>): Promise<void> | void;
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
