import type { JobStatus, SkipTraceJob } from '@skiptrace/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageOfServer } from '../testing/page.js';

type Answer = { status: number; json?: unknown } | null;
/** Answers to reads of the job, in order; the last one repeats. A number is an error status. */
type Reads = readonly (JobStatus | number)[];

let page: Awaited<ReturnType<typeof pageOfServer>> | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await page?.close();
});

/** Approves a job on a server that gives this answer to the approval; every wait ends at once. */
async function approving(answer: Answer, reads: Reads) {
  const asked: string[] = [];
  page = await pageOfServer((request) => {
    asked.push(`${request.method} ${request.url}`);
    return answer;
  });
  vi.resetModules();
  const { approve } = await import('./approve.js');
  const { Problem } = await import('../api/problem.js');
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  let read = 0;
  let unknown = 0;
  const approved = approve('job-1', {
    read: () => {
      const status = reads[Math.min(read, reads.length - 1)] ?? 'preview';
      read += 1;
      if (typeof status === 'number') return Promise.reject(new Problem(`refused with ${status}`, status));
      // Only the status is read here.
      return Promise.resolve({ status } as Partial<SkipTraceJob> as SkipTraceJob);
    },
    onUnknown: () => {
      unknown += 1;
      setImmediate(() => vi.advanceTimersByTime(3_000));
    },
  });
  const outcome = await approved.then(
    () => 'approved',
    (error: unknown) => (error as Error).message,
  );
  return { outcome, asked, read, unknown };
}

const CONFIRM = 'POST /api/user/skip-trace/job-1/confirm';

describe('the approval of a job', () => {
  it('is sent once, and the job is not read once it is answered', async () => {
    expect(await approving({ status: 200, json: { success: true } }, [])).toEqual({
      outcome: 'approved',
      asked: [CONFIRM],
      read: 0,
      unknown: 0,
    });
  });

  it.each<[string, Answer]>([
    ['no answer', null],
    ['a gateway that failed', { status: 502 }],
    ['a 503 that leaves it open', { status: 503, json: { error: 'It is not known.' } }],
  ])('is not sent again after %s: the job is asked until it shows the approval', async (_, answer) => {
    expect(await approving(answer, ['preview', 502, 'preview', 'confirmed'])).toEqual({
      outcome: 'approved',
      asked: [CONFIRM],
      read: 4,
      unknown: 3,
    });
  });

  it('is reported as having no effect only when it can no longer arrive', async () => {
    const { outcome, asked, unknown } = await approving(null, ['preview']);
    expect(outcome).toContain('The job still waits: the approval had no effect, and nothing was charged.');
    expect(asked).toEqual([CONFIRM]);
    // A minute, with one read every three seconds.
    expect(unknown).toBe(20);
  });

  it('ends when the session ends: the outcome is unknown here', async () => {
    expect(await approving(null, ['preview', 401])).toMatchObject({
      outcome: 'refused with 401',
      unknown: 1,
    });
  });

  it('succeeds if another tab approved first', async () => {
    const refusal = { status: 409, json: { error: 'The job is confirmed.' } };
    expect(await approving(refusal, ['confirmed'])).toMatchObject({ outcome: 'approved', unknown: 0 });
  });

  it.each<[number, JobStatus | number]>([
    [402, 'preview'],
    [409, 'cancelled'],
    [500, 503],
  ])('that is refused with %i says why, and is not waited for', async (status, read) => {
    const refusal = { status, json: { error: 'Refused.' } };
    expect(await approving(refusal, [read])).toMatchObject({ outcome: 'Refused.', read: 1, unknown: 0 });
  });
});
