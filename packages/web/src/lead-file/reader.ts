import type { OnProgress } from './lead-list.js';
import type { FileProblem } from './report.js';
import type { Message, Order, Work } from './worker.js';

/** The file can't be taken; the message is for the person who has it. */
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

/** Has lists and results read by a worker. It is started by the first order at the latest, and anew after it broke. */
class Reader {
  #worker: Worker | undefined;
  /** Whether the worker's program was loaded. */
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

  /** Loads the worker's program, so that it is there when the server is not. */
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

/** A page that was opened before the server was updated asks for a program that is not there any more. */
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
