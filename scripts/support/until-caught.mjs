// Setup of the tests against a mutant: when one has failed and one has passed, the rest of them has nothing to add.
import { afterEach, beforeEach } from 'vitest';

const seen = new Set();
beforeEach(({ skip }) => skip(seen.has('pass') && seen.has('fail'), 'the mutant is caught'));
afterEach(({ task }) => void seen.add(task.result?.state));
