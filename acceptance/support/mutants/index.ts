import { handMutants, limitMutants } from './by-hand.js';
import { contractMutants } from './contract.js';
import type { Mutant } from '../mutating-proxy.js';

export { rightLimits } from './by-hand.js';
export type { Mutant } from '../mutating-proxy.js';

/** Broken servers, each in one way; together they break every check. */
export const mutants: readonly Mutant[] = [
  ...contractMutants.accepting,
  ...limitMutants,
  ...handMutants,
  ...contractMutants.answering,
  ...contractMutants.refusing,
];

/** Checks that fail only on a server with its own limits: on others they would use up a minute, or a day. */
export const limitNames: ReadonlySet<string> = new Set(limitMutants.map(({ name }) => name));
