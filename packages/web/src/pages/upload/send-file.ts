import type { CreateSkipTraceJobResponse, SkipTraceJob } from '@skiptrace/contract';
import { APP_HEADER, bodyOf, contract } from '../../api/clients.js';
import { ownAddress } from '../../api/own-address.js';
import { Problem } from '../../api/problem.js';
import { send } from '../../api/send.js';
import type { Sending } from './records.js';

export interface SendState {
  /** `waiting`: the line dropped, or the server did not answer; it goes on by itself. */
  readonly doing: 'sending' | 'waiting' | 'finishing';
  readonly sentBytes: number;
}

export interface SendOptions {
  readonly filename: string;
  readonly csv: Blob;
  readonly signal: AbortSignal;
  readonly onState: (state: SendState) => void;
  /** Told once, before the file is sent. */
  readonly onJob: (jobId: string) => Promise<void>;
}

/** The job was cancelled before its file came: by the person, or by itself after a day. Nothing has been charged. */
export class JobCanceled extends Error {
  override readonly name = 'JobCanceled';
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** An expired link is refused once, and the next one is good. After this many refusals in a row the person is told. */
const MOST_REFUSALS = 3;

/**
 * Makes the job and sends its file, as often as it takes: nothing of this is charged. Returns when the server has the file.
 * @throws Problem when trying again can't help; JobCanceled; the reason of `signal`
 */
export async function sendFile(sending: Sending, options: SendOptions): Promise<string> {
  const { signal, onState, onJob } = options;
  let { jobId } = sending;
  let refusals = 0;
  for (let failures = 0; ; failures++) {
    let isFileRefused = false;
    try {
      if (jobId !== null) {
        const { status } = await readJob(jobId);
        if (status === 'cancelled') throw new JobCanceled();
        // The answer to an upload was lost, or another tab was faster.
        if (status !== 'pending') return jobId;
      }
      const created = await create(sending, options.filename);
      if (created.jobId !== jobId) {
        jobId = created.jobId;
        await onJob(jobId);
      }
      onState({ doing: 'sending', sentBytes: 0 });
      await upload(created, options).catch((error: unknown) => {
        isFileRefused = error instanceof Problem && FRESH_LINK_HELPS.includes(error.status);
        throw error;
      });
      return jobId;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Problem)) throw error;
      refusals = isFileRefused ? refusals + 1 : 0;
      const mayPass = error.isPassing || (isFileRefused && refusals < MOST_REFUSALS);
      if (!mayPass) throw error;
      onState({ doing: 'waiting', sentBytes: 0 });
      await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures), error, signal);
    }
  }
}

/** A link that expired (403) is signed afresh with the next try; what a job does that takes no file any more (409) is asked. */
const FRESH_LINK_HELPS: readonly (number | null)[] = [403, 409];

const readJob = (jobId: string): Promise<SkipTraceJob> =>
  bodyOf(contract.GET('/api/user/skip-trace/{jobId}', { params: { path: { jobId } } }));

/** The same job every time, with an address for the file that is good now. */
function create(
  { idempotencyKey, columnMapping }: Sending,
  filename: string,
): Promise<CreateSkipTraceJobResponse> {
  return bodyOf(
    contract.POST('/api/user/skip-trace', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body: { filename, columnMapping },
    }),
  );
}

async function upload(
  { jobId, uploadUrl, uploadMethod }: CreateSkipTraceJobResponse,
  options: SendOptions,
): Promise<void> {
  const { csv, signal, onState } = options;
  const onSent = (sentBytes: number): void => onState({ doing: 'sending', sentBytes });
  if (uploadMethod === 'direct') {
    const form = new FormData();
    form.append('file', csv, options.filename);
    const url = `/api/user/skip-trace/${jobId}/upload`;
    await send({ method: 'POST', url, headers: APP_HEADER, body: form, signal, onSent });
    return;
  }
  const headers = { 'Content-Type': 'text/csv' };
  await send({ method: 'PUT', url: ownAddress(uploadUrl), headers, body: csv, signal, onSent });
  onState({ doing: 'finishing', sentBytes: csv.size });
  await bodyOf(contract.POST('/api/user/skip-trace/{jobId}/uploaded', { params: { path: { jobId } } }));
}

/** Until it makes sense to try again: a while, or as soon as the line is back. */
function pause(ms: number, { retryAfterSeconds }: Problem, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(done, retryAfterSeconds === null ? ms : retryAfterSeconds * 1_000);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
