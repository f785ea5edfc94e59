// Checks that the types are convenient: `tsc` checks the types of this file, vitest runs it.
import { expect, expectTypeOf, test } from 'vitest';
import { responseExamples } from './examples.js';
import {
  JOB_STATUSES,
  operationPolicies,
  type BulkLookupResult,
  type Contact,
  type JobStatus,
  type OperationId,
  type Phone,
  type SkipTraceJob,
  type SkipTraceResponse,
} from './index.js';

test('found distinguishes a match from a miss, in types as in values', () => {
  const answers = responseExamples('skipTraceSingle', 200).map(({ value }) => value as SkipTraceResponse);
  for (const answer of answers) {
    if (answer.found) {
      expectTypeOf(answer.contact).toEqualTypeOf<Contact>();
      expectTypeOf(answer.phones).toEqualTypeOf<Phone[]>();
      expect(answer.charged).toBe(4);
    } else {
      expectTypeOf(answer.contact).toEqualTypeOf<null>();
      expectTypeOf(answer).not.toHaveProperty('charged');
      expect(Object.keys(answer)).toEqual(['success', 'found', 'contact']);
    }
  }
});

test('an entry of a bulk has a number of cents in both cases', () => {
  expectTypeOf<BulkLookupResult['charged']>().toEqualTypeOf<number>();
  expectTypeOf<Extract<BulkLookupResult, { found: true }>['contact']>().toEqualTypeOf<Contact>();
});

test('lists and policies have the exact types', () => {
  const last = JOB_STATUSES[JOB_STATUSES.length - 1];
  expectTypeOf<(typeof JOB_STATUSES)[number]>().toEqualTypeOf<JobStatus>();
  expect(last).toBe('cancelled');

  const { safety } = operationPolicies.confirmSkipTraceJob;
  expectTypeOf(safety).toEqualTypeOf<'charged'>();
  expect(safety).toBe('charged');

  expectTypeOf<keyof typeof operationPolicies>().toEqualTypeOf<OperationId>();
  expectTypeOf<SkipTraceJob['totalRows']>().toEqualTypeOf<number | null | undefined>();
});
