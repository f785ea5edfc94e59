import { type OperationId, operationPolicies } from '@skiptrace/contract';
import { describe, expect, it } from 'vitest';
import { knownOperationAt } from './operations.js';
import { type Meaning, mayResend } from './outcome.js';

const meanings: Meaning[] = [
  'done',
  'refused',
  'rate-limited',
  'not-sent',
  'declared-failure',
  'unclear',
  'garbled',
];

/** Meanings after which a request may be sent again: with any server, then additionally with one that echoes keys. */
const expected: Record<OperationId, { always: Meaning[]; withKey: Meaning[] }> = {
  skipTraceSingle: {
    always: ['rate-limited', 'not-sent', 'declared-failure'],
    withKey: ['unclear', 'garbled'],
  },
  skipTraceBulk: {
    always: ['rate-limited', 'not-sent', 'declared-failure'],
    withKey: ['unclear', 'garbled'],
  },
  createSkipTraceJob: { always: ['rate-limited', 'not-sent', 'declared-failure', 'unclear'], withKey: [] },
  getSkipTraceJob: { always: ['rate-limited', 'not-sent', 'declared-failure', 'unclear'], withKey: [] },
  listSkipTraceJobs: { always: ['rate-limited', 'not-sent', 'declared-failure', 'unclear'], withKey: [] },
  getAccount: { always: ['rate-limited', 'not-sent', 'declared-failure', 'unclear'], withKey: [] },
  listDeliveries: { always: ['rate-limited', 'not-sent', 'declared-failure', 'unclear'], withKey: [] },
  uploadSkipTraceJobFile: { always: ['rate-limited', 'not-sent'], withKey: [] },
  markSkipTraceJobUploaded: { always: ['rate-limited', 'not-sent'], withKey: [] },
  confirmSkipTraceJob: { always: ['rate-limited', 'not-sent'], withKey: [] },
  cancelSkipTraceJob: { always: ['rate-limited', 'not-sent'], withKey: [] },
  sendContactMessage: { always: ['rate-limited', 'not-sent', 'declared-failure'], withKey: [] },
};

describe('whether a request may be sent again', () => {
  it.each(Object.entries(operationPolicies))(
    '%s: as its policy in the contract says',
    (id, { method, path }) => {
      const operation = knownOperationAt(
        method,
        path.replace('{jobId}', '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90'),
      )?.operation;
      if (!operation) throw new Error(`${id} was not found by its method and path`);
      expect(operation.id).toBe(id);
      const { always, withKey } = expected[operation.id];
      const resent = (keyHonored: boolean) =>
        meanings.filter((meaning) => mayResend(operation, meaning, keyHonored));
      expect(resent(false).sort()).toEqual([...always].sort());
      expect(resent(true).sort()).toEqual([...always, ...withKey].sort());
    },
  );
});
