import { fileMutants } from './files.js';
import { jobMutants } from './jobs.js';
import { limitMutants } from './limits.js';
import { lookupMutants } from './lookups.js';
import { moneyMutants } from './money.js';
import type { Mutant } from './mutant.js';
import { refusalMutants } from './refusals.js';

export { rightLimits } from './limits.js';
export type { Mutant } from './mutant.js';

/** Broken servers, each in one way; together they break every check. */
export const mutants: readonly Mutant[] = [
  ...refusalMutants,
  ...lookupMutants,
  ...moneyMutants,
  ...jobMutants,
  ...fileMutants,
  ...limitMutants,
];
