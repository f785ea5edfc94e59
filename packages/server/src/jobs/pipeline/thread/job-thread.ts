import { Worker } from 'node:worker_threads';
import {
  errorOf,
  type ThreadData,
  type ThreadReply,
  type ThreadRequest,
  type WorkRequest,
} from './messages.js';

/** A thread cannot read TypeScript: where the sources themselves run (in tests), the built file stands in. */
const ENTRY = new URL(
  './thread-main.js',
  import.meta.url.endsWith('.ts') ? import.meta.url.replace('/src/', '/dist/') : import.meta.url,
);

/** Work that outgrows this is at fault: the thread ends with an error, and the server lives on. */
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 };
/** A batch takes far less; whoever does not stop in this time is ended. */
const STOP_PATIENCE_MS = 10_000;

/** One thread and the work in its hands. It is started by the first work and again after it died. */
export class JobThread {
  #worker: Worker | null = null;

  constructor(private readonly data: ThreadData) {}

  /** @throws what the work throws, or an error when the thread dies, or the reason of `signal` */
  async run(request: WorkRequest, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    const stop = () => this.#stop(worker);
    signal.addEventListener('abort', stop);
    try {
      worker.postMessage(request);
      const reply = await replyOf(worker);
      signal.throwIfAborted();
      if ('fault' in reply) throw errorOf(reply.fault);
      return reply.done;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ kind: 'close' } satisfies ThreadRequest);
    await ended;
  }

  #start(): Worker {
    const worker = new Worker(ENTRY, { workerData: this.data, resourceLimits: MEMORY_LIMITS, execArgv: [] });
    worker.once('exit', () => {
      this.#worker = null;
    });
    // Whoever waits for a reply hears of it; an error that nobody hears would end the process.
    worker.on('error', () => undefined);
    return worker;
  }

  #stop(worker: Worker): void {
    worker.postMessage({ kind: 'stop' } satisfies ThreadRequest);
    const patience = setTimeout(() => void worker.terminate(), STOP_PATIENCE_MS);
    patience.unref();
    const enough = () => clearTimeout(patience);
    worker.once('message', enough);
    worker.once('exit', enough);
  }
}

function replyOf(worker: Worker): Promise<ThreadReply> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      worker.off('message', onReply).off('error', onError).off('exit', onExit);
      then();
    };
    const onReply = (reply: ThreadReply) => settle(() => resolve(reply));
    const onError = (error: unknown) => settle(() => reject(error instanceof Error ? error : new Error()));
    const onExit = () => settle(() => reject(new Error('The thread ended in the middle of its work.')));
    worker.on('message', onReply).on('error', onError).on('exit', onExit);
  });
}
