import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageOfServer } from '../../testing/page.js';
import type { SendOptions, SendState } from './send-file.js';

const SENDING = {
  idempotencyKey: 'once',
  columnMapping: { address: 'A', city: 'B', state: 'C', zip: 'D' },
  contentDigest: 'f'.repeat(64),
  jobId: null,
  bytes: 4,
  priceCents: 4,
  askedFor: 1,
};
const CREATED = {
  jobId: 'job-1',
  uploadMethod: 'presigned',
  uploadUrl: 'http://elsewhere/files/uploads/job-1',
};
type Answer = { status: number; json?: unknown; headers?: Record<string, string> } | null;

let page: Awaited<ReturnType<typeof pageOfServer>> | undefined;
afterEach(() => page?.close());

/** Sends a file to a server that expects these requests in this order; returns the outcome and the requests. */
async function sending(answers: readonly (readonly [string, Answer])[], changed: Partial<SendOptions> = {}) {
  const asked: string[] = [];
  const accounts = new Set<string | undefined>();
  const states: SendState[] = [];
  const jobs: string[] = [];
  page = await pageOfServer((request) => {
    const [expected, answer] = answers[asked.length] ?? ['nothing', { status: 500 }];
    asked.push(`${request.method} ${request.url}`);
    accounts.add(request.headers['skiptrace-account'] as string | undefined);
    return asked.at(-1) === expected ? answer : { status: 418, json: { error: `expected ${expected}` } };
  });
  // The clients capture browser globals when they are loaded.
  vi.resetModules();
  const { sendFile } = await import('./send-file.js');
  const sent = sendFile(SENDING, {
    account: 'live:a',
    filename: 'leads.csv',
    csv: new Blob(['a,b\n']),
    signal: new AbortController().signal,
    onState: (state) => {
      states.push(state);
      if (state.doing === 'waiting') setTimeout(() => page?.goOnline(), 1);
    },
    onJob: (jobId) => Promise.resolve(jobs.push(jobId) > 0),
    ...changed,
  });
  return { sent, asked, accounts, states, jobs };
}

const CREATE = 'POST /api/user/skip-trace';
const READ = 'GET /api/user/skip-trace/job-1';
const PUT = 'PUT /files/uploads/job-1';
const DONE = 'POST /api/user/skip-trace/job-1/uploaded';
const OK = { status: 200 };

describe('a file', () => {
  it('goes to its job, after the job id was reported', async () => {
    const { sent, asked, accounts, jobs } = await sending([
      [CREATE, { status: 201, json: CREATED }],
      [PUT, OK],
      [DONE, OK],
    ]);
    await expect(sent).resolves.toBe('job-1');
    expect(asked).toEqual([CREATE, PUT, DONE]);
    expect(jobs).toEqual(['job-1']);
    // A signed link needs no account.
    expect([...accounts]).toEqual(['live:a', undefined]);
  });

  it('is sent again to the same job after a dropped connection', async () => {
    const { sent, asked, states, jobs } = await sending([
      [CREATE, null],
      [CREATE, { status: 201, json: CREATED }],
      [PUT, null],
      [READ, { status: 200, json: { status: 'pending' } }],
      [CREATE, { status: 201, json: CREATED }],
      [PUT, OK],
      [DONE, OK],
    ]);
    await expect(sent).resolves.toBe('job-1');
    expect(asked).toHaveLength(7);
    expect(jobs).toEqual(['job-1']);
    expect(states.filter(({ doing }) => doing === 'waiting')).toHaveLength(2);
  });

  it('is not sent if another tab cancelled the upload while its job was created', async () => {
    const { sent, asked } = await sending([[CREATE, { status: 201, json: CREATED }]], {
      onJob: () => Promise.resolve(false),
    });
    await expect(sent).rejects.toMatchObject({ name: 'CancelledElsewhere', jobId: 'job-1' });
    expect(asked).toEqual([CREATE]);
  });

  it('is not sent again when the response was lost', async () => {
    const { sent, asked } = await sending([
      [CREATE, { status: 201, json: CREATED }],
      [PUT, OK],
      [DONE, null],
      [READ, { status: 200, json: { status: 'processing' } }],
    ]);
    await expect(sent).resolves.toBe('job-1');
    expect(asked).toHaveLength(4);
  });

  it('waits for the reason that the server gives', async () => {
    const error = 'This account has 100 open jobs, its limit.';
    const { sent, states } = await sending([
      [CREATE, { status: 429, json: { error }, headers: { 'retry-after': '5' } }],
      [CREATE, { status: 201, json: CREATED }],
      [PUT, OK],
      [DONE, OK],
    ]);
    await sent;
    expect(states[0]).toMatchObject({ doing: 'waiting', problem: { message: error } });
  });
});

describe('sending stops with the message of the server', () => {
  it.each<[string, Exclude<Answer, null>]>([
    ['when the session is another account’s', { status: 401, json: { error: 'Another account.' } }],
    [
      'when it can’t be taken for hours',
      { status: 429, json: { error: 'Hours.' }, headers: { 'retry-after': '7200' } },
    ],
    ['when it can’t be taken at all', { status: 400, json: { error: 'No.' } }],
  ])('%s', async (_, answer) => {
    const { sent, asked } = await sending([[CREATE, answer]]);
    await expect(sent).rejects.toMatchObject({
      status: answer.status,
      message: (answer.json as { error: string }).error,
    });
    expect(asked).toEqual([CREATE]);
  });

  it('when its job was cancelled', async () => {
    const { sent } = await sending([
      [CREATE, { status: 201, json: CREATED }],
      [PUT, { status: 409, json: { error: 'canceled' } }],
      [READ, { status: 200, json: { status: 'cancelled' } }],
    ]);
    await expect(sent).rejects.toMatchObject({ name: 'JobCancelled' });
  });

  it('when the person stops it while the job is created: the job id is reported, and no file is sent', async () => {
    const stop = new AbortController();
    const { sent, asked, jobs } = await sending([[CREATE, { status: 201, json: CREATED }]], {
      signal: stop.signal,
    });
    stop.abort(new Error('stopped'));
    await expect(sent).rejects.toThrow('stopped');
    expect(asked).toEqual([CREATE]);
    expect(jobs).toEqual(['job-1']);
  });
});
