import type { OnProgress } from './lead-list.js';
import type { FileProblem } from './report.js';
import type { Message, Order, Work } from './worker.js';

/** The file can't be used; the message is for the person who chose it. */
export class ListError extends Error {
  override readonly name = 'ListError';
  readonly code: string;
  readonly hint: string | null;

  constructor({ code, message, hint }: FileProblem) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

type WithoutProgress<Args extends unknown[]> = Args extends [...infer Rest, OnProgress] ? Rest : Args;

interface Waiting {
  readonly onProgress: OnProgress | undefined;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads lists and results in a web worker, started with the first request at the latest and restarted after a crash. */
class Reader {
  #worker: Worker | undefined;
  /** Whether the worker's script was loaded. */
  #isLoaded = false;
  #next = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** @throws ListError */
  ask<Name extends keyof Work>(
    name: Name,
    args: WithoutProgress<Parameters<Work[Name]>>,
    onProgress?: OnProgress,
  ): Promise<Awaited<ReturnType<Work[Name]>>> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { onProgress, resolve, reject });
      const order: Order = { id, name, args };
      this.#started().postMessage(order);
    });
  }

  /** Loads the worker's script early, so that it works even if the server becomes unreachable. */
  start(): void {
    this.#started();
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    this.#isLoaded = false;
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'list' });
    worker.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#take(data));
    const fail = () => this.#fail(this.#isLoaded ? BROKEN : NOT_LOADED);
    worker.addEventListener('error', fail);
    worker.addEventListener('messageerror', fail);
    return (this.#worker = worker);
  }

  #take(message: Message): void {
    if ('isLoaded' in message) {
      this.#isLoaded = true;
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if ('fraction' in message) {
      waiting?.onProgress?.(message.fraction);
      return;
    }
    this.#waiting.delete(message.id);
    if ('problem' in message) waiting?.reject(new ListError(message.problem));
    else waiting?.resolve(message.result as never);
  }

  #fail(problem: FileProblem): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(new ListError(problem));
    this.#waiting.clear();
  }
}

/** A page opened before a server update requests a script that no longer exists. */
const NOT_LOADED: FileProblem = {
  code: 'not_loaded',
  message:
    'A part of this page could not be loaded. The server may have been updated, or the connection dropped.',
  hint: 'Reload the page, and try again.',
};

const BROKEN: FileProblem = {
  code: 'broken',
  message: 'This browser could not read the file to its end. It may be short of memory.',
  hint: 'Close other tabs and choose the file again, or split the list.',
};

export const reader = new Reader();
