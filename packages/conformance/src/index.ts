export { parseFixtures, FixturesError, type Fixtures, type Need } from './fixtures/fixtures.js';
export { readings } from './readings/index.js';
export { specification } from './specification/index.js';
export type { Check, Clock } from './suite/check.js';
export { runChecks, type CheckResult, type RunOptions, type RunReport } from './suite/run.js';
export { OtherTermsError } from './suite/terms.js';
