export { parseFixtures, FixturesError, type Fixtures, type Need } from './fixtures.js';
export { readings, specification } from './checks.js';
export type { Check, Clock } from './suite/check.js';
export {
  runChecks,
  type CheckResult,
  type RunOptions,
  type RunReport,
  CannotBegin,
  OtherTermsError,
} from './suite/run.js';
