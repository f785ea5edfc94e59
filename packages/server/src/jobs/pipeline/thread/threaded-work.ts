import type { MatchSummary } from '../match-file.js';
import type { EnrichOrder, JobWork, MatchOrder } from '../work.js';
import { JobThread } from './job-thread.js';
import type { ThreadData, WorkRequest } from './messages.js';

/** Threads keep what they have compiled; without work for so long they give their memory back. */
const IDLE_MS = 30_000;

/**
 * Work in threads, so that the event loop that answers requests stays free (docs/decisions/006-jobs-in-threads.md). As
 * many threads as are asked for at the same time: the queue's lanes say how many that are.
 */
export class ThreadedWork implements JobWork {
  readonly #idle: { thread: JobThread; timer: NodeJS.Timeout }[] = [];
  readonly #closing = new Set<Promise<void>>();

  constructor(private readonly data: ThreadData) {}

  async match(order: MatchOrder, signal: AbortSignal): Promise<MatchSummary> {
    return (await this.#run({ kind: 'match', order }, signal)) as MatchSummary;
  }

  async enrich(order: EnrichOrder, signal: AbortSignal): Promise<string> {
    return (await this.#run({ kind: 'enrich', order }, signal)) as string;
  }

  /** Ends the threads. Call it when no work is under way. */
  async close(): Promise<void> {
    for (const { thread, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      this.#close(thread);
    }
    await Promise.all(this.#closing);
  }

  async #run(request: WorkRequest, signal: AbortSignal): Promise<unknown> {
    const rested = this.#idle.pop();
    if (rested !== undefined) clearTimeout(rested.timer);
    const thread = rested?.thread ?? new JobThread(this.data);
    try {
      return await thread.run(request, signal);
    } finally {
      const timer = setTimeout(() => this.#dismiss(thread), IDLE_MS);
      timer.unref();
      this.#idle.push({ thread, timer });
    }
  }

  #dismiss(thread: JobThread): void {
    const at = this.#idle.findIndex((idle) => idle.thread === thread);
    this.#idle.splice(at, 1);
    this.#close(thread);
  }

  #close(thread: JobThread): void {
    const closed = thread.close().finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }
}
