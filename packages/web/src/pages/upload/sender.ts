import { useEffect, useSyncExternalStore } from 'react';
import { asAccount, contract } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import {
  forgetRecord,
  readFile,
  readRecord,
  updateRecord,
  type UploadRecord,
} from '../../lead-file/records.js';
import { bytes } from '../../parts/format.js';
import { CancelledElsewhere, sendFile, type SendState } from './send-file.js';

export type Sent =
  | { readonly doing: 'starting' }
  /** Another tab of this browser sends the file; if that tab is closed, this one continues. */
  | { readonly doing: 'elsewhere' }
  | SendState
  | { readonly doing: 'sent'; readonly jobId: string }
  /** The job was finished or cancelled elsewhere. */
  | { readonly doing: 'gone' }
  | { readonly doing: 'failed'; readonly error: unknown };

const STARTING: Sent = { doing: 'starting' };

interface Running {
  readonly stop: AbortController;
  state: Sent;
  /** Resolves when no more requests are sent. */
  over: Promise<void>;
}

/** Sends files in the background, whatever page of the app is open. */
class Sender {
  readonly #running = new Map<string, Running>();
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  stateOf(id: string): Sent {
    return this.#running.get(id)?.state ?? STARTING;
  }

  /** Starts an upload unless it is running; restarts it after a failure. */
  start(id: string): void {
    const before = this.#running.get(id);
    if (before && before.state.doing !== 'failed') return;
    const running: Running = { stop: new AbortController(), state: STARTING, over: Promise.resolve() };
    this.#running.set(id, running);
    const set = (state: Sent): void => this.#set(id, running, state);
    set(STARTING);
    running.over = this.#send(id, running.stop.signal, set).catch((error: unknown) => {
      if (!running.stop.signal.aborted) set({ doing: 'failed', error });
    });
  }

  /** Sends the same file for a new job, after the first one was cancelled. Does nothing if the upload is running. */
  async startOver(id: string): Promise<void> {
    const running = this.#running.get(id);
    if (running?.state.doing !== 'failed') return;
    this.#set(id, running, STARTING);
    try {
      await this.#renew(id);
    } catch (error) {
      this.#set(id, running, { doing: 'failed', error });
      return;
    }
    this.#running.delete(id);
    this.start(id);
  }

  /** Continues at a changed price per match that the person has agreed to. */
  async agree(id: string, priceCents: number): Promise<void> {
    await updateRecord(id, (record) =>
      record.sending === null ? record : { ...record, sending: { ...record.sending, priceCents } },
    );
    this.start(id);
  }

  /** Saves a new idempotency key, with which the server creates another job. */
  async #renew(id: string): Promise<void> {
    const idempotencyKey = crypto.randomUUID();
    await updateRecord(id, (record) =>
      record.sending === null
        ? record
        : { ...record, sending: { ...record.sending, idempotencyKey, jobId: null } },
    );
  }

  /**
   * Stops the upload, cancels its job if there is one, and deletes the file. Nothing was charged.
   * @returns job id if it was too late to cancel because the file had arrived
   * @throws Problem if the job could not be cancelled. The upload is then stopped: `start` continues it, `cancel` tries again
   */
  async cancel(id: string): Promise<string | null> {
    const running = this.#running.get(id);
    running?.stop.abort();
    try {
      // The id of a job that is being created is known only after the response.
      await running?.over;
      const record = await readRecord(id);
      const jobId = record?.sending?.jobId ?? null;
      const isTooLate = record !== null && jobId !== null && !(await cancelJob(jobId, record.account));
      await forgetRecord(id);
      this.#running.delete(id);
      return isTooLate ? jobId : null;
    } catch (error) {
      if (running) this.#set(id, running, { doing: 'failed', error });
      throw error;
    }
  }

  #set(id: string, running: Running, state: Sent): void {
    if (this.#running.get(id) !== running) return;
    running.state = state;
    for (const listener of this.#listeners) listener();
  }

  async #send(id: string, signal: AbortSignal, set: (state: Sent) => void): Promise<void> {
    const { locks } = navigator;
    const name = `skiptrace upload ${id}`;
    const isFree = await locks.request(name, { ifAvailable: true }, (lock) =>
      lock === null ? false : this.#sendAlone(id, signal, set).then(() => true),
    );
    if (isFree) return;
    set({ doing: 'elsewhere' });
    await locks.request(name, { signal }, () => this.#sendAlone(id, signal, set));
  }

  async #sendAlone(id: string, signal: AbortSignal, set: (state: Sent) => void): Promise<void> {
    const [record, csv] = [await readRecord(id), await readFile(id)];
    const sending = record?.sending ?? null;
    if (record === null || sending === null || csv === null) {
      set({ doing: 'gone' });
      return;
    }
    const onJob = (jobId: string) => updateRecord(id, (kept) => withJob(kept, jobId));
    const { account, filename } = record;
    try {
      const jobId = await sendFile(sending, { account, filename, csv, signal, onJob, onState: set });
      await forgetRecord(id);
      set({ doing: 'sent', jobId });
    } catch (error) {
      if (!(error instanceof CancelledElsewhere)) throw error;
      await cancelJob(error.jobId, account);
      set({ doing: 'gone' });
    }
  }
}

/** Cancels a job. False if it is too late; a job that no longer exists counts as cancelled. */
async function cancelJob(jobId: string, account: string): Promise<boolean> {
  try {
    await contract.POST('/api/user/skip-trace/{jobId}/cancel', {
      params: { path: { jobId } },
      headers: asAccount(account),
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 409) return false;
    if (error.status !== 404) throw error;
  }
  return true;
}

const withJob = (record: UploadRecord, jobId: string): UploadRecord =>
  record.sending === null ? record : { ...record, sending: { ...record.sending, jobId } };

export const sender = new Sender();

/** Sends the file of a record, and returns its progress. */
export function useSending(id: string): Sent {
  useEffect(() => sender.start(id), [id]);
  return useSyncExternalStore(sender.subscribe, () => sender.stateOf(id));
}

/** Upload status text, plus progress while sending. @param totalBytes of the file that is sent */
export function sendWords(sent: Sent, totalBytes: number): readonly string[] {
  if (sent.doing !== 'sending') return [WORDS[sent.doing]];
  return ['Uploading:', `${bytes(Math.min(sent.sentBytes, totalBytes))} of ${bytes(totalBytes)}`];
}

/** The reason why an upload waits, and what happens next. */
export const waitWords = ({ status, message }: Problem): string =>
  status === null
    ? 'Connection lost. We’ll keep retrying. Nothing was lost or charged.'
    : `${message} We’ll keep retrying.`;

const WORDS: Record<Exclude<Sent['doing'], 'sending'>, string> = {
  starting: 'Starting…',
  elsewhere: 'Another tab is uploading this list. If you close it, this tab continues.',
  waiting: 'Waiting for the server…',
  finishing: 'Finishing upload…',
  sent: 'Uploaded.',
  gone: 'Uploaded.',
  failed: 'The upload has stopped.',
};
