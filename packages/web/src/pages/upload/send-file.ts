import type { CreateSkipTraceJobResponse, SkipTraceJob } from '@skiptrace/contract';
import { asAccount, contract, pageHeaders } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { ownAddress, send } from '../../api/send.js';
import type { Sending } from '../../lead-file/records.js';

export type SendState =
  | { readonly doing: 'sending' | 'finishing'; readonly sentBytes: number }
  /** The connection dropped, or the server can't accept the file now, for the given reason. Retries by itself. */
  | { readonly doing: 'waiting'; readonly problem: Problem };

export interface SendOptions {
  /** Account of the list; the server refuses it in a session of another account. */
  readonly account: string;
  readonly filename: string;
  readonly csv: Blob;
  readonly signal: AbortSignal;
  readonly onState: (state: SendState) => void;
  /** Called once, before the file is sent. Returns false if another tab cancelled the upload. */
  readonly onJob: (jobId: string) => Promise<boolean>;
}

/** The job was cancelled before its file arrived: by the person, or by the server after a day. Nothing was charged. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}

/** Another tab cancelled the upload while its job was being created, so it couldn't cancel the job. No file was sent. */
export class CancelledElsewhere extends Error {
  override readonly name = 'CancelledElsewhere';

  constructor(readonly jobId: string) {
    super('The upload was cancelled in another tab.');
  }
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
/** Longest Retry-After to wait for automatically; the person is told about a longer one. */
const LONGEST_RETRY_AFTER_SECONDS = 60;
/** Timeout of short requests: after the computer slept, for example, a response never comes. */
const ANSWER_MS = 60_000;
/** Refusals in a row before sending stops. An expired link causes only one, because the next link is fresh. */
const MOST_REFUSALS = 3;

/**
 * Creates the job and sends its file, with retries; none of this is charged. Returns when the server has the file.
 * A job that is being created when `signal` is aborted is still passed to `onJob`, so that it can be cancelled.
 * @throws Problem if a retry can't help; JobCancelled; CancelledElsewhere; the reason of `signal`
 */
export async function sendFile(sending: Sending, options: SendOptions): Promise<string> {
  const { signal, onState, onJob } = options;
  let { jobId } = sending;
  let refusals = 0;
  for (let failures = 0; ; failures++) {
    let isFileRefused = false;
    try {
      if (jobId !== null) {
        const { status } = await readJob(jobId, options);
        if (status === 'cancelled') throw new JobCancelled();
        // The response to an upload was lost, or another tab was faster.
        if (status !== 'pending') return jobId;
      }
      signal.throwIfAborted();
      const created = await create(sending, options);
      if (created.jobId !== jobId) {
        jobId = created.jobId;
        if (!(await onJob(jobId))) throw new CancelledElsewhere(jobId);
      }
      signal.throwIfAborted();
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
      if (!(isFileRefused ? refusals < MOST_REFUSALS : isWaitedFor(error))) throw error;
      onState({ doing: 'waiting', problem: error });
      const own = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      await pause(error.retryAfterSeconds === null ? own : error.retryAfterSeconds * 1_000, signal);
    }
  }
}

/**
 * 403: the link expired, so the next try gets a new one. 409: the job takes no file now, so its status is
 * read again.
 */
const FRESH_LINK_HELPS: readonly (number | null)[] = [403, 409];

const isWaitedFor = ({ isPassing, retryAfterSeconds }: Problem): boolean =>
  isPassing && (retryAfterSeconds ?? 0) <= LONGEST_RETRY_AFTER_SECONDS;

type Asking = Pick<SendOptions, 'account' | 'signal'>;

/** Options of a short request. */
const soon = ({ account, signal }: Asking) => ({
  headers: asAccount(account),
  signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
});

const readJob = (jobId: string, asking: Asking): Promise<SkipTraceJob> =>
  contract.GET('/api/user/skip-trace/{jobId}', { params: { path: { jobId } }, ...soon(asking) });

/** Creates the job, or returns the same job with a fresh upload URL. Never aborted, because the job may exist already. */
function create(
  { idempotencyKey, columnMapping, contentDigest, requirePhone = false, priceCents }: Sending,
  { account, filename }: SendOptions,
): Promise<CreateSkipTraceJobResponse> {
  return contract.POST('/api/user/skip-trace', {
    params: { header: { 'Idempotency-Key': idempotencyKey } },
    body: { filename, columnMapping, contentDigest, ...(requirePhone && { requirePhone }) },
    headers: { ...asAccount(account), 'Skiptrace-Price': String(priceCents) },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
}

async function upload(
  { jobId, uploadUrl, uploadMethod }: CreateSkipTraceJobResponse,
  options: SendOptions,
): Promise<void> {
  const { account, csv, signal, onState } = options;
  const onSent = (sentBytes: number): void => onState({ doing: 'sending', sentBytes });
  if (uploadMethod === 'direct') {
    const form = new FormData();
    form.append('file', csv, options.filename);
    const url = `/api/user/skip-trace/${jobId}/upload`;
    const headers = { ...pageHeaders(), ...asAccount(account) };
    await send({ method: 'POST', url, headers, body: form, signal, onSent });
    return;
  }
  const headers = { 'Content-Type': 'text/csv' };
  await send({ method: 'PUT', url: ownAddress(uploadUrl), headers, body: csv, signal, onSent });
  onState({ doing: 'finishing', sentBytes: csv.size });
  await contract.POST('/api/user/skip-trace/{jobId}/uploaded', {
    params: { path: { jobId } },
    ...soon(options),
  });
}

/** Waits for the given time, or until the browser is back online. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
