import { handMutants } from './by-hand.js';
import { contractMutants } from './contract.js';
import { limitMutants } from './limits.js';
import type { Mutant } from './mutant.js';

export { rightLimits } from './limits.js';
export type { Mutant } from './mutant.js';

/** Broken servers, each in one way; together they break every check. */
export const mutants: readonly Mutant[] = [
  ...contractMutants.accepting,
  ...limitMutants,
  ...handMutants,
  ...contractMutants.answering,
  ...contractMutants.refusing,
];

/** The checks that only a server with limits of its own can fail: the others would use up a minute, or a day. */
export const limitNames: ReadonlySet<string> = new Set(limitMutants.map(({ name }) => name));
