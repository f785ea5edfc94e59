// The command line uses the service only through the SDK, and shows help and checks files before it loads
// that. So it repeats a few numbers of the contract; this test keeps them equal.
import { MAX_NAME } from '@skiptrace/csv/leads';
import { expect, it } from 'vitest';
import { ONE_REQUEST } from '../packages/cli/src/commands/bulk/run.js';
import { REPLAYABLE_MS } from '../packages/cli/src/commands/read-options.js';
import { JOB_STATUSES } from '../packages/cli/src/jobs/words.js';
import { MAX_ROWS } from '../packages/cli/src/leads/inspect.js';
import { DIRECT_UPLOAD_BYTES } from '../packages/cli/src/leads/show.js';
import { DEFAULT_PRICE_CENTS } from '../packages/cli/src/spending.js';
import * as contract from '../packages/contract/src/index.js';

const { limits, operationPolicies } = contract;

it("the contract's numbers and statuses that the command line repeats are the same", () => {
  expect(DEFAULT_PRICE_CENTS).toBe(operationPolicies.skipTraceSingle.priceCents);
  expect(MAX_ROWS).toBe(limits.rowsPerJob);
  expect(ONE_REQUEST).toBe(limits.addressesPerBulkRequest);
  expect(MAX_NAME).toBe(limits.filenameLength);
  expect(DIRECT_UPLOAD_BYTES).toBe(limits.directUploadBytes);
  expect(JOB_STATUSES).toEqual(contract.JOB_STATUSES);
});

it('a key is used again only while the service keeps its answer', () => {
  expect(REPLAYABLE_MS).toBeLessThan(limits.idempotencyKeyHours * 3_600_000);
});
